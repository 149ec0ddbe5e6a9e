import Core
import Platform

/// What administrators choose about the care of the site.
enum OperationsSettings {
    static let backupDays = Setting<Int>(
        "operations.backup-days", "Days between backups", hint: "A backup is made by itself after so many days, at night. 31 at most.", initial: 7,
        limits: 1...31)
    static let backupsKept = Setting<Int>(
        "operations.backups-kept", "Backups kept", hint: "Older ones are removed once a newer one has passed its test.", initial: 4, limits: 2...100)

    static let recycleDays = Setting<Int>(
        "operations.recycle-days", "Days in the recycle bin", hint: "Deleted things can be brought back for so long.", initial: 30, limits: 1...365)
    static let logDays = Setting<Int>(
        "operations.log-days", "Days that the system log goes back", hint: "Older entries move to the archive at night. 0: never.", initial: 0,
        limits: 0...3650)
    static let logEntries = Setting<Int>(
        "operations.log-entries", "Entries in the system log", hint: "When there are more, the oldest move to the archive at night. 0: no limit.",
        initial: 0, limits: 0...100_000_000)

    static let errorDays = Setting<Int>(
        "operations.error-days", "Days in the log of errors", hint: "Older errors are forgotten at night.", initial: 30, limits: 1...365)

    static let all = [
        backupDays.declaration, backupsKept.declaration, recycleDays.declaration, logDays.declaration, logEntries.declaration, errorDays.declaration,
    ]
}
