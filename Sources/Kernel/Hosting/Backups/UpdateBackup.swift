import Core
import Database
import Foundation
import Platform

/// Before an update changes the schema of a site that is in use, it is backed up, without its stored files: updates do not touch them.
public enum UpdateBackup {
    /// How many of these are kept.
    static let kept = 3

    /// For `beforeUpdate` of `RunningSite.open`. Where the tools of PostgreSQL are missing the backup is the operator's to make, and the log says so.
    public static func make(_ update: PendingUpdate) async throws {
        do {
            let made = try await SiteBackup(folder: update.folder, database: update.database, clock: update.clock).make(.update)
            update.log(.notice, "backup.made", ["file": .string(made.file.lastPathComponent), "pending": .integer(Int64(update.steps))])
        } catch DatabaseError.failed(let reason) where update.database.dialect == .postgres {
            update.log(.warning, "backup.left-to-operator", ["pending": .integer(Int64(update.steps)), "reason": .string(reason)])
        }
        for old in try BackupName.all(in: update.folder).filter({ $0.reason == .update }).dropFirst(kept) {
            try FileManager.default.removeItem(at: update.folder.backups.appending(path: old.text))
        }
    }
}
