import Foundation
import Platform

/// What the disk says.
enum SiteDisk {
    /// Less free room than this deserves an alert: a large upload and a backup no longer fit.
    static let low: Int64 = 2 << 30

    /// Free bytes where a folder lies.
    static func free(at folder: URL) throws -> Int64 {
        var status = statvfs()
        guard statvfs(folder.path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
        return Int64(status.f_bavail) * Int64(status.f_frsize)
    }

    /// A file's bytes; 0 where there is none.
    static func size(of file: URL) -> Int64 {
        var status = stat()
        return stat(file.path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
