public import Core
public import Database
public import Foundation
import Synchronization

/// Sums per day of the site, without persons (CORE-022, CORE-038).
///
/// ``add(_:to:of:at:in:)`` counts in the transaction of the fact: both are kept or neither. It appends a line, so two
/// facts at once never wait for the same row; ``fold(in:)`` makes sums of the lines. What is too frequent to be
/// written each time, such as views of pages, is ``note(_:of:)``d in memory and written by ``flush(to:)``.
public final class DailyCounts: Sendable {
    private struct Key: Hashable {
        let measure: String
        let day: String
        let part: String
    }

    /// The day of the last note and when it ends, so that the calendar is not asked for each page.
    private struct Today {
        let zone: TimeZone
        let from: Instant
        let until: Instant
        let text: String
    }

    private struct Notes {
        var amounts: [Key: Int] = [:]
        var today: Today?
    }

    private let clock: SiteClock
    private let zone: @Sendable () -> TimeZone
    /// Guards what was noted and is not written yet.
    private let notes = Mutex(Notes())

    /// Counts by `clock`; `zone` says in which time zone a day begins.
    public init(clock: SiteClock = .wall, zone: @escaping @Sendable () -> TimeZone) {
        self.clock = clock
        self.zone = zone
    }

    /// The present day of the site.
    public var today: Day { Day(clock.now(), in: zone()) }

    // MARK: Counting

    /// Counts in the transaction of the fact.
    /// - Parameters:
    ///   - part: what the measure is broken down by; empty for a measure without a breakdown.
    ///   - moment: when it happened; nil is now.
    public func add(_ amount: Int = 1, to measure: Measure, of part: String = "", at moment: Instant? = nil, in db: any Connection) throws {
        try add(amount, to: measure, of: part, on: Day(moment ?? clock.now(), in: zone()), in: db)
    }

    /// Counts on a day of the site.
    public func add(_ amount: Int, to measure: Measure, of part: String, on day: Day, in db: any Connection) throws {
        try append(amount, Key(measure: measure.id, day: day.description, part: part), clock.now(), in: db)
    }

    /// Counts one in memory; it is in the database after the next ``flush(to:)``.
    public func note(_ measure: Measure, of part: String = "") {
        let (now, zone) = (clock.now(), zone())
        notes.withLock { notes in
            let today: Today
            if let known = notes.today, known.zone == zone, known.from <= now, now < known.until {
                today = known
            } else {
                let day = Day(now, in: zone)
                today = Today(zone: zone, from: day.start(in: zone), until: day.start(in: zone, after: 1), text: day.description)
                notes.today = today
            }
            notes.amounts[Key(measure: measure.id, day: today.text, part: part), default: 0] += 1
        }
    }

    /// Writes what was noted; what cannot be written is kept for the next time.
    public func flush(to database: Database) async throws {
        let taken = notes.withLock { notes in
            defer { notes.amounts = [:] }
            return notes.amounts
        }
        guard !taken.isEmpty else { return }
        let now = clock.now()
        do {
            try await database.write { db in
                for (key, amount) in taken { try self.append(amount, key, now, in: db) }
            }
        } catch {
            notes.withLock { $0.amounts.merge(taken, uniquingKeysWith: +) }
            throw error
        }
    }

    /// Says how much there is of a level today; the last word of a day holds.
    public func set(_ amount: Int, of measure: Measure, part: String = "", in db: any Connection) throws {
        let now = clock.now()
        try db.run(
            """
            INSERT INTO analytics_day (measure, day, part, amount, changed_at, changed_by)
            VALUES (\(measure.id), \(Day(now, in: zone()).description), \(part), \(amount), \(now), \(nil as PersonID?))
            ON CONFLICT (measure, day, part) DO UPDATE SET amount = excluded.amount, changed_at = excluded.changed_at
            """)
    }

    private func append(_ amount: Int, _ key: Key, _ now: Instant, in db: any Connection) throws {
        try db.run(
            """
            INSERT INTO analytics_count (measure, day, part, amount, changed_at, changed_by)
            VALUES (\(key.measure), \(key.day), \(key.part), \(amount), \(now), \(nil as PersonID?))
            """)
    }

    // MARK: Upkeep

    /// Makes sums of the lines so far. The statements see one snapshot, so a line that comes meanwhile is left for the next time.
    public func fold(in db: any Connection) throws {
        guard let last = try db.one("SELECT max(id) FROM analytics_count" as Query<Int64?>) else { return }
        let now = clock.now()
        try db.run(
            """
            INSERT INTO analytics_day (measure, day, part, amount, changed_at, changed_by)
            SELECT measure, day, part, CAST(sum(amount) AS BIGINT), CAST(\(now) AS BIGINT), CAST(\(nil as PersonID?) AS BIGINT)
            FROM analytics_count WHERE id <= \(last) GROUP BY measure, day, part
            ON CONFLICT (measure, day, part) DO UPDATE SET
                amount = analytics_day.amount + excluded.amount, changed_at = excluded.changed_at
            """)
        try db.run("DELETE FROM analytics_count WHERE id <= \(last)")
    }

    /// Forgets days before this one.
    @discardableResult
    public func prune(before day: Day, in db: any Connection) throws -> Int {
        try db.run("DELETE FROM analytics_day WHERE day < \(day.description)")
    }

    // MARK: Reading

    /// The amounts of some measures from one day to another, both included: what was folded and what was not.
    public func amounts(of measures: [Measure], from: Day, through: Day, in db: any Connection) throws -> [DayAmount] {
        try db.all(
            """
            SELECT measure, day, part, CAST(sum(amount) AS BIGINT) FROM (
                SELECT measure, day, part, amount FROM analytics_day
                WHERE measure IN \(list: measures.map(\.id)) AND day >= \(from.description) AND day <= \(through.description)
                UNION ALL
                SELECT measure, day, part, amount FROM analytics_count
                WHERE measure IN \(list: measures.map(\.id)) AND day >= \(from.description) AND day <= \(through.description)
            ) AS lines GROUP BY measure, day, part ORDER BY measure, day, part
            """)
    }
}

/// How much there was of a measure on a day, of one part.
public struct DayAmount: SQLRow, Equatable {
    /// The id of the measure.
    public let measure: String
    /// The day of the site.
    public let day: Day
    /// What the measure is broken down by; empty without a breakdown.
    public let part: String
    /// How much.
    public let amount: Int

    /// An amount by its parts.
    public init(measure: String, day: Day, part: String, amount: Int) {
        self.measure = measure
        self.day = day
        self.part = part
        self.amount = amount
    }

    /// Takes measure, day, part and amount.
    public init(row: inout RowReader) throws {
        measure = try row.next()
        let text: String = try row.next()
        guard let day = Day(text) else { throw DatabaseError.unreadable("“\(text)” is no day.") }
        self.day = day
        part = try row.next()
        amount = try row.next()
    }
}
