import Core
import Platform

/// What administrators choose about the care of the site.
enum OperationsSettings {
    static let backupDays = Setting<Int>(
        "operations.backup-days", "Days between backups", hint: "A backup is made by itself after so many days, at night. 31 at most.", initial: 7,
        limits: 1...31)
    static let backupsKept = Setting<Int>(
        "operations.backups-kept", "Backups kept", hint: "Older ones are removed once a newer one has passed its test.", initial: 4, limits: 2...100)

    static let all = [backupDays.declaration, backupsKept.declaration]
}
