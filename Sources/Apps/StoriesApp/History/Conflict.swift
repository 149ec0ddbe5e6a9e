import Core
import Database

/// The identity of a conflict.
typealias ConflictID = ID<Conflict>

/// Paragraphs that two devices wrote differently. Both wordings are in the text until its author chooses.
struct Conflict: SQLRow, Equatable {
    let id: ConflictID
    let revision: Int
    let first: String
    let second: String

    /// Whether a text still has both wordings.
    func stands(in text: String) -> Bool { text.contains(first) && text.contains(second) }

    static let columns: SQL = "id, revision, first, second"

    init(row: inout RowReader) throws {
        id = try row.next()
        revision = try row.next()
        first = try row.next()
        second = try row.next()
    }
}

extension Query where Row == Conflict {
    /// What is not chosen between yet, the oldest first.
    static func conflicts(of chapter: ChapterID) -> Self {
        "SELECT \(Conflict.columns) FROM stories_conflict WHERE chapter_id = \(chapter) ORDER BY id LIMIT 100"
    }
}
