import Core
import Database
import Platform
import Web

/// An open request that is like the one being written.
struct SimilarPost: JSONAnswer, Codable {
    let id: PostID
    let title: String
    let area: String
    let page: String
}

/// Finds open requests that are like one being written, so that nobody asks for what is asked already.
struct Similar: Sendable {
    /// How many of the newest requests are compared, and as many again of the category once there is one.
    static let looked = 400
    static let shown = 3

    let site: Site

    /// The most similar public requests by other people, the most similar first. The category may not be chosen yet, and people choose
    /// differently for the same need: it only adds to the likeness.
    /// - Parameter post: the request that is being changed, which is not similar to itself.
    func posts(
        to title: String, _ body: String, category: CategoryID?, except post: PostID? = nil, by person: PersonID
    ) async throws -> [SimilarPost] {
        let wanted = Similarity(title: title, body: body)
        guard !wanted.words.isEmpty else { return [] }
        let scored = try await newest(in: category).lazy.filter { $0.id != post && $0.author != person }.map { candidate in
            let found = Similarity(title: candidate.content.title, body: candidate.content.body)
            return (post: candidate, score: found.score(against: wanted, inOneCategory: candidate.content.category == category))
        }.filter { $0.score >= Similarity.least }
        return scored.sorted { ($1.score, $1.post.id) < ($0.score, $0.post.id) }.prefix(Self.shown).map { found in
            SimilarPost(
                id: found.post.id, title: found.post.content.title, area: found.post.content.area, page: VolunteersPaths.post(found.post.id))
        }
    }

    /// The newest requests of all, and those of a category, each once.
    private func newest(in category: CategoryID?) async throws -> [Post] {
        let now = site.clock.now()
        let today = Day(now, in: site.configuration.zone)
        return try await site.database.read { db in
            var known: Set<PostID> = []
            return try (category == nil ? [nil] : [nil, category]).flatMap { category in
                var filter = FeedFilter()
                filter.category = category
                let condition = filter.condition(at: now, today: today, posters: nil)
                return try db.all(.feed(condition, order: filter.order, place: nil, limit: Self.looked))
            }.filter { known.insert($0.id).inserted }
        }
    }
}

/// What a script asks while somebody writes.
struct SimilarRoutes: Sendable {
    let similar: Similar

    var routes: [Route] {
        [
            // Reads `title`, `body` and, once there is one, the number of a `category`.
            .get(VolunteersPaths.similar, allow: .members, use: find)
        ]
    }

    func find(_ request: Request, _ member: Member) async throws -> [SimilarPost] {
        let query = request.query
        let title = (query["title"] ?? "").tidied(limit: PostDraft.longestTitle)
        let body = (query["body"] ?? "").tidied(limit: PostDraft.longestBody)
        return try await similar.posts(to: title, body, category: query["category"].flatMap { CategoryID($0) }, by: member.id)
    }
}
