import Analytics
import Core
import Database
import Events
import Jobs
import Media
import Search

/// What would otherwise grow for ever, cleared every night: finished jobs, old events, who read what, what broken uploads left
/// behind, files that nobody holds; and the search index, whose many small writes are merged.
public struct MaintenanceJob: Sendable {
    /// What administrators choose about it.
    public static let settings = [jobs.declaration, readers.declaration]

    /// Long enough to answer "did last week's import work?".
    static let jobs = Retention(
        "platform.job-days", "Finished jobs", hint: "Days. Failed jobs stay until someone has looked at them.", days: 14, limits: 1...365)
    static let readers = Retention(
        "platform.reader-days", "Who read what", hint: "Days to keep the names; the counts stay. 0: as long as the account exists.",
        days: 365, limits: 0...3650)

    static let job = Job<NoPayload>("platform.housekeeping")
    /// So many interactions forget their names in one transaction.
    static let batch = 5_000
    /// A screen that was away for longer is drawn anew.
    static let eventsAreKept = Duration.seconds(7 * 86_400)
    /// No upload takes longer than this.
    static let uploadsAreKept = Duration.seconds(86_400)

    let site: Site

    var kind: JobKind { JobKind(Self.job, limit: 1) { (_, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.job, .daily(hour: 3, minute: 30, timeZone: site.configuration.zone)) }

    private func run() async throws {
        let (site, now) = (site, site.clock.now())
        try await site.database.write { db in
            if let limit = site.limit(of: Self.jobs) { try site.jobs.prune(before: limit, in: db) }
            try SubmissionLedger.prune(before: now - KeyedCalls.life, in: db)
            try site.events.prune(before: now - Self.eventsAreKept, in: db)
        }
        if let limit = site.limit(of: Self.readers) {
            while try await site.database.write({ try site.analytics.forget(before: limit, most: Self.batch, in: $0) }) == Self.batch {
                try Task.checkCancellation()
            }
        }
        try await site.media.removeTemporaryFiles(olderThan: Self.uploadsAreKept)
        try await site.media.sweep(olderThan: Self.uploadsAreKept)
        try await site.search.tidy(site.database)
    }
}
