import Core
import Database

extension PostStatus: SQLConvertible {}

extension PostContent: SQLRow {
    static let columns: SQL = "category_id, title, body, area, language, \(PostTime.columns)"

    init(row: inout RowReader) throws {
        category = try row.next()
        title = try row.next()
        body = try row.next()
        area = try row.next()
        language = try row.next()
        time = try PostTime(row: &row)
    }
}

extension Post: SQLRow {
    static let columns: SQL = """
        id, author_id, status, \(PostContent.columns), version, accepted_version, is_removed, published_at, created_at, poster_key, \
        closed_at, is_expired, expires_at, is_withheld
        """

    /// ``isListed`` as a condition. It stands word by word in the indexes of the feed.
    static let isListed: SQL = "status = 'accepted' AND closed_at IS NULL AND is_withheld = 0"

    init(row: inout RowReader) throws {
        id = try row.next()
        author = try row.next()
        status = try row.next()
        content = try PostContent(row: &row)
        version = try row.next()
        acceptedVersion = try row.next()
        isRemoved = try row.next()
        publishedAt = try row.next()
        createdAt = try row.next()
        posterKey = try row.next()
        closedAt = try row.next()
        isExpired = try row.next()
        expiresAt = try row.next()
        isWithheld = try row.next()
    }
}

extension PostVersion: SQLRow {
    static let columns: SQL = "post_id, number, status, \(PostContent.columns), reason, is_manual, written_at"

    /// A version that waits for its verdict.
    init(_ number: Int, _ content: PostContent, of post: PostID, at now: Instant) {
        self.post = post
        self.number = number
        self.content = content
        status = .pending
        reason = nil
        isManual = false
        writtenAt = now
    }

    init(row: inout RowReader) throws {
        post = try row.next()
        number = try row.next()
        status = try row.next()
        content = try PostContent(row: &row)
        reason = try row.next(StoredJSON<Text>?.self)?.value
        isManual = try row.next()
        writtenAt = try row.next()
    }
}

extension Query where Row == Post {
    /// One post, whatever its status.
    static func post(_ id: PostID) -> Self { "SELECT \(Post.columns) FROM volunteers_post WHERE id = \(id)" }
}

extension Query where Row == PostVersion {
    /// The newest version of a post.
    static func newest(of id: PostID) -> Self {
        "SELECT \(PostVersion.columns) FROM volunteers_post_version WHERE post_id = \(id) ORDER BY number DESC LIMIT 1"
    }

    /// The version before another, of those that are kept.
    static func before(_ version: PostVersion) -> Self {
        """
        SELECT \(PostVersion.columns) FROM volunteers_post_version WHERE post_id = \(version.post) AND number < \(version.number)
        ORDER BY number DESC LIMIT 1
        """
    }

    /// The newest versions of some posts that are not the public ones.
    static func unpublished(of ids: [PostID]) -> Self {
        """
        SELECT \(PostVersion.columns) FROM volunteers_post_version
        WHERE post_id IN \(list: ids) AND status <> 'accepted'
            AND number = (SELECT max(n.number) FROM volunteers_post_version n WHERE n.post_id = volunteers_post_version.post_id)
        ORDER BY post_id LIMIT 500
        """
    }
}
