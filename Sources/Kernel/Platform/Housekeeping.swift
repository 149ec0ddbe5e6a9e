import Core
import Database
import Events
import Jobs
import Media
import Search

/// What would otherwise grow for ever, cleared every night: finished jobs, old events, what broken uploads left behind; and
/// the search index, whose many small writes are merged.
struct Housekeeping: Sendable {
    static let id = "platform.housekeeping"
    /// Long enough to answer "did last week's import work?".
    static let jobsAreKept = Duration.seconds(14 * 86_400)
    /// A screen that was away for longer is drawn anew.
    static let eventsAreKept = Duration.seconds(7 * 86_400)
    /// No upload takes longer than this.
    static let uploadsAreKept = Duration.seconds(86_400)

    let site: Site

    var kind: JobKind { JobKind(Self.id, limit: 1) { (_: NoPayload, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.id, .daily(hour: 3, minute: 30, timeZone: site.configuration.zone), kind: Self.id) }

    private func run() async throws {
        let (jobs, events, now) = (site.jobs, site.events, site.clock.now())
        try await site.database.write { db in
            try jobs.prune(before: now - Self.jobsAreKept, in: db)
            try events.prune(before: now - Self.eventsAreKept, in: db)
        }
        try await site.media.removeTemporaryFiles(olderThan: Self.uploadsAreKept)
        try await site.search.tidy(site.database)
    }
}
