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

extension Chapter {
    /// The columns of `c` with the title and the words that readers see: those of its release `r`.
    private static let published: SQL = """
        c.id, c.story_id, c.position, r.title, r.words, c.head, c.last_revision, c.status, c.reason, c.is_manual, c.is_removed, c.shown_revision,
        c.published_at, c.scheduled_at, c.changed_at
        """

    /// Chapters `c` as readers see them, to be narrowed; those that they don't see are left out.
    static let asPublished: SQL = """
        SELECT \(Chapter.published) FROM stories_chapter c
        JOIN stories_release r ON r.chapter_id = c.id AND r.revision = c.shown_revision AND c.is_removed = 0
        """
}

extension Query where Row == Chapter {
    /// What readers see of a story, chapter by chapter.
    static func published(of story: StoryID) -> Self {
        """
        \(Chapter.asPublished) WHERE c.story_id = \(story) ORDER BY c.position, c.id
        """
    }

    /// Some chapters of a story in their order, counted from 0.
    static func chapters(of story: StoryID, _ numbers: Range<Int>) -> Self {
        """
        SELECT \(Chapter.columns) FROM stories_chapter WHERE story_id = \(story) ORDER BY position, id
        LIMIT \(numbers.count) OFFSET \(numbers.lowerBound)
        """
    }
}

/// All chapters of a story together, as their author has them.
struct ChapterTotals: SQLRow, Sendable {
    let count: Int
    let words: Int
    /// How many readers see, where they see the story.
    let shown: Int

    init(row: inout RowReader) throws {
        count = try row.next()
        words = try row.next()
        shown = try row.next()
    }
}

extension Query where Row == ChapterTotals {
    static func totals(of story: StoryID) -> Self {
        """
        SELECT count(*), CAST(coalesce(sum(words), 0) AS BIGINT),
            CAST(coalesce(sum(CASE WHEN shown_revision IS NOT NULL AND is_removed = 0 THEN 1 ELSE 0 END), 0) AS BIGINT)
        FROM stories_chapter WHERE story_id = \(story)
        """
    }
}

extension Query where Row == Bool {
    /// Whether anybody said anything of a story.
    static func hasComments(_ story: StoryID) -> Self {
        "SELECT EXISTS (SELECT 1 FROM stories_comment WHERE story_id = \(story) AND author_id IS NOT NULL)"
    }

    /// Whether a chapter of a story is to go out at a time.
    static func hasSchedules(_ story: StoryID) -> Self {
        "SELECT EXISTS (SELECT 1 FROM stories_chapter WHERE story_id = \(story) AND scheduled_at IS NOT NULL)"
    }
}

extension Query where Row == Int {
    /// How many chapters a story has.
    static func chapterCount(of story: StoryID) -> Self { "SELECT count(*) FROM stories_chapter WHERE story_id = \(story)" }

    /// How many chapters before another one readers don't see.
    static func unpublished(before chapter: Chapter) -> Self {
        """
        SELECT count(*) FROM stories_chapter WHERE story_id = \(chapter.story) AND (shown_revision IS NULL OR is_removed = 1)
            AND (position < \(chapter.position) OR position = \(chapter.position) AND id < \(chapter.id))
        """
    }

    /// The place of a chapter among those of its story, counted from 1.
    static func number(of chapter: Chapter) -> Self {
        """
        SELECT count(*) + 1 FROM stories_chapter WHERE story_id = \(chapter.story)
            AND (position < \(chapter.position) OR position = \(chapter.position) AND id < \(chapter.id))
        """
    }
}
