import Core
import Database
import Foundation

/// Copies of a site's data.
enum Backup {
    /// Before an update changes the schema of a site that is in use, its database and its choices are copied to `backups/`.
    ///
    /// Stored files are never changed in place (they are named by their content), so they need no copy here.
    /// PostgreSQL is the operator's to back up (`pg_dump`): the log says so.
    static func beforeUpdate(of folder: SiteFolder, database: Database, migrations: [Migration], clock: SiteClock, log: Log) async throws {
        guard let pending = try await database.pending(migrations), !pending.isEmpty else { return }
        guard database.dialect == .sqlite else {
            log(.notice, "backup.left-to-operator", ["pending": .integer(Int64(pending.count))])
            return
        }
        let name = "before-update-\(clock.now().milliseconds)"
        let target = folder.backups.appending(path: name, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try await database.copy(to: target.appending(path: "stoa.db").path)
        try FileManager.default.copyItem(at: folder.configuration, to: target.appending(path: "site.json"))
        log(.notice, "backup.made", ["folder": .string(name), "pending": .integer(Int64(pending.count))])
    }
}
