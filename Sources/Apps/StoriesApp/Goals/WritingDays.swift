import Core
import Database
import Platform

/// How many words an author wrote on each day, as their own clock has days. What they deleted counts against it.
enum WritingDays {
    /// The words of a day; never less than none.
    static func words(of person: PersonID, on day: Day, in db: any Connection) throws -> Int {
        let words = "SELECT words FROM stories_writing_day WHERE person_id = \(person) AND day = \(day.description)" as Query<Int>
        return max(0, try db.first(words) ?? 0)
    }

    /// Counts words that were added, or taken out.
    /// - Returns: the words of the day then; never less than none.
    static func note(_ count: Int, of person: PersonID, on day: Day, in write: Write) throws -> Int {
        guard count != 0 else { return try words(of: person, on: day, in: write) }
        let now = try write.one(
            """
            INSERT INTO stories_writing_day (person_id, day, words, changed_at, changed_by)
            VALUES (\(person), \(day.description), \(count), \(write.now), \(write.actor))
            ON CONFLICT (person_id, day) DO UPDATE SET words = stories_writing_day.words + excluded.words,
                changed_at = excluded.changed_at, changed_by = excluded.changed_by
            RETURNING words
            """ as Query<Int>)
        return max(0, now)
    }
}

/// A day of writing, as its author takes it along with their data.
struct WritingDay: Encodable, Sendable, SQLRow {
    let day: String
    let words: Int

    init(row: inout RowReader) throws {
        day = try row.next()
        words = try row.next()
    }
}

extension Query where Row == WritingDay {
    /// The days on which somebody wrote, the latest first.
    static func writingDays(of person: PersonID, limit: Int) -> Self {
        "SELECT day, words FROM stories_writing_day WHERE person_id = \(person) ORDER BY day DESC LIMIT \(limit)"
    }
}
