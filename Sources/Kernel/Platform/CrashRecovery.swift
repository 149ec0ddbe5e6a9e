import Core
import Foundation

/// What a process that was killed left behind. The lock says that nobody else works on this site now.
enum CrashRecovery {
    /// Removes half-received uploads and half-done conversions.
    static func clear(_ folder: SiteFolder) throws {
        for file in try FileManager.default.contentsOfDirectory(at: folder.temporary, includingPropertiesForKeys: nil) {
            // What cannot be removed must not keep the server from starting.
            FolderTree.remove(file)
        }
    }
}
