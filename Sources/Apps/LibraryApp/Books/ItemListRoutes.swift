import Core
import Interface
import Web

/// The lists of items by kind, with filters, order and pages (LIB-016, LIB-018 to LIB-021, LIB-026).
struct ItemListRoutes: Sendable {
    let catalogue: Catalogue
    let categories: Categories
    let languages: Languages
    let bookLanguages: BookLanguages

    /// Items on one page of a list.
    static let pageSize = 20

    var routes: [Route] {
        [
            .get(LibraryPaths.books, allow: .everyone) { request, visitor in try await show(.book, request) },
            .get(LibraryPaths.leaflets, allow: .everyone) { request, visitor in try await show(.leaflet, request) },
            .get(LibraryPaths.documents, allow: .everyone) { request, visitor in try await show(.document, request) },
            .get(LibraryPaths.audio, allow: .everyone) { request, visitor in try await show(.audio, request) },
        ]
    }

    private func show(_ kind: ItemKind, _ request: Request) async throws -> ItemListPage {
        var filter = try ItemFilter(request.query)
        filter.kinds = [kind]
        let remembered = try await bookLanguages.chosen(for: request)
        if request.query.isEmpty { filter.language = remembered }
        let sort = try ItemSort(request.query)
        let cursor = try request.after(.items)
        let page = try await catalogue.page(filter, by: sort, after: cursor, limit: Self.pageSize)
        return ItemListPage(
            kind: kind, filter: filter, sort: sort, page: page, isFirst: cursor == nil, facets: try await catalogue.facets(of: filter),
            categories: try await categories.tree(in: request.language), languages: try await languages.all(),
            next: try page.next.map { try request.cursor(.items, after: $0).text }, remembered: remembered)
    }
}
