public import Core
public import Database
import Foundation

/// Asks for jobs and tells about them. A job that is asked for in a transaction is there if the transaction is, and only
/// then.
public struct JobQueue: Sendable {
    static let channel = "stoa_jobs"
    let clock: SiteClock

    /// A queue that tells the time by `clock`.
    public init(clock: SiteClock = .wall) { self.clock = clock }

    /// Asks for a job, now or later. While one of the same kind and `key` is still waiting, that one is the answer and nothing is
    /// added.
    @discardableResult
    public func enqueue<P>(
        _ job: Job<P>, _ payload: P, runAt: Instant? = nil, key: String? = nil, by person: PersonID? = nil, in db: any Connection
    ) throws -> JobID {
        let kind = job.id
        if let key {
            let waiting = "SELECT id FROM job_task WHERE kind = \(kind) AND dedupe_key = \(key) AND state = 'waiting' LIMIT 1" as Query<JobID>
            if let id = try db.first(waiting) { return id }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(payload), as: UTF8.self)
        let now = clock.now()
        let id: JobID = try db.insert(
            """
            INSERT INTO job_task (kind, payload, dedupe_key, state, run_at, created_at, changed_at, changed_by)
            VALUES (\(kind), \(json), \(key), \(JobState.waiting), \(runAt ?? now), \(now), \(now), \(person))
            """)
        try db.notify(Self.channel)
        return id
    }

    /// How far a job is; `nil` when there is none, or none any more.
    public func status(_ id: JobID, in db: any Connection) throws -> JobStatus? {
        try db.first("SELECT \(JobStatus.columns) FROM job_task WHERE id = \(id)")
    }

    /// Jobs for the admin portal, newest first.
    public func list(
        state: JobState? = nil, kind: String? = nil, before: JobID? = nil, limit: Int = 50, in db: any Connection
    ) throws -> [JobStatus] {
        var terms: [SQL] = []
        if let state { terms.append("state = \(state)") }
        if let kind { terms.append("kind = \(kind)") }
        if let before { terms.append("id < \(before)") }
        let filter: SQL = terms.isEmpty ? "" : "WHERE \(terms.joined(by: " AND "))"
        return try db.all("SELECT \(JobStatus.columns) FROM job_task \(filter) ORDER BY id DESC LIMIT \(limit)")
    }

    /// How many jobs there are in each state.
    public func counts(in db: any Connection) throws -> [JobState: Int] {
        let rows = try db.all("SELECT state, count(*) FROM job_task GROUP BY state" as Query<Row2<JobState, Int>>)
        return Dictionary(rows.map { ($0.first, $0.second) }) { $0 + $1 }
    }

    /// Stops a job: at once while it waits, soon while it runs. False when it is over already.
    @discardableResult
    public func cancel(_ id: JobID, by person: PersonID? = nil, in db: any Connection) throws -> Bool {
        let now = clock.now()
        let stopped = try db.run(
            """
            UPDATE job_task SET state = 'cancelled', changed_at = \(now), changed_by = \(person)
            WHERE id = \(id) AND state = 'waiting'
            """)
        let asked = try db.run(
            """
            UPDATE job_task SET cancel_requested = 1, changed_at = \(now), changed_by = \(person)
            WHERE id = \(id) AND state = 'running'
            """)
        return stopped + asked > 0
    }

    /// Takes back jobs of a kind and `key` that still wait: what they were asked for is no more.
    public func withdraw<P>(_ job: Job<P>, key: String, in db: any Connection) throws {
        try db.run("DELETE FROM job_task WHERE kind = \(job.id) AND dedupe_key = \(key) AND state = 'waiting'")
    }

    /// Gives a job that failed or was cancelled all its attempts again. False for any other.
    @discardableResult
    public func retry(_ id: JobID, by person: PersonID? = nil, in db: any Connection) throws -> Bool {
        let now = clock.now()
        let changed = try db.run(
            """
            UPDATE job_task SET state = 'waiting', attempts = 0, run_at = \(now), cancel_requested = 0, progress = 0,
                changed_at = \(now), changed_by = \(person)
            WHERE id = \(id) AND state IN ('failed', 'cancelled')
            """)
        if changed > 0 { try db.notify(Self.channel) }
        return changed > 0
    }

    /// Lets waiting jobs of a kind run now instead of after their pause: whatever stood in their way may be gone. Of one
    /// `key`, or all.
    public func hasten<P>(_ job: Job<P>, key: String? = nil, in db: any Connection) throws {
        let kind = job.id
        let now = clock.now()
        let one: SQL = key.map { "AND dedupe_key = \($0)" } ?? ""
        let changed = try db.run(
            "UPDATE job_task SET run_at = \(now), changed_at = \(now) WHERE kind = \(kind) AND state = 'waiting' AND run_at > \(now) \(one)")
        if changed > 0 { try db.notify(Self.channel) }
    }

    /// Forgets jobs that ended well, or were cancelled, before then. Failed ones stay until someone has looked.
    @discardableResult
    public func prune(before moment: Instant, in db: any Connection) throws -> Int {
        try db.run("DELETE FROM job_task WHERE state IN ('done', 'cancelled') AND changed_at < \(moment)")
    }
}
