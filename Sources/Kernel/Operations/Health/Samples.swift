import Core
import Database
import Foundation
import Platform
import Synchronization

/// Takes a sample every minute, makes hours of old minutes, and forgets what nobody looks at any more.
///
/// On PostgreSQL with several nodes each minute is sampled by the node that runs the job, so its figures are that node's.
final class Samples: Sendable {
    /// What the counters said at the last sample.
    private struct Counters: Sendable {
        var requests = 0.0
        var errors = 0.0
        var cells: [Double] = []
    }

    private let site: Site
    private let alerts: Alerts
    /// Guards the counters of the last sample.
    private let last = Mutex<Counters?>(nil)
    /// After that they are kept as hours.
    static let minutesAreKept = Duration.days(2)

    init(site: Site, alerts: Alerts) {
        self.site = site
        self.alerts = alerts
    }

    /// Takes the sample of this minute.
    func take() async throws {
        let now = site.clock.now()
        var sample = Sample(at: Instant(milliseconds: now.milliseconds / 60_000 * 60_000), span: 60)
        count(&sample)
        sample.memory = ProcessMemory.resident
        sample.diskFree = (try? SiteDisk.free(at: site.folder.url)) ?? 0
        let folder = site.folder
        sample.database = try await site.database.read { db in
            switch db.dialect {
            case .sqlite: SiteDisk.size(of: folder.database)
            case .postgres: try db.one("SELECT pg_database_size(current_database())" as Query<Int64>)
            }
        }
        let finished = sample
        let isLow = finished.diskFree > 0 && finished.diskFree < SiteDisk.low
        try await site.write(by: nil) { [site, alerts] write in
            let queue: Int = try write.one("SELECT count(*) FROM job_task WHERE state = 'waiting' AND run_at <= \(now)")
            try Self.store(finished, queue: queue, at: now, in: write)
            try Self.thin(at: now, hoursSince: site.limit(of: OperationsSettings.health), in: write)
            if isLow { try alerts.send(.diskLow, in: write) }
        }
    }

    private func count(_ sample: inout Sample) {
        let metrics = site.metrics
        let present = Counters(
            requests: metrics.sum("stoa_http_requests_total"), errors: metrics.sum("stoa_http_requests_total", where: "status=\"5xx\""),
            cells: metrics.cells("stoa_http_request_duration_seconds"))
        let before = last.withLock { last in
            defer { last = present }
            return last ?? Counters()
        }
        sample.requests = max(0, Int(present.requests - before.requests))
        sample.errors = max(0, Int(present.errors - before.errors))
        let cells = present.cells.enumerated().map { $1 - (before.cells.indices.contains($0) ? before.cells[$0] : 0) }
        sample.p95 = Self.percentile(0.95, of: cells) * 1000
    }

    /// The bound under which a share of the durations lies, in seconds; between two bounds it is taken to be even.
    static func percentile(_ share: Double, of cells: [Double]) -> Double {
        let counts = cells.prefix(Metrics.bounds.count + 1)
        let wanted = counts.reduce(0, +) * share
        guard wanted > 0 else { return 0 }
        var sum = 0.0
        for (index, count) in counts.enumerated() {
            if sum + count >= wanted, count > 0 {
                let low = index == 0 ? 0 : Metrics.bounds[index - 1]
                let high = index < Metrics.bounds.count ? Metrics.bounds[index] : Metrics.bounds[Metrics.bounds.count - 1] * 2
                return low + (high - low) * (wanted - sum) / count
            }
            sum += count
        }
        return 0
    }

    private static func store(_ sample: Sample, queue: Int, at now: Instant, in db: any Connection) throws {
        try db.run(
            """
            INSERT INTO operations_sample (\(Sample.columns), changed_at, changed_by)
            VALUES (\(sample.at), \(sample.span), \(sample.minutes), \(sample.requests), \(sample.errors), \(sample.p95), \(sample.memory),
                \(sample.diskFree), \(sample.database), \(queue), \(now), \(nil as PersonID?))
            ON CONFLICT (span, at) DO NOTHING
            """)
    }

    /// Adds up hours that are over and have not been added up yet.
    private static func thin(at now: Instant, hoursSince limit: Instant?, in db: any Connection) throws {
        let hour: Int64 = 3_600_000
        let thisHour = Instant(milliseconds: now.milliseconds / hour * hour)
        let done = try db.one("SELECT max(at) FROM operations_sample WHERE span = 3600" as Query<Instant?>)
        let from = done.map { $0 + .seconds(3600) } ?? Instant(milliseconds: 0)
        guard from < thisHour else { return }
        // Written into the text: PostgreSQL wants to see that it groups by the very expression that it answers.
        let start: SQL = "at / \(raw: "\(hour)") * \(raw: "\(hour)")"
        try db.run(
            """
            INSERT INTO operations_sample (\(Sample.columns), changed_at, changed_by)
            SELECT \(start), 3600, count(*), CAST(sum(requests) AS BIGINT), CAST(sum(errors) AS BIGINT), max(p95), max(memory), min(disk_free),
                max(database_size), max(queue), CAST(\(now) AS BIGINT), CAST(\(nil as PersonID?) AS BIGINT)
            FROM operations_sample WHERE span = 60 AND at >= \(from) AND at < \(thisHour) GROUP BY \(start)
            ON CONFLICT (span, at) DO NOTHING
            """)
        try db.run("DELETE FROM operations_sample WHERE span = 60 AND at < \(now - minutesAreKept)")
        try db.run("DELETE FROM operations_sample WHERE span = 3600 AND at < \(limit)")
    }
}
