import Audit
import Core
import Database
import Foundation
import Hosting
import Jobs
import Platform

/// Makes backups by jobs, proves each one by restoring it, and keeps as many as the settings say (LIB-142, CORE-040).
struct Backups: Sendable {
    let site: Site
    let alerts: Alerts
    static let backupJob = Job<Order>("operations.backup")
    static let drillJob = Job<DrillOrder>("operations.backup-drill")
    static let checkJob = Job<NoPayload>("operations.backup-check")

    /// What a job needs to know.
    struct Order: Codable, Sendable {
        var reason: BackupManifest.Reason
        var by: PersonID?
    }

    /// Which backup to restore.
    struct DrillOrder: Codable, Sendable { var name: String }

    var kinds: [JobKind] {
        [
            JobKind(Self.checkJob, limit: 1) { (_, _) in
                try await adopt()
                try await askIfDue()
            },
            JobKind(Self.backupJob, retries: 1, timeout: .seconds(6 * 3600), limit: 1) { (order: Order, context) in try await make(order, context) },
            JobKind(Self.drillJob, retries: 1, timeout: .seconds(6 * 3600), limit: 1) { (order: DrillOrder, context) in
                try await drill(order.name, context)
            },
        ]
    }

    /// Whether a site without a backup should have had its first one: the night after its first start is over, with hours for the test.
    static func isOverdue(_ site: Site, in db: any Connection) throws -> Bool { try site.age(in: db) > .seconds(36 * 3600) }

    var schedule: Schedule { Schedule(Self.checkJob, .daily(hour: 2, minute: 10, timeZone: site.configuration.zone)) }

    /// Asks for a backup; while one waits already, that one is the answer.
    func ask(by person: PersonID?) async throws {
        try await site.write(by: person) { write in
            try write.enqueue(Self.backupJob, Order(reason: .asked, by: person), key: "asked")
            try write.audit(.run, AuditName("operations.backup", "asked"))
        }
    }

    /// Makes one here and now, for the command line.
    func makeNow() async throws -> URL {
        let made = try await SiteBackup(folder: site.folder, database: site.database, clock: site.clock).make(.asked)
        try await keep(made.file.lastPathComponent, made.manifest, by: nil)
        return made.file
    }

    /// Takes in files that nobody noted: the process that made one died before it could, or the database is an older one, for it was
    /// restored. Their drill says whether they are any good.
    private func adopt() async throws {
        let files = try BackupName.all(in: site.folder).filter { $0.reason != .update }
        let known = Set(try await site.database.read { try $0.all("SELECT name FROM operations_backup WHERE name IS NOT NULL" as Query<String>) })
        for file in files where !known.contains(file.text) {
            site.log(.notice, "backup.adopted", ["name": .string(file.text)])
            try await keep(file.text, reason: file.reason, madeAt: file.madeAt, details: ["adopted": "true"], by: nil)
        }
    }

    private func askIfDue() async throws {
        let latest = try BackupName.all(in: site.folder).first { $0.reason != .update }
        // An hour less, so that a backup that took long last time does not put off the next by a day.
        let pause = .days(site.value(of: OperationsSettings.backupDays)) - Duration.seconds(3600)
        if let latest, latest.madeAt + pause > site.clock.now() { return }
        let jobs = site.jobs
        try await site.write(by: nil) { write in try jobs.enqueue(Self.backupJob, Order(reason: .scheduled), key: "scheduled", in: write) }
    }

    private func make(_ order: Order, _ context: JobContext) async throws {
        do {
            context.progress(0, note: "The database is being copied.")
            let made = try await SiteBackup(folder: site.folder, database: site.database, clock: site.clock).make(order.reason) {
                context.progress($0, note: "The files are being copied.")
            }
            try await keep(made.file.lastPathComponent, made.manifest, by: order.by)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            let (now, reason, words) = (site.clock.now(), order.reason.rawValue, String("\(error)".prefix(1000)))
            try await site.write(by: nil) { write in
                try write.run(
                    """
                    INSERT INTO operations_backup (reason, made_at, failure, changed_at, changed_by)
                    VALUES (\(reason), \(now), \(words), \(now), \(order.by))
                    """)
                try alerts.send(.backupFailed, in: write)
            }
            throw error
        }
    }

    private func keep(_ name: String, _ manifest: BackupManifest, by person: PersonID?) async throws {
        try await keep(
            name, reason: manifest.reason, madeAt: manifest.madeAt,
            details: ["auditHead": manifest.audit.head, "files": String(manifest.files.count)], by: person)
    }

    /// Notes a finished backup and asks for its drill; what is noted already stays as it is.
    private func keep(
        _ name: String, reason: BackupManifest.Reason, madeAt: Instant, details: [String: String], by person: PersonID?
    ) async throws {
        let now = site.clock.now()
        try await site.write(by: person) { write in
            let added = try write.run(
                """
                INSERT INTO operations_backup (name, reason, made_at, changed_at, changed_by)
                VALUES (\(name), \(reason.rawValue), \(madeAt), \(now), \(person)) ON CONFLICT (name) DO NOTHING
                """)
            guard added > 0 else { return }
            try write.enqueue(Self.drillJob, DrillOrder(name: name), key: name)
            try write.audit(.create, AuditName("operations.backup", name), details)
        }
    }

    private func drill(_ name: String, _ context: JobContext) async throws {
        let file = site.folder.backups.appending(path: name)
        guard FileManager.default.fileExists(atPath: file.path) else { throw JobRefusal("\(name) is not there any more.") }
        let report = await RestoreDrill(site: site, file: file).run { context.progress($0) }
        let (now, stored) = (site.clock.now(), try StoredJSON(report))
        try await site.write(by: nil) { write in
            try write.run("UPDATE operations_backup SET tested_at = \(now), report = \(stored), changed_at = \(now) WHERE name = \(name)")
            if !report.problems.isEmpty { try alerts.send(.drillFailed, in: write) }
            try write.audit(.run, AuditName("operations.backup", name), DrillNote(report))
        }
        guard report.problems.isEmpty else { throw JobRefusal(report.problems.joined(separator: " ")) }
        try removeOld()
    }

    /// Keeps as many as the settings say. It runs after a backup has passed its drill, so the newest good one is never removed.
    private func removeOld() throws {
        let all = try BackupName.all(in: site.folder).filter { $0.reason != .update }
        for old in all.dropFirst(site.value(of: OperationsSettings.backupsKept)) {
            try FileManager.default.removeItem(at: site.folder.backups.appending(path: old.text))
        }
    }
}

/// What the system log tells of a backup's test.
private struct DrillNote: Encodable {
    let tables: Int
    let files: Int
    /// Left out when there are none.
    let problems: String?

    init(_ report: DrillReport) {
        (tables, files) = (report.tables, report.files)
        problems = report.problems.isEmpty ? nil : report.problems.joined(separator: " ")
    }
}
