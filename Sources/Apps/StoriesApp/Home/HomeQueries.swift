import Core
import Database

/// A story with its points.
struct RankedStory: SQLRow {
    let id: StoryID
    let score: Int

    init(row: inout RowReader) throws {
        id = try row.next()
        score = try row.next()
    }
}

extension Query where Row == RankedStory {
    /// What is read most.
    static func ranked(includingMature: Bool, limit: Int) -> Self {
        """
        SELECT id, score FROM stories_story
        WHERE \(Story.isShown) AND score > 0 AND \(Story.isFor(adults: includingMature)) ORDER BY score DESC, id DESC LIMIT \(limit)
        """
    }
}

extension Query where Row == Story {
    /// What readers can read, those with the newest chapters first, or those that are newest themselves.
    static func newest(by order: StoryOrder, includingMature: Bool, limit: Int) -> Self {
        .shown(where: Story.isFor(adults: includingMature), by: order, from: 0, limit: limit)
    }
}

extension Story {
    /// Leaves out what is only for people who said that they are of age.
    static func isFor(adults: Bool) -> SQL { adults ? "1 = 1" : "rating <> \(StoryRating.mature)" }
}
