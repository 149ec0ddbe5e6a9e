import Database
import Foundation

/// What a process that was killed left behind. The lock says that nobody else works on this site now.
enum Leftovers {
    /// Removes half-received uploads and half-done conversions, and frees the keys of calls that never ended. On a database that
    /// other nodes share those calls may be theirs; there the keys become free by themselves.
    static func clear(_ folder: SiteFolder, _ database: Database) async throws {
        for file in try FileManager.default.contentsOfDirectory(at: folder.temporary, includingPropertiesForKeys: nil) {
            remove(file)
        }
        guard database.dialect == .sqlite else { return }
        try await database.write { try $0.run("DELETE FROM platform_idempotency WHERE status IS NULL") }
    }

    /// A program in the box may have closed its folders to everybody. What cannot be removed all the same must not keep the server from starting.
    private static func remove(_ file: URL) {
        if (try? FileManager.default.removeItem(at: file)) != nil { return }
        // Opened from the outside in: what lies in a closed folder cannot be listed before.
        var closed = [file]
        while let folder = closed.popLast() {
            var facts = stat()
            guard lstat(folder.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { continue }
            chmod(folder.path, 0o700)
            closed += (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        }
        try? FileManager.default.removeItem(at: file)
    }
}
