import Foundation
import Glibc

/// The room on the file system that a folder lies on.
public struct DiskRoom: Sendable {
    /// Bytes that we may still write.
    public let free: Int64
    /// Bytes altogether.
    public let total: Int64

    /// Asks the system; nil when it does not say.
    public init?(at folder: URL) {
        var facts = statvfs()
        guard statvfs(folder.path, &facts) == 0 else { return nil }
        let block = Int64(clamping: facts.f_frsize)
        free = Int64(clamping: facts.f_bavail).multipliedReportingOverflow(by: block).partialValue
        total = Int64(clamping: facts.f_blocks).multipliedReportingOverflow(by: block).partialValue
    }

    /// What uploads leave free of a file system of that size: 256 MB or 2 %, whichever is more, but never more than 4 GB or a tenth.
    public static func usualReserve(of total: Int64) -> Int64 {
        min(max(256 << 20, total / 50), 4 << 30, total / 10)
    }

    /// Whether a system call failed because there is no room: the disk is full, or the quota of this user.
    public static func isMissing(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

    /// Whether an error of any kind says that there is no room.
    public static func isMissing(_ error: any Error) -> Bool {
        if let failure = error as? any StorageFailure { return failure.isForLackOfRoom }
        if let problem = error as? Problem { return problem.kind == .noStorage }
        // Foundation wraps the system's error.
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return isMissing(Int32(clamping: error.code)) }
        if error.domain == NSCocoaErrorDomain, error.code == CocoaError.fileWriteOutOfSpace.rawValue { return true }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { isMissing($0) } ?? false
    }
}

/// An error of something that writes.
public protocol StorageFailure: Error {
    /// Whether it failed because there is no room.
    var isForLackOfRoom: Bool { get }
}

extension Problem {
    /// Nothing more can be kept until somebody makes room.
    public static let storageFull = Problem(
        .noStorage, "storage.full", "The site has run out of storage space, so nothing was saved.",
        remedy: "Try again later. If you run this site, free up disk space or add more.", retryAfter: 60)
}
