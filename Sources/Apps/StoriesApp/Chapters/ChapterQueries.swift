import Core
import Database

extension Chapter: SQLRow {
    static let columns: SQL = """
        id, story_id, position, title, words, head, last_revision, status, reason, is_manual, is_removed, shown_revision, published_at,
        scheduled_at, changed_at
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        story = try row.next()
        position = try row.next()
        title = try row.next()
        words = try row.next()
        head = try row.next()
        lastRevision = try row.next()
        status = try row.next()
        reason = try row.next(StoredJSON<Text>?.self)?.value
        isManual = try row.next()
        isRemoved = try row.next()
        shownRevision = try row.next()
        publishedAt = try row.next()
        scheduledAt = try row.next()
        changedAt = try row.next()
    }
}

extension Query where Row == Chapter {
    /// One chapter.
    static func chapter(_ id: ChapterID) -> Self { "SELECT \(Chapter.columns) FROM stories_chapter WHERE id = \(id)" }

    /// All chapters of a story in their order.
    static func chapters(of story: StoryID) -> Self {
        "SELECT \(Chapter.columns) FROM stories_chapter WHERE story_id = \(story) ORDER BY position, id"
    }
}

extension Query where Row == Int {
    /// How many chapters a story has.
    static func chapterCount(of story: StoryID) -> Self { "SELECT count(*) FROM stories_chapter WHERE story_id = \(story)" }

    /// The place of a chapter among those of its story, counted from 1.
    static func number(of chapter: Chapter) -> Self {
        """
        SELECT count(*) + 1 FROM stories_chapter WHERE story_id = \(chapter.story)
            AND (position < \(chapter.position) OR position = \(chapter.position) AND id < \(chapter.id))
        """
    }
}
