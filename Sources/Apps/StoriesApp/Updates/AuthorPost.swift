import Core
import Database
import Web

typealias AuthorPostID = ID<AuthorPost>

/// A few words of an author to their readers, about a story or not (STO-010).
struct AuthorPost: Sendable, Equatable {
    static let longest = 1000

    let id: AuthorPostID
    let author: PersonID
    let story: StoryID?
    let text: String
    /// Whether readers see it.
    let isShown: Bool
    let status: ReleaseStatus
    let reason: Text?
    let publishedAt: Instant?
    let createdAt: Instant

    /// Checks what was written.
    static func checked(_ text: String?) throws(AuthorPostRefusal) -> String {
        let text = (text ?? "").tidiedLines()
        guard !text.isEmpty else { throw .empty }
        // The schema counts code points, and one visible character may have several of those.
        guard text.unicodeScalars.count <= longest else { throw .tooLong(longest) }
        return text
    }
}

/// Why a post was not taken.
enum AuthorPostRefusal: Error, Equatable {
    case empty
    case tooLong(Int)
}

extension AuthorPostRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .empty: .wrongField("text", "Write something first.")
        case .tooLong(let most): .wrongField("text", "A post can have \(most) characters.")
        }
    }
}

extension AuthorPost: SQLRow {
    static let columns: SQL = "id, author_id, story_id, text, is_shown, status, reason, published_at, created_at"

    init(row: inout RowReader) throws {
        id = try row.next()
        author = try row.next()
        story = try row.next()
        text = try row.next()
        isShown = try row.next()
        status = try row.next()
        reason = try row.next(StoredJSON<Text>?.self)?.value
        publishedAt = try row.next()
        createdAt = try row.next()
    }
}

extension Query where Row == AuthorPost {
    static func post(_ id: AuthorPostID) -> Self { "SELECT \(AuthorPost.columns) FROM stories_post WHERE id = \(id)" }

    /// Posts by id, in no particular order.
    static func posts(_ ids: [AuthorPostID]) -> Self {
        "SELECT \(AuthorPost.columns) FROM stories_post WHERE id IN \(list: ids) ORDER BY id LIMIT 500"
    }

    /// Somebody's posts, the latest first; the author sees also those that others don't.
    static func posts(by author: PersonID, includingHidden: Bool, before last: AuthorPostID? = nil, limit: Int) -> Self {
        """
        SELECT \(AuthorPost.columns) FROM stories_post
        WHERE author_id = \(author) AND (is_shown = 1 OR 1 = \(includingHidden)) AND id < \(last ?? AuthorPostID(.max))
        ORDER BY id DESC LIMIT \(limit)
        """
    }
}
