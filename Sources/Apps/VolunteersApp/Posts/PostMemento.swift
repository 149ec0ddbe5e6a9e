import Core
import Database
import Foundation

/// How a request stood before a moderator's decision: everything that the decision may change, with the versions it may drop.
struct PostMemento: Codable {
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

    init(_ text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

    var text: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
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
        func category(_ content: PostContent) -> CategoryID { known.contains(content.category) ? content.category : post.content.category }
        for version in memento.versions {
            let content = version.content
            let reason = try version.reason.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
            try db.run(
                """
                INSERT INTO volunteers_post_version (post_id, number, status, \(PostContent.columns), reason, is_manual, written_at, changed_at,
                    changed_by)
                VALUES (\(post.id), \(version.number), \(version.status), \(category(content)), \(content.title), \(content.body), \(content.area),
                    \(content.language), \(reason), \(version.isManual), \(version.writtenAt), \(now), \(person))
                """)
        }
        guard let shown = memento.shown?.content else { return }
        try show(
            PostContent(category: category(shown), title: shown.title, body: shown.body, area: shown.area, language: shown.language), of: post.id)
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
