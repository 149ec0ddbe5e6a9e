import Core
import Database
import Foundation

/// Before an update changes the schema of a site that is in use, it is backed up, without its stored files: updates do not touch them.
enum UpdateBackup {
    /// How many of these are kept.
    static let kept = 3

    /// Where the tools of PostgreSQL are missing the backup is the operator's to make, and the log says so.
    static func make(of folder: SiteFolder, database: Database, migrations: [Migration], clock: SiteClock, log: Log) async throws {
        guard let pending = try await database.pending(migrations), !pending.isEmpty else { return }
        do {
            let made = try await SiteBackup(folder: folder, database: database, clock: clock).make(.update)
            log(.notice, "backup.made", ["file": .string(made.file.lastPathComponent), "pending": .integer(Int64(pending.count))])
        } catch DatabaseError.failed(let reason) where database.dialect == .postgres {
            log(.warning, "backup.left-to-operator", ["pending": .integer(Int64(pending.count)), "reason": .string(reason)])
        }
        for old in try BackupName.all(in: folder).filter({ $0.reason == .update }).dropFirst(kept) {
            try FileManager.default.removeItem(at: folder.backups.appending(path: old.text))
        }
    }
}
