import Accounts
import Core
import Database
import Platform

/// Messages' share in the export and the erasure of a person's data (CORE-020): what they wrote goes with them, and what
/// others wrote to them stays with those others.
struct MessagesData: PersonalData {
    let site: Site
    let folder = "messages"
    var title: Text { "Messages" }

    private struct Share: Encodable {
        let conversation: Int64
        let title: String
        let with: String?
        let from: String
        let words: String
        let at: String
    }

    /// Read at once; an export goes on with the next until there are no more.
    private static let pageSize = 1000

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        var after = MessageID(0)
        var number = 1
        while true {
            let last = after
            let page = try await site.database.readInBackground { db in try Self.page(of: person, after: last, in: db) }
            guard let end = page.last?.first else { return }
            try export.add(page.map(\.second), as: "messages-\(number).json", "Messages, part \(number)")
            after = end
            number += 1
        }
    }

    private static func page(of person: PersonID, after: MessageID, in db: any Connection) throws -> [(first: MessageID, second: Share)] {
        let rows = try db.all(
            """
            SELECT m.id, m.conversation_id, m.author_id, m.words, m.changed_at, c.title,
                CASE WHEN c.first_person = \(person) THEN c.second_person ELSE c.first_person END
            FROM message_participant p JOIN message_conversation c ON c.id = p.conversation_id JOIN message_post m ON m.conversation_id = c.id
            WHERE p.person_id = \(person) AND (m.is_shown = 1 OR m.author_id = \(person)) AND m.id > \(after)
            ORDER BY m.id LIMIT \(pageSize)
            """ as Query<ExportRow>)
        let names = try People.names(of: Set(rows.compactMap(\.other)), in: db)
        return rows.map { row in
            let other = row.other.flatMap { names[$0] }
            return (
                row.id,
                Share(
                    conversation: row.conversation.number, title: row.title, with: other, from: row.author == person ? "you" : other ?? "",
                    words: row.words, at: row.at.rfc3339)
            )
        }
    }

    func erase(_ person: PersonID, in write: Write) throws {
        try forgetTitles(of: person, in: write)
        try write.run("DELETE FROM message_post WHERE author_id = \(person)")
        try write.run("DELETE FROM message_participant WHERE person_id = \(person)")
        try write.run("DELETE FROM message_block WHERE person_id = \(person) OR blocked_id = \(person)")
        try write.run("UPDATE message_conversation SET first_person = NULL WHERE first_person = \(person)")
        try write.run("UPDATE message_conversation SET second_person = NULL WHERE second_person = \(person)")
        for table in ["message_conversation", "message_participant", "message_post"] {
            try write.run("UPDATE \(raw: table) SET changed_by = NULL WHERE changed_by = \(person)")
        }
        try write.run("DELETE FROM message_conversation WHERE first_person IS NULL AND second_person IS NULL")
    }

    /// A conversation is named by what it is about: the words of this person, where they wrote that, or of somebody who has gone before.
    private func forgetTitles(of person: PersonID, in db: any Connection) throws {
        let subjects = try db.all(
            """
            SELECT DISTINCT subject_kind, subject_id FROM message_conversation
            WHERE (first_person = \(person) OR second_person = \(person)) AND subject_kind IS NOT NULL ORDER BY subject_id LIMIT 20000
            """ as Query<Row2<String, Int64>>)
        let declared = site.extensions[.moderatedSubjects]
        for subject in subjects {
            let author = try declared.first { $0.kind == subject.first }?.snapshot(of: subject.second, in: db)?.author
            guard author == nil || author == person else { continue }
            try db.run("UPDATE message_conversation SET title = '' WHERE subject_kind = \(subject.first) AND subject_id = \(subject.second)")
        }
    }
}

/// A message with the conversation it is in.
private struct ExportRow: SQLRow {
    let id: MessageID
    let conversation: ConversationID
    let author: PersonID?
    let words: String
    let at: Instant
    let title: String
    let other: PersonID?

    init(row: inout RowReader) throws {
        id = try row.next()
        conversation = try row.next()
        author = try row.next()
        words = try row.next()
        at = try row.next()
        title = try row.next()
        other = try row.next()
    }
}
