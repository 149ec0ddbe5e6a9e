import Core
import Database
import Documents
import Platform

/// The statements that change chapters beside their text. Each stamps who did it and when (CORE-036).
struct ChapterStatements {
    let db: any Connection
    let now: Instant
    let person: PersonID?

    /// Adds an empty chapter at the end of a story.
    func insert(into story: StoryID) throws -> ChapterID {
        let last = try db.one("SELECT coalesce(max(position), 0) FROM stories_chapter WHERE story_id = \(story)" as Query<Int>)
        let id = ChapterID(
            try db.insert(
                """
                INSERT INTO stories_chapter (story_id, position, title, head, last_revision, status, created_at, changed_at, changed_by)
                VALUES (\(story), \(last + 1), '', 0, 0, \(ReleaseStatus.draft), \(now), \(now), \(person))
                """))
        try db.run(
            "INSERT INTO stories_chapter_text (chapter_id, revision, text, changed_at, changed_by) VALUES (\(id), 0, '', \(now), \(person))")
        return id
    }

    /// Puts all chapters of a story in an order.
    func arrange(_ order: [ChapterID]) throws {
        for (index, id) in order.enumerated() {
            try db.run("UPDATE stories_chapter SET position = \(index + 1), \(sql: stamp) WHERE id = \(id) AND position <> \(index + 1)")
        }
    }

    /// Stores what is sent in to be read by others; of older ones only the one that readers see is kept.
    func insert(_ release: Release) throws {
        try db.run(
            """
            DELETE FROM stories_release WHERE chapter_id = \(release.chapter) AND (revision = \(release.revision) OR revision NOT IN (
                SELECT shown_revision FROM stories_chapter WHERE id = \(release.chapter) AND shown_revision IS NOT NULL))
            """)
        try db.run(
            """
            INSERT INTO stories_release (\(Release.columns), changed_at, changed_by)
            VALUES (\(release.chapter), \(release.revision), \(release.title), \(release.html), \(release.text), \(release.words), \(now), \(person))
            """)
    }

    /// Notes a verdict on what was sent in last.
    func judge(_ id: ChapterID, _ status: ReleaseStatus, reason: Text? = nil, isManual: Bool = false) throws {
        try db.run(
            """
            UPDATE stories_chapter SET status = \(status), reason = \(try reason.map { try StoredJSON($0) }), is_manual = \(isManual)
            WHERE id = \(id)
            """)
    }

    /// Shows a revision to readers from now on.
    func show(_ revision: Int, of id: ChapterID) throws {
        try db.run(
            """
            UPDATE stories_chapter SET shown_revision = \(revision), is_removed = 0, published_at = coalesce(published_at, \(now)),
                scheduled_at = NULL
            WHERE id = \(id)
            """)
        try db.run("DELETE FROM stories_release WHERE chapter_id = \(id) AND revision < \(revision)")
    }

    /// Shows it to readers no longer. What they saw is kept for a moderator who has a report of it to decide on.
    func hide(_ id: ChapterID) throws {
        try db.run("UPDATE stories_chapter SET shown_revision = NULL, status = \(ReleaseStatus.draft), reason = NULL WHERE id = \(id)")
    }

    /// Notes when it is to be published; nil is never.
    func schedule(_ id: ChapterID, at moment: Instant?) throws {
        try db.run("UPDATE stories_chapter SET scheduled_at = \(moment) WHERE id = \(id)")
    }

    func setRemoved(_ isRemoved: Bool, _ id: ChapterID) throws {
        try db.run("UPDATE stories_chapter SET is_removed = \(isRemoved) WHERE id = \(id)")
    }

    func delete(_ id: ChapterID) throws { try db.run("DELETE FROM stories_chapter WHERE id = \(id)") }

    private var stamp: SQL { "changed_at = \(now), changed_by = \(person)" as SQL }
}

extension ChapterStatements {
    /// The statements of whoever writes.
    init(_ write: Write) { self.init(db: write, now: write.now, person: write.actor) }
}
