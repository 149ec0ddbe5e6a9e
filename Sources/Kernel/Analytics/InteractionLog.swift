public import Core
public import Database

/// What people did with what: the source of "most read" and of statistics.
///
/// Counting over long times is work for `report`.
public struct InteractionLog: Sendable {
    private let clock: SiteClock

    /// A log that stamps interactions by `clock`.
    public init(clock: SiteClock = .wall) { self.clock = clock }

    /// Adds one. `kind` names what was done and to what kind of thing, e.g. `library.item.read`. Only who asked for it is
    /// named (CORE-022); everybody else is somebody.
    public func record<Subject>(kind: String, subject: ID<Subject>, person: PersonID?, in db: any Connection) throws {
        let named = try person.flatMap { try names($0, in: db) ? $0 : nil }
        try db.run(
            """
            INSERT INTO analytics_interaction (kind, subject, changed_at, changed_by)
            VALUES (\(kind), \(subject), \(clock.now()), \(named))
            """)
    }

    /// How often it was done to one subject, `since` included.
    public func count<Subject>(kind: String, subject: ID<Subject>, since: Instant? = nil, in db: any Connection) throws -> Int {
        try db.one(
            """
            SELECT count(*) FROM analytics_interaction
            WHERE kind = \(kind) AND subject = \(subject) AND changed_at >= \(since ?? Instant(milliseconds: 0))
            """)
    }

    /// The subjects it was done to most often since then, most often first, the newer one first among equals.
    public func mostFrequent<Subject>(
        kind: String, of type: Subject.Type = Subject.self, since: Instant, limit: Int, in db: any Connection
    ) throws -> [SubjectCount<Subject>] {
        try db.all(
            """
            SELECT subject, count(*) FROM analytics_interaction WHERE kind = \(kind) AND changed_at >= \(since)
            GROUP BY subject ORDER BY 2 DESC, 1 DESC LIMIT \(limit)
            """)
    }

    /// How often it was done in each period of `length` from `from` until (not including) `until`; periods in which it
    /// was not done are left out. Periods of a day begin where `from` begins: at midnight of the site, say.
    public func history(
        kind: String, from: Instant, until: Instant, every length: Duration, in db: any Connection
    ) throws -> [PeriodCount] {
        // Written into the text: PostgreSQL wants to see that it groups by the very expression that it answers.
        let step = max(1, length.wholeMilliseconds)
        let start: SQL = "(changed_at - \(raw: "\(from.milliseconds)")) / \(raw: "\(step)")"
        let rows = try db.all(
            """
            SELECT \(start), count(*) FROM analytics_interaction
            WHERE kind = \(kind) AND changed_at >= \(from) AND changed_at < \(until)
            GROUP BY \(start) ORDER BY 1
            """ as Query<Row2<Int64, Int>>)
        return rows.map { PeriodCount(start: from + .milliseconds($0.first * step), count: $0.second) }
    }

    /// Everything one person did, oldest first, for their own copy of their data.
    public func interactions(of person: PersonID, limit: Int = 10_000, in db: any Connection) throws -> [Interaction] {
        try db.all(
            """
            SELECT kind, subject, changed_at FROM analytics_interaction WHERE changed_by = \(person) ORDER BY id LIMIT \(limit)
            """)
    }

    /// Whether what a person does is noted under their name; at first it is not.
    public func names(_ person: PersonID, in db: any Connection) throws -> Bool {
        try db.first("SELECT person_id FROM analytics_named WHERE person_id = \(person)" as Query<PersonID>) != nil
    }

    /// Notes what a person does under their name from now on, or no longer; then what was noted so far forgets who it was.
    public func setNames(_ isNamed: Bool, _ person: PersonID, in db: any Connection) throws {
        if isNamed {
            try db.run(
                """
                INSERT INTO analytics_named (person_id, changed_at, changed_by) VALUES (\(person), \(clock.now()), \(person))
                ON CONFLICT (person_id) DO NOTHING
                """)
        } else {
            try db.run("DELETE FROM analytics_named WHERE person_id = \(person)")
            try forget(person, in: db)
        }
    }

    /// Keeps the counts and forgets who it was.
    @discardableResult
    public func forget(_ person: PersonID, in db: any Connection) throws -> Int {
        try db.run("UPDATE analytics_interaction SET changed_by = NULL WHERE changed_by = \(person)")
    }

    /// Keeps the counts of what is older and forgets who it was, of at most so many; answers of how many.
    public func forget(before moment: Instant, most: Int, in db: any Connection) throws -> Int {
        try db.run(
            """
            UPDATE analytics_interaction SET changed_by = NULL WHERE id IN (
                SELECT id FROM analytics_interaction WHERE changed_at < \(moment) AND changed_by IS NOT NULL ORDER BY id LIMIT \(most))
            """)
    }
}

/// A subject and how often something was done to it.
public struct SubjectCount<Subject>: SQLRow, Equatable {
    /// Which.
    public let subject: ID<Subject>
    /// How often.
    public let count: Int

    /// Takes the subject and the count.
    public init(row: inout RowReader) throws {
        subject = try row.next()
        count = try row.next()
    }
}

/// A stretch of time and how often something was done in it.
public struct PeriodCount: Equatable, Sendable {
    /// Where it begins.
    public let start: Instant
    /// How often.
    public let count: Int
}

/// One line of the log.
public struct Interaction: SQLRow, Equatable {
    /// What was done.
    public let kind: String
    /// To which subject of that kind.
    public let subject: Int64
    /// When.
    public let at: Instant

    /// Takes kind, subject and time.
    public init(row: inout RowReader) throws {
        kind = try row.next()
        subject = try row.next()
        at = try row.next()
    }
}
