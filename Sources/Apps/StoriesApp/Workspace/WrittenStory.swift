import Core
import Database

/// How much of a story its author has, published or not.
struct WrittenStory: Sendable, Equatable, SQLRow {
    let story: StoryID
    let chapters: Int
    let words: Int
    /// When a chapter was last saved; nil before the first word.
    let at: Instant?

    init(row: inout RowReader) throws {
        story = try row.next()
        chapters = try row.next()
        words = try row.next()
        at = try row.next()
    }
}

extension Query where Row == WrittenStory {
    /// All stories that somebody writes.
    static func written(by author: PersonID) -> Self {
        """
        SELECT c.story_id, count(*), CAST(sum(c.words) AS BIGINT), max(r.changed_at) FROM stories_story s
        JOIN stories_chapter c ON c.story_id = s.id
        LEFT JOIN stories_revision r ON r.chapter_id = c.id AND r.number = c.head
        WHERE s.id IN (\(sql: Authors.stories(by: author))) GROUP BY c.story_id
        """
    }
}
