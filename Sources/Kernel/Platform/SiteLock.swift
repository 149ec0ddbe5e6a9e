import Foundation
import Synchronization

/// Holds a site for one process: an advisory lock on `stoa.lock` that the system drops when the process ends, however it ends.
public final class SiteLock: Sendable {
    /// Guards the descriptor that holds the lock; nil once it is released.
    private let descriptor: Mutex<Int32?>

    /// Takes the lock, or says who has it.
    /// - Throws: ``SiteRefusal/inUse(path:)`` when another process holds the site.
    public init(_ folder: SiteFolder) throws {
        let opened = open(folder.lock.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            throw SiteRefusal.notWritable(path: folder.lock.path, reason: String(cString: strerror(errno)))
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            throw SiteRefusal.inUse(path: folder.url.path)
        }
        descriptor = Mutex(opened)
    }

    deinit { release() }

    /// Lets another process have the site.
    public func release() {
        descriptor.withLock { descriptor in
            if let opened = descriptor {
                // A program that starts at this moment has a copy of the descriptor until it runs, and closing ours alone would leave it the lock.
                flock(opened, LOCK_UN)
                close(opened)
            }
            descriptor = nil
        }
    }
}
