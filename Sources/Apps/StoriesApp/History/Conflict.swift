import Core
import Database

/// The identity of a conflict.
typealias ConflictID = ID<Conflict>

/// Paragraphs that two devices wrote differently. Both wordings are in the text until its author chooses.
///
/// One that is chosen between is kept for ``Conflict/memory``: undoing the choice brings the question back.
struct Conflict: SQLRow, Equatable {
    let id: ConflictID
    let revision: Int
    let first: String
    let second: String
    let changedAt: Instant
    /// When its author chose to keep both; nil while they haven't.
    let settledAt: Instant?

    /// How long a choice can be undone.
    static let memory = Duration.seconds(7 * 86_400)

    /// Whether it is to be asked about: a text that has no longer both wordings shows which one was chosen.
    func isOpen(in text: String) -> Bool { settledAt == nil && text.contains(first) && text.contains(second) }

    var wordings: ConflictWordings { ConflictWordings(id: id, first: first, second: second) }

    static let columns: SQL = "id, revision, first, second, changed_at, settled_at"

    init(row: inout RowReader) throws {
        id = try row.next()
        revision = try row.next()
        first = try row.next()
        second = try row.next()
        changedAt = try row.next()
        settledAt = try row.next()
    }
}

/// A conflict as the editor marks it in the text.
struct ConflictWordings: Codable, Sendable, Equatable {
    let id: ConflictID
    /// As it was saved first.
    let first: String
    /// As it was saved second.
    let second: String
}

extension Query where Row == Conflict {
    /// The conflicts of a chapter, settled ones among them, the oldest first.
    static func conflicts(of chapter: ChapterID) -> Self {
        "SELECT \(Conflict.columns) FROM stories_conflict WHERE chapter_id = \(chapter) ORDER BY id LIMIT 100"
    }
}
