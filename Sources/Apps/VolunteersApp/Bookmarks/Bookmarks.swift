import Core
import Database
import Platform
import Web

extension Query where Row == PostID {
    /// Which of some posts a person has bookmarked.
    static func bookmarked(_ posts: [PostID], by person: PersonID) -> Self {
        "SELECT post_id FROM volunteers_bookmark WHERE person_id = \(person) AND post_id IN \(list: posts) ORDER BY post_id LIMIT 500"
    }
}

/// A bookmarked post and when it was marked.
struct BookmarkRow: SQLRow {
    let markedAt: Instant
    let post: PostID

    init(row: inout RowReader) throws {
        markedAt = try row.next()
        post = try row.next()
    }
}

extension Query where Row == BookmarkRow {
    /// A person's bookmarks of posts that are public, the latest first.
    static func bookmarks(of person: PersonID, after place: SQL?, limit: Int) -> Self {
        """
        SELECT mark.created_at, mark.post_id FROM volunteers_bookmark AS mark
        JOIN volunteers_post AS post ON post.id = mark.post_id AND post.status = 'accepted'
        WHERE mark.person_id = \(person) AND \(place ?? "1 = 1") ORDER BY mark.created_at DESC, mark.post_id DESC LIMIT \(limit)
        """
    }
}

extension Query where Row == Post {
    /// Posts by id, in no particular order.
    static func posts(_ ids: [PostID]) -> Self { "SELECT \(Post.columns) FROM volunteers_post WHERE id IN \(list: ids) ORDER BY id LIMIT 500" }
}

/// A person's bookmarks of other people's posts (VOL-029 to VOL-033). They are nobody else's business, and no offer to help.
struct Bookmarks: Sendable {
    let database: Database
    let writer: Writer

    /// Marks a public post of somebody else; marking it again changes nothing.
    func add(_ id: PostID, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            guard let post = try write.first(.post(id)), post.status == .accepted else { throw Problem.notFound }
            guard post.author != person else { throw PostRefusal.ownPost }
            try write.run(
                """
                INSERT INTO volunteers_bookmark (person_id, post_id, created_at, changed_at, changed_by)
                VALUES (\(person), \(id), \(write.now), \(write.now), \(person)) ON CONFLICT (person_id, post_id) DO NOTHING
                """)
        }
    }

    /// Takes a mark away; one that is not there stays away.
    func remove(_ id: PostID, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            try write.run("DELETE FROM volunteers_bookmark WHERE person_id = \(person) AND post_id = \(id)")
        }
    }

    /// A page of the list, the latest mark first.
    func page(after cursor: PersonCursor?, limit: Int = Feed.pageSize, for viewer: FeedViewer) async throws -> FeedPageContent {
        try await database.read { db in
            let place: SQL? = cursor.map { "(mark.created_at, mark.post_id) < (\($0.time), \($0.id))" as SQL }
            let (marks, next) = try db.all(.bookmarks(of: viewer.person, after: place, limit: limit + 1))
                .page(of: limit) { try viewer.cursors.cursor(.bookmarks, after: PersonCursor(time: $0.markedAt, id: $0.post)) }
            let posts = Dictionary(try db.all(.posts(marks.map(\.post))).map { ($0.id, $0) }) { first, _ in first }
            let entries = try Feed.entries(marks.compactMap { posts[$0.post] }, CategoryList.read(db), for: viewer, in: db)
            return FeedPageContent(entries: entries, next: next)
        }
    }
}
