import Core
import Platform

/// The lists of the library that everybody asks for (LIB-018, LIB-098).
typealias CatalogueCache = CachedLists<CatalogueList>

/// What is kept.
enum CatalogueList: Hashable, Sendable {
    case featured, categories, languages
    case categoriesIn(Language)
    case facets(ItemFilter), total(ItemFilter)
    case firstPage(ItemFilter, ItemSort, limit: Int)
}
