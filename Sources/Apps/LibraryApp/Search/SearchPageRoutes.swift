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

    /// Places on one page of matches.
    static let matchesOnPage = 50

    var routes: [Route] {
        [.get(LibraryPaths.search, allow: .everyone, use: show), .get(LibraryPaths.matches, allow: .everyone, use: matches)]
    }

    func matches(_ request: Request, _ visitor: Visitor, _ id: ItemID) async throws -> MatchesPage {
        let words = String((request.query["q"] ?? "").prefix(200))
        let order = request.query["order"].flatMap(PassageOrder.init) ?? .relevance
        let offset = max(0, try request.after(.matches)?.offset ?? 0)
        let (item, results) = try await search.matches(words, in: id, order, limit: Self.matchesOnPage, offset: offset)
        return MatchesPage(
            item: item, words: words, order: order, results: results, isFirst: offset == 0,
            next: try results.nextOffset.map { try request.cursor(.matches, after: MatchPlace(offset: $0)).text })
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> SearchPage {
        let words = String((request.query["q"] ?? "").prefix(200))
        var wish = LibrarySearch.Wish(words: words)
        wish.filter = SearchFilter(request.query)
        wish.wantsFacets = true
        // Where a work has more editions than a hit names, the last link leads to each by itself.
        wish.groupsEditions = request.query["editions"] != "all"
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
