import Core
import Database
import Foundation

/// What a process that was killed left behind. The lock says that nobody else works on this site now.
enum CrashRecovery {
    /// Removes half-received uploads and half-done conversions, and frees the keys of calls that never ended. On a database that
    /// other nodes share those calls may be theirs; there the keys become free by themselves.
    static func clear(_ folder: SiteFolder, _ database: Database) async throws {
        for file in try FileManager.default.contentsOfDirectory(at: folder.temporary, includingPropertiesForKeys: nil) {
            // What cannot be removed must not keep the server from starting.
            FolderTree.remove(file)
        }
        guard database.dialect == .sqlite else { return }
        try await database.write { try $0.run("DELETE FROM platform_idempotency WHERE status IS NULL") }
    }
}
