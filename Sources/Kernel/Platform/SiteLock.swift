import Foundation

/// Holds a site for one process: an advisory lock on `stoa.lock` that the system drops when the process ends, however it ends.
public final class SiteLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or says who has it.
    /// - Throws: ``SiteRefusal/inUse(path:)`` when another process holds the site.
    public init(_ folder: SiteFolder) throws {
        descriptor = open(folder.lock.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SiteRefusal.notWritable(path: folder.lock.path, reason: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw SiteRefusal.inUse(path: folder.url.path)
        }
    }

    deinit { close(descriptor) }
}
