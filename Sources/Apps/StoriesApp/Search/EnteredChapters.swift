import Core
import Database
import Platform

/// Which chapters of a story are in the search, with which text: the first ones, so many.
struct EnteredChapters: SQLRow, Equatable {
    let count: Int
    /// Tells one beginning of a story from another.
    private let mark: String

    init(_ parts: some Collection<ReleasePart>) {
        count = parts.count
        mark = String(UInt64.fnv1a(parts.map(\.name).joined(separator: "\n").utf8), radix: 16)
    }

    init(row: inout RowReader) throws {
        count = try row.next()
        mark = try row.next()
    }

    /// Whether a story still begins with them.
    func isBeginning(of parts: [ReleasePart]) -> Bool { count <= parts.count && self == EnteredChapters(parts.prefix(count)) }

    static func read(_ story: StoryID, in db: any Connection) throws -> Self? {
        try db.first("SELECT chapters, mark FROM stories_text_entry WHERE story_id = \(story)" as Query<Self>)
    }

    func keep(for story: StoryID, in write: Write) throws {
        try write.run(
            """
            INSERT INTO stories_text_entry (story_id, chapters, mark, changed_at, changed_by)
            VALUES (\(story), \(count), \(mark), \(write.now), \(write.actor))
            ON CONFLICT (story_id) DO UPDATE SET chapters = excluded.chapters, mark = excluded.mark,
                changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
    }

    static func forget(_ story: StoryID, in db: any Connection) throws { try db.run("DELETE FROM stories_text_entry WHERE story_id = \(story)") }
}
