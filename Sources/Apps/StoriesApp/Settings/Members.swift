import Core
import Database
import Platform

/// What the app keeps about somebody who uses it.
struct MemberRecord: Sendable, Equatable, SQLRow {
    /// When they last looked at their updates.
    let updatesSeenAt: Instant
    /// Whether they see the author's workspace only (STO-035).
    let isAuthorFocused: Bool
    /// How many words they mean to write a day; nil for no goal.
    let wordsPerDay: Int?

    init(row: inout RowReader) throws {
        updatesSeenAt = try row.next()
        isAuthorFocused = try row.next()
        wordsPerDay = try row.next()
    }
}

extension Query where Row == MemberRecord {
    static func member(_ person: PersonID) -> Self {
        "SELECT updates_seen_at, is_author_focused, words_per_day FROM stories_member WHERE person_id = \(person)"
    }
}

/// The statements that change what the app keeps about its people.
enum Members {
    static func isAuthorFocused(_ person: PersonID, in db: any Connection) throws -> Bool { try db.first(.member(person))?.isAuthorFocused ?? false }

    /// Begins to count what is new from now on, for somebody about whom nothing is kept yet.
    static func note(_ person: PersonID, in write: Write) throws {
        try write.run(
            """
            INSERT INTO stories_member (person_id, updates_seen_at, changed_at, changed_by)
            VALUES (\(person), \(write.now), \(write.now), \(person)) ON CONFLICT (person_id) DO NOTHING
            """)
    }

    static func noteUpdatesSeen(by person: PersonID, in write: Write) throws {
        try write.run(
            "UPDATE stories_member SET updates_seen_at = \(write.now), changed_at = \(write.now), changed_by = \(person) WHERE person_id = \(person)")
    }

    static func set(_ settings: StoriesSettings, of person: PersonID, in write: Write) throws {
        try note(person, in: write)
        try write.run(
            """
            UPDATE stories_member SET is_author_focused = \(settings.authorFocused), words_per_day = \(settings.wordsPerDay), changed_at = \(write.now), changed_by = \(person)
            WHERE person_id = \(person)
            """)
    }
}
