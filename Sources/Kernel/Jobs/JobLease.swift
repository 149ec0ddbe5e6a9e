import Core
import Database
import Foundation

/// A job that this node has taken, and has for itself until the lease ends.
struct ClaimedJob: SQLRow {
    let id: JobID
    let kind: String
    let payload: String
    let attempt: Int

    init(row: inout RowReader) throws {
        id = try row.next()
        kind = try row.next()
        payload = try row.next()
        attempt = try row.next()
    }
}

/// The database side of running jobs: who runs what, and until when it is theirs.
struct JobLeases: Sendable {
    /// Renewed several times while a job runs; when it ends, the node has died, and another may take over.
    static let length = Duration.seconds(60)

    /// This node, in this life.
    let owner: String
    let clock: SiteClock

    /// The clocks of nodes may differ by this much.
    static let tolerance = Duration.seconds(60)

    /// Moves what was put off with a clock that has been set back since: it waits as long as was meant, and not until the clock is
    /// there again. A row from the future tells of such a clock.
    func followClock(in db: any Connection) throws {
        let now = clock.now()
        try db.run(
            """
            UPDATE job_task SET run_at = run_at - (changed_at - \(now)), lease_until = lease_until - (changed_at - \(now)), changed_at = \(now)
            WHERE state IN ('waiting', 'running') AND changed_at > \(now + Self.tolerance)
            """)
    }

    /// Jobs of a node that died in the middle go back to the queue. What this node runs is its own whatever the clock says: it
    /// was set forward if the lease seems to have ended.
    ///
    /// On SQLite there is one node only: what its previous life was running is free at once. Elsewhere the lease decides.
    func recover(atStart: Bool, in db: any Connection) throws -> Int {
        let now = clock.now()
        let isOrphaned: SQL =
            atStart && db.dialect == .sqlite ? "lease_owner <> \(owner)" : "lease_until < \(now) AND lease_owner <> \(owner)"
        return try db.run(
            """
            UPDATE job_task SET state = CASE WHEN cancel_requested = 1 THEN 'cancelled' ELSE 'waiting' END,
                lease_owner = NULL, lease_until = NULL, run_at = \(now), changed_at = \(now)
            WHERE state = 'running' AND \(isOrphaned)
            """)
    }

    /// Takes the next due job of one of these kinds.
    func claim(_ kinds: [String], in db: any Connection) throws -> ClaimedJob? {
        let now = clock.now()
        let due: Query<JobID> =
            """
            SELECT id FROM job_task WHERE state = 'waiting' AND run_at <= \(now) AND kind IN \(list: kinds)
            ORDER BY run_at, id LIMIT 1\(db.dialect.skipLocked)
            """
        guard let id = try db.first(due) else { return nil }
        return try db.first(
            """
            UPDATE job_task SET state = 'running', attempts = attempts + 1, lease_owner = \(owner),
                lease_until = \(now + Self.length), progress = 0, note = \(nil as String?), changed_at = \(now)
            WHERE id = \(id) RETURNING id, kind, payload, attempts
            """)
    }

    /// Renews the lease and stores how far the job is. False when the job should stop: someone asked for it, or it is no
    /// longer ours.
    func renew(_ id: JobID, _ report: JobContext.Report?, in db: any Connection) throws -> Bool {
        let now = clock.now()
        let note = try report?.note.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let progress: SQL = report.map { "progress = \($0.progress), note = \(note)," } ?? ""
        let wish = try db.first(
            """
            UPDATE job_task SET \(progress) lease_until = \(now + Self.length), changed_at = \(now)
            WHERE id = \(id) AND lease_owner = \(owner) AND state = 'running' RETURNING cancel_requested
            """ as Query<Bool>)
        return wish == false
    }

    /// Lets go of a job, in its new state; nothing happens if it is no longer ours.
    func finish(_ id: JobID, _ outcome: JobOutcome, in db: any Connection) throws {
        let now = clock.now()
        let change: SQL =
            switch outcome {
            case .done: "state = 'done', progress = 1, failure = NULL"
            case .again(let moment, let reason): "state = 'waiting', run_at = \(moment), failure = \(reason)"
            case .failed(let reason): "state = 'failed', failure = \(reason)"
            case .cancelled: "state = 'cancelled'"
            case .interrupted: "state = 'waiting', run_at = \(now), attempts = attempts - 1"
            case .noRoom(let moment, let reason): "state = 'waiting', run_at = \(moment), failure = \(reason), attempts = attempts - 1"
            }
        try db.run(
            """
            UPDATE job_task SET \(change), lease_owner = NULL, lease_until = NULL, changed_at = \(now)
            WHERE id = \(id) AND lease_owner = \(owner) AND state = 'running'
            """)
        try db.notify(JobQueue.channel)
    }

    /// When the next job of these kinds, or the next schedule, is due.
    func nextDue(_ kinds: [String], _ schedules: [String], in db: any Connection) throws -> Instant? {
        let job = try db.one(
            "SELECT min(run_at) FROM job_task WHERE state = 'waiting' AND kind IN \(list: kinds)" as Query<Instant?>)
        let schedule = try db.one("SELECT min(next_at) FROM job_schedule WHERE id IN \(list: schedules)" as Query<Instant?>)
        return [job, schedule].compactMap { $0 }.min()
    }
}

/// How an attempt ended.
enum JobOutcome: Sendable, Equatable {
    case done
    case again(Instant, String)
    case failed(String)
    case cancelled
    /// The node stops; this attempt does not count.
    case interrupted
    /// There was no room on a disk. That is nothing that the job could do something about, so this attempt does not count.
    case noRoom(Instant, String)

    /// For metrics.
    var name: String {
        switch self {
        case .done: "done"
        case .again: "again"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .interrupted: "interrupted"
        case .noRoom: "no-room"
        }
    }
}
