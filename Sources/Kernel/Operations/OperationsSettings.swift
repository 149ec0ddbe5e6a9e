import Core
import Platform

/// What administrators choose about the care of the site.
enum OperationsSettings {
    static let backupDays = Setting<Int>(
        "operations.backup-days", "Days between backups", hint: "A backup is made by itself after so many days, at night. 31 at most.", initial: 7,
        limits: 1...31)
    static let backupsKept = Setting<Int>(
        "operations.backups-kept", "Backups kept", hint: "Older ones are removed once a newer one has passed its test.", initial: 4, limits: 2...100)

    static let log = Retention(
        "operations.log-days", "System log", hint: "Days; older entries move to the archive, which is kept. 0: never.", days: 0, limits: 0...3650)
    static let logEntries = Setting<Int>(
        "operations.log-entries", "System log, by size", hint: "Entries; when there are more, the oldest move to the archive. 0: no limit.",
        initial: 0, limits: 0...100_000_000, topic: .retention)
    static let errors = Retention("operations.error-days", "Errors", hint: "Days, with what people wrote about them.", days: 30, limits: 1...365)
    static let health = Retention(
        "operations.health-days", "Health figures", hint: "Days for which the charts go back; the last two days are kept to the minute.",
        days: 730, limits: 30...3650)

    /// What the system log calls the things of the part.
    static let entityNames: [String: Text] = [
        "audit.archive": "Archive of the system log",
        "operations.backup": "Backup",
        "operations.job": "Job",
        "operations.log": "System log",
        "operations.restore": "Restored site",
    ]

    static let all = [
        backupDays.declaration, backupsKept.declaration, log.declaration, logEntries.declaration, errors.declaration, health.declaration,
    ]
}
