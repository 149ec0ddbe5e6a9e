import Core
import Database
import Foundation
import Hosting
import Interface
import Jobs
import Platform
import Web

/// The page of backups, and the button that makes one.
struct BackupRoutes: Sendable {
    let site: Site
    let backups: Backups

    var routes: [Route] {
        [
            .get(OperationsPaths.backups, allow: .permission(.siteCare), use: show),
            .post(OperationsPaths.backups, allow: .permission(.siteCare), use: backUp),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> BackupsPage {
        let names = try BackupName.all(in: site.folder)
        let jobs = site.jobs
        let (records, running, isOverdue) = try await site.database.read { db in
            (
                try db.all(.backups(limit: 200)),
                try [Backups.backupJob.id, Backups.drillJob.id].flatMap { kind in
                    try jobs.list(state: .running, kind: kind, limit: 5, in: db) + jobs.list(state: .waiting, kind: kind, limit: 5, in: db)
                }, try Backups.isOverdue(site, in: db)
            )
        }
        let known = Dictionary(records.compactMap { record in record.name.map { ($0, record) } }) { first, _ in first }
        let files = names.map { name in
            BackupsPage.Entry(
                name: name,
                size: Int(
                    (try? FileManager.default.attributesOfItem(atPath: site.folder.backups.appending(path: name.text).path)[.size] as? Int) ?? 0),
                record: known[name.text])
        }
        return BackupsPage(
            entries: files, failures: records.filter { $0.failure != nil && $0.madeAt > site.clock.now() - .days(31) }, running: running,
            names: JobNames(site),
            days: site.value(of: OperationsSettings.backupDays), kept: site.value(of: OperationsSettings.backupsKept), now: site.clock.now(),
            isOverdue: isOverdue,
            comesFromSetup: request.comesFromSetup)
    }

    func backUp(_ request: Request, _ member: Member) async throws -> Response {
        try await backups.ask(by: member.id)
        let wanted = try request.formFields()[SetupReturn.field]
        return .seeOther(SetupReturn.isWanted(wanted) ? SitePaths.start() : OperationsPaths.backups(), flash: "Backup started.")
    }
}
