import Core
import Crypto
import Database
import Platform
import Synchronization

/// Notes twice a minute that this node is there: one row for each uninterrupted time, so that a crash, a stop or a kill shows as a gap once
/// the node is back, and months take a few rows (CORE-048).
final class NodeHeartbeat: Sendable {
    static let pause = Duration.seconds(30)
    /// After so long without a beat, a time has been interrupted.
    static let patience = Duration.seconds(90)
    /// The public page goes back 90 days.
    static let kept = Duration.days(100)

    private struct Last: Sendable {
        let run: ID<NodeRun>
        let at: Instant
    }

    private let site: Site
    private let node = randomBytes(9).base64URL
    /// Guards what the last beat noted.
    private let last = Mutex<Last?>(nil)

    init(site: Site) { self.site = site }

    var task: NodeTask { NodeTask("heartbeat", every: Self.pause, run: beat, end: stop) }

    func beat() async throws {
        let (now, known, node) = (site.clock.now(), last.withLock { $0 }, node)
        let run = try await site.write(by: nil, once: nil) { db -> ID<NodeRun> in
            if let known, now - known.at <= Self.patience,
                try db.run("UPDATE operations_run SET last_at = \(now), changed_at = \(now) WHERE id = \(known.run)") > 0
            {
                return known.run
            }
            try db.run("DELETE FROM operations_run WHERE last_at < \(now - Self.kept)")
            return try db.insert(
                """
                INSERT INTO operations_run (node, began_at, last_at, is_stopped, changed_at, changed_by)
                VALUES (\(node), \(now), \(now), 0, \(now), \(nil as PersonID?))
                """)
        }
        last.withLock { $0 = Last(run: run, at: now) }
    }

    /// Notes that the node ends in an orderly way.
    func stop() async throws {
        let (now, known) = (site.clock.now(), last.withLock { $0 })
        guard let known else { return }
        try await site.write(by: nil, once: nil) { db in
            _ = try db.run("UPDATE operations_run SET last_at = \(now), is_stopped = 1, changed_at = \(now) WHERE id = \(known.run)")
        }
        last.withLock { $0 = nil }
    }
}

/// An uninterrupted time of one node.
struct NodeRun: SQLRow, Sendable, Equatable {
    let began: Instant
    /// The last that was heard of it.
    let last: Instant
    /// Whether it ended in an orderly way.
    let isStopped: Bool

    init(began: Instant, last: Instant, isStopped: Bool) {
        self.began = began
        self.last = last
        self.isStopped = isStopped
    }

    init(row: inout RowReader) throws {
        began = try row.next()
        last = try row.next()
        isStopped = try row.next()
    }
}

extension Query where Row == NodeRun {
    /// Every run that lasted at least until then, in order of its beginning.
    static func runs(since moment: Instant) -> Self {
        "SELECT began_at, last_at, is_stopped FROM operations_run WHERE last_at >= \(moment) ORDER BY began_at, last_at LIMIT 50000"
    }
}

extension Query where Row == Instant {
    /// When the schema was changed: a gap with such a moment in it was an update.
    static func updates(since moment: Instant) -> Self {
        "SELECT DISTINCT changed_at FROM stoa_migration WHERE changed_at >= \(moment) ORDER BY changed_at LIMIT 5000"
    }
}
