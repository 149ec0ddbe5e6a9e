import Core
import Database

/// How a request stood before a moderator's decision: everything that the decision may change, with the versions it may drop.
struct PostMemento: Codable, Sendable {
    let status: PostStatus
    let acceptedVersion: Int?
    let isRemoved: Bool
    let publishedAt: Instant?
    let versions: [PostVersion]

    init?(of id: PostID, in db: any Connection) throws {
        guard let post = try db.first(.post(id)) else { return nil }
        status = post.status
        acceptedVersion = post.acceptedVersion
        isRemoved = post.isRemoved
        publishedAt = post.publishedAt
        versions = try db.all(.versions(of: id))
    }

    /// What others see of it, or saw last.
    var shown: PostVersion? { versions.first { $0.number == acceptedVersion } ?? versions.last }
}

extension PostStatements {
    /// Puts a request back as it stood.
    func restore(_ memento: PostMemento, to post: Post) throws {
        try db.run("DELETE FROM volunteers_post_version WHERE post_id = \(post.id)")
        // A category that was deleted meanwhile has handed its requests on.
        let known = Set(try db.all(Query<Category>.all).map(\.id))
        func placed(_ content: PostContent) -> PostContent {
            var content = content
            if !known.contains(content.category) { content.category = post.content.category }
            return content
        }
        for var version in memento.versions {
            version.content = placed(version.content)
            try insert(version)
        }
        guard let shown = memento.shown?.content else { return }
        try show(placed(shown), of: post.id)
        try db.run(
            """
            UPDATE volunteers_post SET status = \(memento.status), accepted_version = \(memento.acceptedVersion),
                is_removed = \(memento.isRemoved), published_at = \(memento.publishedAt), \(sql: stamp)
            WHERE id = \(post.id)
            """)
    }
}

extension Query where Row == PostVersion {
    fileprivate static func versions(of id: PostID) -> Self {
        "SELECT \(PostVersion.columns) FROM volunteers_post_version WHERE post_id = \(id) ORDER BY number LIMIT 10"
    }
}
