import Core
import Database
import Platform

/// The statements that change posts. Each stamps who did it and when (CORE-036).
struct PostStatements {
    let db: any Connection
    let now: Instant
    /// Nil is the system: the filter, or a decision that Moderation audits under the moderator's name.
    let person: PersonID?

    /// Adds a post that waits for its first verdict.
    func insert(_ content: PostContent, author: PersonID, posterKey: String) throws -> PostID {
        let id = PostID(
            try db.insert(
                """
                INSERT INTO volunteers_post (author_id, poster_key, status, \(PostContent.columns), version, created_at, changed_at, changed_by)
                VALUES (\(author), \(posterKey), \(PostStatus.pending), \(content.category), \(content.title), \(content.body), \(content.area),
                    \(content.language), \(content.time.day?.description), \(content.time.minute), \(content.time.length), 1,
                    \(now), \(now), \(person))
                """))
        try insert(PostVersion(1, content, of: id, at: now))
        return id
    }

    /// Adds the next version, which waits for its verdict. Of the older ones the public one is kept, and the last one if a moderator refused it:
    /// whoever judges the next sees what has changed.
    func addVersion(_ content: PostContent, to post: Post) throws {
        let number = post.version + 1
        try db.run(
            """
            DELETE FROM volunteers_post_version WHERE post_id = \(post.id) AND number <> \(post.acceptedVersion ?? 0)
                AND (number < \(post.version) OR is_manual = 0)
            """)
        try insert(PostVersion(number, content, of: post.id, at: now))
        try db.run("UPDATE volunteers_post SET version = \(number), \(sql: stamp) WHERE id = \(post.id)")
        // Nobody but author and moderators has seen a post that was never public: it simply becomes the new words.
        if post.acceptedVersion == nil { try show(content, of: post.id) }
    }

    func insert(_ version: PostVersion) throws {
        let content = version.content
        try db.run(
            """
            INSERT INTO volunteers_post_version (\(PostVersion.columns), changed_at, changed_by)
            VALUES (\(version.post), \(version.number), \(version.status), \(content.category), \(content.title), \(content.body), \(content.area),
                \(content.language), \(content.time.day?.description), \(content.time.minute), \(content.time.length),
                \(try version.reason.map { try StoredJSON($0) }), \(version.isManual), \(version.writtenAt), \(now), \(person))
            """)
    }

    func show(_ content: PostContent, of id: PostID) throws {
        try db.run(
            """
            UPDATE volunteers_post SET category_id = \(content.category), title = \(content.title), body = \(content.body),
                area = \(content.area), language = \(content.language), needed_on = \(content.time.day?.description),
                needed_at = \(content.time.minute), needed_for = \(content.time.length)
            WHERE id = \(id)
            """)
    }

    /// Makes the newest version the public one; older versions go. What had expired is open again.
    func publish(_ version: PostVersion) throws {
        try show(version.content, of: version.post)
        try db.run("DELETE FROM volunteers_post_version WHERE post_id = \(version.post) AND number < \(version.number)")
        try setVersion(version, .accepted, reason: nil, isManual: false)
        try db.run(
            """
            UPDATE volunteers_post SET status = 'accepted', accepted_version = \(version.number), is_removed = 0,
                published_at = coalesce(published_at, \(now)), closed_at = CASE WHEN is_expired = 1 THEN NULL ELSE closed_at END,
                is_expired = 0, \(sql: stamp)
            WHERE id = \(version.post)
            """)
    }

    /// Writes a verdict that does not publish. The post itself keeps its public version, unless that is what was judged.
    func hold(_ version: PostVersion, _ status: PostStatus, reason: Text, isManual: Bool, of post: Post) throws {
        try setVersion(version, status, reason: reason, isManual: isManual)
        guard post.acceptedVersion == nil || post.acceptedVersion == version.number else { return }
        try db.run(
            "UPDATE volunteers_post SET status = \(status), accepted_version = NULL, \(sql: stamp) WHERE id = \(post.id)")
    }

    /// Takes a post from public view: only its author and moderators see it (VOL-042).
    func remove(_ version: PostVersion, reason: Text) throws {
        try db.run("DELETE FROM volunteers_post_version WHERE post_id = \(version.post) AND number < \(version.number)")
        try setVersion(version, .rejected, reason: reason, isManual: true)
        try show(version.content, of: version.post)
        try db.run(
            "UPDATE volunteers_post SET status = 'rejected', accepted_version = NULL, is_removed = 1, \(sql: stamp) WHERE id = \(version.post)")
    }

    /// Notes that a request has got its help, or is open again; no status changes (VOL-037).
    func setClosed(_ isClosed: Bool, _ id: PostID) throws {
        let closed: Instant? = isClosed ? now : nil
        try db.run("UPDATE volunteers_post SET closed_at = \(closed), is_expired = 0, \(sql: stamp) WHERE id = \(id)")
    }

    private func setVersion(_ version: PostVersion, _ status: PostStatus, reason: Text?, isManual: Bool) throws {
        let reason = try reason.map { try StoredJSON($0) }
        try db.run(
            """
            UPDATE volunteers_post_version SET status = \(status), reason = \(reason), is_manual = \(isManual), \(sql: stamp)
            WHERE post_id = \(version.post) AND number = \(version.number)
            """)
    }

    /// Removes a post for good, with its versions and bookmarks (VOL-027, RES-009).
    func delete(_ id: PostID) throws { try db.run("DELETE FROM volunteers_post WHERE id = \(id)") }

    var stamp: SQL { "changed_at = \(now), changed_by = \(person)" as SQL }
}

extension PostStatements {
    /// The statements of whoever writes.
    init(_ write: Write) { self.init(db: write, now: write.now, person: write.actor) }
}
