import Core
import Platform

/// What administrators choose about the care of the site.
enum OperationsSettings {
    static let backupDays = Setting<Int>(
        "operations.backup-days", "Days between backups", hint: "Backups are made automatically, at night. At most 31 days.", initial: 7,
        limits: 1...31)
    static let backupsKept = Setting<Int>(
        "operations.backups-kept", "Backups kept", hint: "Older ones are deleted once a newer one has passed its test.", initial: 4, limits: 2...100)

    static let log = Retention(
        "operations.log-days", "System log", hint: "Days until entries move to the archive, which is kept. 0: never.", days: 0, limits: 0...3650)
    static let logEntries = Setting<Int>(
        "operations.log-entries", "System log, by size", hint: "Number of entries. If there are more, the oldest move to the archive. 0: no limit.",
        initial: 0, limits: 0...100_000_000, topic: .retention, unit: .entries)
    static let errors = Retention("operations.error-days", "Errors", hint: "Days, including what people wrote about them.", days: 30, limits: 1...365)
    static let health = Retention(
        "operations.health-days", "Health figures", hint: "Days that the charts go back. The last two days are kept by the minute.",
        days: 730, limits: 30...3650)

    /// What the system log calls the things of the part.
    static let entityNames: [String: Text] = [
        "audit.archive": "System log archive",
        "operations.backup": "Backup",
        "operations.job": "Job",
        "operations.log": "System log",
        "operations.restore": "Restored site",
    ]

    static let all = [
        backupDays.declaration, backupsKept.declaration, log.declaration, logEntries.declaration, errors.declaration, health.declaration,
    ]
}
