import Core
import Interface
import Search
import Web

/// The search screen.
struct SearchPageRoutes: Sendable {
    let search: LibrarySearch
    let categories: Categories

    /// Items on one page of results.
    static let pageSize = 20

    var routes: [Route] { [.get(LibraryPaths.search, allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor) async throws -> SearchPage {
        let words = String((request.query["q"] ?? "").prefix(200))
        var wish = LibrarySearch.Wish(words: words)
        wish.filter = SearchFilter(request.query)
        wish.wantsFacets = true
        wish.limit = Self.pageSize
        wish.offset = try request.after(.search)?.offset ?? 0
        let isAsked = words.contains { !$0.isWhitespace }
        let findings = isAsked ? try await search.find(wish, in: visitor.language) : nil
        return SearchPage(
            words: words, query: request.query, findings: findings, categories: try await categories.tree(in: request.language),
            isFirst: wish.offset == 0,
            next: try findings?.nextOffset.map { try request.cursor(.search, after: SearchPlace(offset: $0)).text })
    }
}
