import Core
import Database
import Jobs
import Platform
import Web

/// A step of a new site: there is a backup that was restored once to prove it.
struct BackupSetup: SetupStepSource {
    let site: Site
    var permission: Permission { .siteCare }

    func step(in db: any Connection) throws -> SetupStep? {
        let proven = try db.all(.backups(limit: 50)).first { $0.isProven }
        let isRunning = try [Backups.backupJob.id, Backups.drillJob.id].contains { kind in
            try [JobState.running, .waiting].contains { try !site.jobs.list(state: $0, kind: kind, limit: 1, in: db).isEmpty }
        }
        let days = site.value(of: OperationsSettings.backupDays)
        let detail: Text =
            if let proven {
                "Every \(days) days at 02:10, in the site’s folder. Last tested backup: \(moment: proven.madeAt)"
            } else if isRunning {
                "A backup is being made and tested."
            } else {
                "Every \(days) days at 02:10, in the site’s folder. Make the first one now."
            }
        return SetupStep(
            .backup, "Backup", detail: detail, isDone: proven != nil, path: OperationsPaths.backups(), action: "Back up")
    }
}
