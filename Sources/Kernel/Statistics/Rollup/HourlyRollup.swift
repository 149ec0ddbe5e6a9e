import Analytics
import Core
import Database
import Jobs
import Platform

/// What is done every hour: lines become sums, levels are noted, what is older than wanted is forgotten.
struct HourlyRollup: Sendable {
    static let job = Job<NoPayload>("statistics.hour")
    let site: Site

    var kind: JobKind {
        JobKind(Self.job, retries: 1, timeout: .seconds(300), limit: 1) { (_, _) in try await run() }
    }

    var schedule: Schedule { Schedule(Self.job, .every(.seconds(3600))) }

    func run() async throws {
        let (counts, levels) = (site.counts, site.extensions[.levels])
        let years = site.value(of: StatisticsSettings.years)
        let oldest = counts.today.adding(-366 * years)
        let start = oldest.start(in: site.configuration.zone)
        try await site.write(by: nil) { write in
            try counts.fold(in: write)
            for level in levels { try Self.note(level, counts, in: write) }
            guard years > 0 else { return }
            try counts.prune(before: oldest, in: write)
            try write.run("UPDATE analytics_measure SET known_from = \(start) WHERE known_from < \(start)")
        }
    }

    /// Notes what there is of each part, and nothing of a part that there was before and is no more.
    private static func note(_ level: Level, _ counts: DailyCounts, in db: any Connection) throws {
        let now = try level.read(db)
        for (part, amount) in now { try counts.set(amount, of: level.measure, part: part, in: db) }
        let today = counts.today.description
        let gone = try db.all(
            "SELECT part FROM analytics_day WHERE measure = \(level.measure.id) AND day = \(today)" as Query<String>)
        for part in gone where !now.contains(where: { $0.part == part }) { try counts.set(0, of: level.measure, part: part, in: db) }
    }
}
