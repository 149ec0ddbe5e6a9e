import Core
import Database
import Jobs
import Platform
import Web

/// What needs the attention of whoever cares for the site: failed jobs, new errors, backups that are old or failed.
struct Care: Attention {
    let site: Site
    var permission: Permission { .siteCare }

    func items(in db: any Connection) throws -> [AttentionItem] {
        let now = site.clock.now()
        var items: [AttentionItem] = []
        let proven = try db.all(.backups(limit: 50)).first { $0.isProven }
        let days = Int64(site.value(of: OperationsSettings.backupDays) + 2)
        if proven.map({ now - $0.madeAt > .seconds(days * 86_400) }) ?? true {
            items.append(
                AttentionItem(
                    proven == nil ? "There is no backup that has passed its test" : "The last good backup is old",
                    detail: "Make one now, and see why.",
                    path: OperationsPaths.backups(), isUrgent: true))
        }
        let failed = try site.jobs.counts(in: db)[.failed] ?? 0
        if failed > 0 {
            items.append(
                AttentionItem(
                    "Jobs that failed: \(failed)", detail: "See why, and try them again.", path: OperationsPaths.jobs() + "?state=failed",
                    isUrgent: true))
        }
        let errors: Int = try db.one("SELECT count(*) FROM operations_error WHERE changed_at >= \(now - .seconds(86_400))")
        if errors > 0 {
            items.append(
                AttentionItem("Errors in the last 24 hours: \(errors)", detail: "See what they have in common.", path: OperationsPaths.errors()))
        }
        return items
    }
}
