public import Core
public import Database
import Foundation

/// The ordered stream of changes. An event is written in the transaction of the change that it tells of, so that there is
/// never one without the other.
public struct EventLog: Sendable {
    static let channel = "stoa_events"
    /// Tells streams that what their viewer may see has changed.
    static let accessTopic = "access"
    /// How many events one look takes in.
    public static let pageSize = 100
    let clock: SiteClock

    /// A log that stamps events by `clock`.
    public init(clock: SiteClock = .wall) { self.clock = clock }

    /// Adds an event; whoever follows hears of it after the commit. `data` becomes JSON.
    @discardableResult
    public func append(
        topic: String, audience: EventAudience, kind: String, data: some Encodable, by person: PersonID? = nil,
        in db: any Connection
    ) throws -> Int64 {
        // Held until the commit: sequence numbers then become visible in their order, and who resumes misses none.
        // (SQLite has one writer anyway.)
        if db.dialect == .postgres { try db.run("SELECT pg_advisory_xact_lock(7306095)") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(data), as: UTF8.self)
        let sequence: Int64 = try db.insert(
            """
            INSERT INTO event_log (topic, audience, kind, data, changed_at, changed_by)
            VALUES (\(topic), \(audience), \(kind), \(json), \(clock.now()), \(person))
            """)
        try db.notify(Self.channel)
        return sequence
    }

    /// Ends the open streams of a session once the transaction stands: what it may see has changed, or it is over. No event after this
    /// one reaches them; browsers come back by themselves, as whoever they are then.
    public func endStreams(ofSession session: Int64, in db: any Connection) throws {
        try append(topic: Self.accessTopic, audience: .session(session), kind: "changed", data: [String: String](), in: db)
    }

    /// What `viewer` may see of some topics after a place in the order, oldest first.
    public func after(
        sequence: Int64, topics: [String], viewer: EventViewer, limit: Int = pageSize, in db: any Connection
    ) throws -> [Event] {
        try db.all(
            """
            SELECT \(Event.columns) FROM event_log
            WHERE id > \(sequence) AND topic IN \(list: topics) AND audience IN \(list: viewer.audiences)
            ORDER BY id LIMIT \(limit)
            """)
    }

    /// The place of the newest event, 0 before the first: where a screen that was just drawn begins to follow.
    public func head(in db: any Connection) throws -> Int64 {
        try db.one("SELECT CAST(coalesce(max(id), 0) AS BIGINT) FROM event_log")
    }

    /// Whether every event after `sequence` is still there; if not, the screen must be drawn anew.
    public func isComplete(after sequence: Int64, in db: any Connection) throws -> Bool {
        guard let oldest = try db.one("SELECT min(id) FROM event_log" as Query<Int64?>) else { return true }
        return sequence >= oldest - 1
    }

    /// Forgets what is older.
    @discardableResult
    public func prune(before moment: Instant, in db: any Connection) throws -> Int {
        // The newest stays, so that the place of the head is never forgotten.
        try db.run("DELETE FROM event_log WHERE changed_at < \(moment) AND id < (SELECT max(id) FROM event_log)")
    }
}
