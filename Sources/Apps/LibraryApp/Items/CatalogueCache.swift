import Core
import Platform
import Web

/// What everybody asks the library for (LIB-018, LIB-098), kept in memory until something of the catalogue changes: `write.invalidate(lists.shared)`.
final class CatalogueCache: Sendable {
    /// Published items as JSON. A site of some ten thousand items has room for each, at 2 KB.
    let items: CachedLists<ItemID>
    /// Pages of lists as JSON, of some 10 KB.
    let pages: CachedLists<CataloguePlace>
    private let lists: CachedLists<CatalogueList>
    private let name: String

    init(_ name: String, clock: SiteClock) {
        self.name = name
        lists = CachedLists("\(name).lists", clock: clock)
        items = CachedLists("\(name).items", clock: clock, mostEntries: 10_000)
        pages = CachedLists("\(name).pages", clock: clock, mostEntries: 1000)
    }

    /// A kept list, or a fresh one that is then kept; see ``CachedLists/value(_:read:)``.
    func value<Value: Sendable>(_ list: CatalogueList, read: () async throws -> Value) async throws -> Value {
        try await lists.value(list, read: read)
    }

    /// What tells other nodes to forget.
    var shared: SharedCache { SharedCache(name) { [weak self] in self?.clear() } }

    /// Forgets everything.
    func clear() {
        lists.clear()
        items.clear()
        pages.clear()
    }
}

/// Which list is kept.
enum CatalogueList: Hashable, Sendable {
    case featured, categories, languages
    case categoriesIn(Language)
    case hymnIndex(Language)
    case hymnals
    case facets(ItemFilter), total(ItemFilter)
    case firstPage(ItemFilter, ItemSort, limit: Int)
}

/// Which page of which list, at which revision of the catalogue.
struct CataloguePlace: Hashable, Sendable {
    let filter: ItemFilter
    let sort: ItemSort
    let after: ItemCursor?
    let limit: Int
    let revision: Int64
}
