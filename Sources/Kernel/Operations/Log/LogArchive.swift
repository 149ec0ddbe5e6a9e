import Audit
import Core
import Database
import Foundation
import Jobs
import Platform

/// Moves old entries of the log into files, by date or by number (LIB-113). Nothing is ever removed without being archived.
struct LogArchive: Sendable {
    let site: Site
    static let archiveJob = Job<Policy>("operations.archive-log")
    static let nightlyJob = Job<NoPayload>("operations.archive-log-nightly")

    /// What is to go; nil does not matter.
    struct Policy: Codable, Sendable, Equatable {
        var days: Int?
        var entries: Int?
        var by: PersonID?
    }

    var kinds: [JobKind] {
        [
            JobKind(Self.archiveJob, timeout: .seconds(3600), limit: 1) { (policy: Policy, context) in try await run(policy, context) },
            JobKind(Self.nightlyJob, timeout: .seconds(3600), limit: 1) { (_, context) in
                let (days, entries) = (site.value(of: OperationsSettings.log.setting), site.value(of: OperationsSettings.logEntries))
                try await run(Policy(days: days > 0 ? days : nil, entries: entries > 0 ? entries : nil), context)
            },
        ]
    }

    var schedule: Schedule { Schedule(Self.nightlyJob, .daily(hour: 3, minute: 20, timeZone: site.configuration.zone)) }

    /// Asks for it, on behalf of an administrator.
    func ask(_ policy: Policy) async throws {
        let jobs = site.jobs
        try await site.write(by: policy.by) { write in try jobs.enqueue(Self.archiveJob, policy, key: "log", by: policy.by, in: write) }
    }

    /// How many entries a policy would move.
    func count(_ policy: Policy) async throws -> Int {
        let audit = site.audit
        let moment = policy.days.map { site.clock.now() - .days($0) }
        return try await site.database.readInBackground { db in
            guard let last = try audit.lastToArchive(before: moment, keeping: policy.entries, in: db) else { return 0 }
            return try db.one("SELECT count(*) FROM audit_entry WHERE id <= \(last)" as Query<Int>)
        }
    }

    private func run(_ policy: Policy, _ context: JobContext) async throws {
        guard policy.days != nil || policy.entries != nil else { return }
        let audit = site.audit
        let moment = policy.days.map { site.clock.now() - .days($0) }
        let last = try await site.database.readInBackground { db in try audit.lastToArchive(before: moment, keeping: policy.entries, in: db) }
        guard let last else { return }
        var done = 0
        while let archive = try await audit.archive(upTo: last, into: site.folder.archive, by: policy.by, database: site.database) {
            try Task.checkCancellation()
            done += archive.count
            context.progress(0.5, note: "\(done) entries are in the archive.")
        }
    }
}
