import Core
import Database
import Interface
import Platform
import Search
import Web

/// Finding requests by their words.
struct PostSearch: Sendable {
    let site: Site
    let index: SearchIndex

    private static let filter = SearchFilter(audiences: [PostIndex.audience], sources: [PostIndex.source])

    /// What was found: one page of previews, best first.
    struct Findings: Sendable {
        let content: FeedPageContent
        let total: Int
        let totalIsExact: Bool
    }

    func find(_ words: String, from offset: Int, limit: Int = Feed.pageSize, for viewer: FeedViewer) async throws -> Findings {
        // The last word may go on: Swedish joins words, and “hund” is to find “hundvakt”.
        let request = SearchRequest(
            words, isTyping: true, filter: Self.filter, wantsFacets: false, limit: limit, offset: offset, passagesPerDocument: 0)
        return try await site.database.read { db in
            let results = try index.search(request, in: db)
            let ids = results.hits.map { PostID($0.subject) }
            let posts = ids.isEmpty ? [] : try db.all(.listed(ids))
            let byID = Dictionary(posts.map { ($0.id, $0) }) { first, _ in first }
            let sought = SoughtWords(words)
            let entries = try Feed.entries(ids.compactMap { byID[$0] }, CategoryList.read(db), for: viewer, in: db).map { entry in
                var entry = entry
                entry.sought = sought
                return entry
            }
            let next = try results.nextOffset.map { try viewer.cursors.cursor(.search, after: SearchOffset(offset: $0)) }
            return Findings(
                content: FeedPageContent(entries: entries, next: next), total: results.total, totalIsExact: results.totalIsExact)
        }
    }

    /// Titles that go on from what is typed.
    func suggestions(_ words: String) async throws -> [Suggestions.Item] {
        try await site.database.read { db in
            try index.suggest(words, filter: Self.filter, in: db).compactMap { found in
                found.subject.map { Suggestions.Item(title: found.text, href: VolunteersPaths.post(PostID($0))) }
            }
        }
    }
}

/// Where the next page of a search begins.
struct SearchOffset: Codable, Sendable {
    let offset: Int
}

extension CursorScope<SearchOffset> {
    static var search: Self { Self("volunteers.search") }
}
