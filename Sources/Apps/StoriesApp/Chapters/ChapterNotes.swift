import Core
import Database
import Platform

/// What a device changed in the notes on a chapter.
struct NotesChange: Sendable, Equatable {
    /// The notes as the device knew them.
    let before: String
    let after: String

    /// Whether notes that another device changed meanwhile have all that this change added, and nothing that it took out: it came before, and its answer
    /// was lost. Brought in again it would be there twice.
    func isIn(_ notes: String) -> Bool {
        guard notes != before.asWritten else { return false }
        let (old, new, known) = (Self.lines(of: before), Self.lines(of: after), Self.lines(of: notes))
        var rest = known[...]
        for line in new {
            guard let place = rest.firstIndex(of: line) else { return false }
            rest = rest[(place + 1)...]
        }
        return Set(old).subtracting(new).isDisjoint(with: known)
    }

    private static func lines(of text: String) -> [Substring] { text.asWritten.split(separator: "\n") }
}

/// An author's notes to themselves on a chapter. They are never published; only their author ever sees them.
enum ChapterNotes {
    /// The most characters.
    static let longest = 20_000

    /// The notes as they are; empty where there are none.
    static func read(_ chapter: ChapterID, in db: any Connection) throws -> String {
        try db.first("SELECT notes FROM stories_chapter_notes WHERE chapter_id = \(chapter)" as Query<String>) ?? ""
    }

    /// Keeps a change. Where another device changed them too, the lines of both are kept.
    /// - Returns: the notes as they are now.
    static func save(_ change: NotesChange, of chapter: ChapterID, in write: Write) throws -> String {
        let known = try read(chapter, in: write)
        if change.isIn(known) { return known }
        let notes = TextMerge(base: change.before.asWritten, first: known, second: change.after.asWritten).text
        guard notes != known else { return known }
        guard notes.length <= longest else { throw SaveRefusal.notesTooLong }
        try write.run(
            """
            INSERT INTO stories_chapter_notes (chapter_id, notes, changed_at, changed_by)
            VALUES (\(chapter), \(notes), \(write.now), \(write.actor))
            ON CONFLICT (chapter_id) DO UPDATE SET notes = excluded.notes, changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
        return notes
    }
}
