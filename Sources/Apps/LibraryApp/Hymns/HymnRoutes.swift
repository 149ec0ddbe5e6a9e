import Core
import Interface
import Web

/// “Hymns & Songs” (LIB-081).
struct HymnRoutes: Sendable {
    let catalogue: Catalogue
    let categories: Categories

    /// Hymns on one page.
    static let pageSize = 50
    /// Hymns among the popular ones.
    static let popularCount = 10

    var routes: [Route] { [.get(LibraryPaths.hymns, allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor) async throws -> HymnsPage {
        var filter = try ItemFilter(request.query)
        filter.kinds = [.hymn]
        let cursor = try request.after(.hymns)
        let page = try await catalogue.page(filter, by: .title, after: cursor, limit: Self.pageSize)
        var all = ItemFilter()
        all.kinds = [.hymn]
        let tree = try await categories.tree(in: request.language)
        return HymnsPage(
            page: page, popular: try await catalogue.page(all, by: .popular, limit: Self.popularCount).items,
            categories: tree.named("hymns").map { tree.children(of: $0.id) } ?? [], chosen: filter.category.flatMap { tree[$0] },
            isFirst: cursor == nil, next: try page.next.map { try request.cursor(.hymns, after: $0).text })
    }
}
