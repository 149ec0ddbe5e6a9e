import Core
import Database
import Platform
import Reading

/// The statements that change stories. Each stamps who did it and when (CORE-036).
struct StoryStatements {
    let db: any Connection
    let now: Instant
    /// Nil is the system: the filter, or a decision that Moderation audits under the moderator's name.
    let person: PersonID?

    func insert(_ details: StoryDetails, author: PersonID) throws -> StoryID {
        try db.insert(
            """
            INSERT INTO stories_story (author_id, title, description, language, rating, is_complete, tags, warnings, status, created_at,
                changed_at, changed_by)
            VALUES (\(author), \(details.title), \(details.description), \(details.language), \(details.rating), \(details.isComplete),
                \(details.tags.joined(separator: "\n")), \(ContentWarning.stored(details.warnings)), \(ReleaseStatus.draft), \(now), \(now), \(person))
            """)
    }

    func update(_ id: StoryID, _ details: StoryDetails) throws {
        try db.run(
            """
            UPDATE stories_story SET title = \(details.title), description = \(details.description), language = \(details.language),
                rating = \(details.rating), is_complete = \(details.isComplete),
                tags = \(details.tags.joined(separator: "\n")), warnings = \(ContentWarning.stored(details.warnings)), \(sql: stamp)
            WHERE id = \(id)
            """)
    }

    /// Notes that its author opened or closed it to readers (STO-030).
    func setPublished(_ isPublished: Bool, _ id: StoryID) throws {
        try db.run("UPDATE stories_story SET is_published = \(isPublished), \(sql: stamp) WHERE id = \(id)")
    }

    /// Notes a verdict on title and description; accepted ones are shown from now on.
    func judge(_ id: StoryID, _ status: ReleaseStatus, reason: Text? = nil, isManual: Bool = false) throws {
        try db.run(
            """
            UPDATE stories_story SET status = \(status), reason = \(try reason.map { try StoredJSON($0) }), is_manual = \(isManual), \(sql: stamp)
            WHERE id = \(id)
            """)
    }

    func show(_ details: StoryDetails, of id: StoryID) throws {
        try db.run(
            """
            UPDATE stories_story SET shown_title = \(details.title), shown_description = \(details.description),
                shown_tags = \(details.tags.joined(separator: "\n")), is_removed = 0, \(sql: stamp)
            WHERE id = \(id)
            """)
    }

    func setRemoved(_ isRemoved: Bool, _ id: StoryID) throws {
        try db.run("UPDATE stories_story SET is_removed = \(isRemoved), \(sql: stamp) WHERE id = \(id)")
    }

    /// Counts again what readers see of it.
    func recount(_ id: StoryID) throws {
        try db.run(
            """
            UPDATE stories_story SET
                chapter_count = (SELECT count(*) FROM stories_chapter WHERE story_id = \(id) AND shown_revision IS NOT NULL AND is_removed = 0),
                words = (SELECT coalesce(CAST(sum(r.words) AS BIGINT), 0) FROM stories_chapter c
                    JOIN stories_release r ON r.chapter_id = c.id AND r.revision = c.shown_revision
                    WHERE c.story_id = \(id) AND c.is_removed = 0)
            WHERE id = \(id)
            """)
    }

    /// Dates a chapter that readers see for the first time.
    func noteChapter(_ id: StoryID) throws {
        try db.run("UPDATE stories_story SET published_at = coalesce(published_at, \(now)), updated_at = \(now) WHERE id = \(id)")
    }

    func setPublication(_ publication: PublicationID, of id: StoryID) throws {
        try db.run("UPDATE stories_story SET publication_id = \(publication) WHERE id = \(id)")
    }

    func delete(_ id: StoryID) throws { try db.run("DELETE FROM stories_story WHERE id = \(id)") }

    private var stamp: SQL { "changed_at = \(now), changed_by = \(person)" as SQL }
}

extension StoryStatements {
    /// The statements of whoever writes.
    init(_ write: Write) { self.init(db: write, now: write.now, person: write.actor) }
}
