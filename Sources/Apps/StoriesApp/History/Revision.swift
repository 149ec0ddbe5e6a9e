import Core
import Database

/// One step in the history of a chapter.
struct Revision: Sendable, Equatable {
    let chapter: ChapterID
    let number: Int
    /// The revision that it changed; 0 is the empty text.
    let parent: Int
    /// The revision that was brought in besides, where two devices wrote at the same time.
    let merged: Int?
    let splice: TextSplice
    /// The chapter's title, where this step changed it.
    let title: String?
    /// What it was written with: the `User-Agent` of the device.
    let device: String
    /// When it was written, by the clock of the device.
    let writtenAt: Instant
    /// When it was on disk here.
    let savedAt: Instant
}

extension Revision: SQLRow {
    static let columns: SQL = "chapter_id, number, parent, merged, start, removed, inserted, title, device, written_at, changed_at"

    init(row: inout RowReader) throws {
        chapter = try row.next()
        number = try row.next()
        parent = try row.next()
        merged = try row.next()
        splice = TextSplice(start: try row.next(), removed: try row.next(), inserted: try row.next())
        title = try row.next()
        device = try row.next()
        writtenAt = try row.next()
        savedAt = try row.next()
    }
}

extension Query where Row == Revision {
    /// Revisions from the newest of `numbers` to the oldest.
    static func revisions(of chapter: ChapterID, in numbers: ClosedRange<Int>) -> Self {
        """
        SELECT \(Revision.columns) FROM stories_revision
        WHERE chapter_id = \(chapter) AND number BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound) ORDER BY number DESC
        """
    }

    /// One revision.
    static func revision(_ number: Int, of chapter: ChapterID) -> Self {
        "SELECT \(Revision.columns) FROM stories_revision WHERE chapter_id = \(chapter) AND number = \(number)"
    }
}

extension Query where Row == Int {
    /// The number of the revision that a save left, by the name that its device gave it.
    static func saved(as name: String, in chapter: ChapterID) -> Self {
        "SELECT number FROM stories_revision WHERE chapter_id = \(chapter) AND name = \(name)"
    }
}
