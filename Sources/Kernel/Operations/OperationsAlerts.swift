import Core
import Database
import Jobs
import Platform
import Web

/// What needs the attention of whoever cares for the site: failed jobs, new errors, backups that are old or failed.
struct OperationsAlerts: AdminAlertSource {
    let site: Site
    var permission: Permission { .siteCare }

    func items(in db: any Connection) throws -> [AdminAlert] {
        let now = site.clock.now()
        var items: [AdminAlert] = []
        let proven = try db.all(.backups(limit: 50)).first { $0.isProven }
        let days = site.value(of: OperationsSettings.backupDays) + 2
        if try proven.map({ now - $0.madeAt > .days(days) }) ?? Backups.isOverdue(site, in: db) {
            items.append(
                AdminAlert(
                    proven == nil ? "There’s no backup that has passed its test" : "The last good backup is old",
                    detail: "Make one now, and see why.",
                    path: OperationsPaths.backups(), isUrgent: true))
        }
        items += try troubles(in: db)
        let failed = try site.jobs.counts(in: db)[.failed] ?? 0
        if failed > 0 {
            items.append(
                AdminAlert(
                    "Jobs that failed: \(failed)", detail: "See why, and try them again.", path: OperationsPaths.jobs() + "?state=failed",
                    isUrgent: true))
        }
        let errors: Int = try db.one("SELECT count(*) FROM operations_error WHERE changed_at >= \(now - .days(1))")
        if errors > 0 {
            items.append(
                AdminAlert("Errors in the last 24 hours: \(errors)", detail: "See what they have in common.", path: OperationsPaths.errors()))
        }
        return items
    }

    /// What the latest attempt at a backup and the latest look at the disk found.
    private func troubles(in db: any Connection) throws -> [AdminAlert] {
        var items: [AdminAlert] = []
        if let latest = try db.first(.backups(limit: 1)), latest.failure != nil || latest.report.map({ !$0.problems.isEmpty }) ?? false {
            let alert: Alerts.Kind = latest.failure == nil ? .drillFailed : .backupFailed
            items.append(AdminAlert(alert.title, detail: alert.message, path: OperationsPaths.backups(), isUrgent: true))
        }
        let free = try db.first("SELECT disk_free FROM operations_sample WHERE span = 60 ORDER BY at DESC LIMIT 1" as Query<Int64>)
        if let free, free > 0, free < SiteDisk.low {
            items.append(
                AdminAlert(Alerts.Kind.diskLow.title, detail: Alerts.Kind.diskLow.message, path: OperationsPaths.health(), isUrgent: true))
        }
        return items
    }
}
