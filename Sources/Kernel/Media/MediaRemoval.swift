import Core
import Database
import Foundation
public import Jobs

extension MediaStore {
    /// Removes released files once the release is committed.
    public var removalJob: JobKind {
        JobKind(MediaHolds.removal, limit: 1) { (released: ReleasedMedia, _) in try await removeUnheld(released.refs) }
    }

    /// Removes every file that nobody holds and that was stored longer ago than `age`: what crashes left.
    @discardableResult
    public func sweep(olderThan age: Duration) async throws -> Int {
        let limit = Date(timeIntervalSinceNow: -Double(age.components.seconds))
        var count = 0
        for number in 0..<256 {
            try Task.checkCancellation()
            let shard = folder.appending(path: String(format: "%02x", number), directoryHint: .isDirectory)
            count += try await removeUnheld(await removals.run { try Self.digests(in: shard, storedBefore: limit) })
        }
        return count
    }

    /// Removes those of some files that no owner holds and no lease protects; answers how many.
    ///
    /// No file enters the store meanwhile, on any node. Marks are read before holds: an upload has its mark until its hold is committed, so
    /// one of the two is seen.
    @discardableResult
    func removeUnheld(_ digests: [String]) async throws -> Int {
        var count = 0
        for start in stride(from: 0, to: digests.count, by: 100) {
            let batch = digests[start..<min(start + 100, digests.count)]
            // Most often everything is held, and nobody has to wait.
            guard !(try await unheld(Array(batch))).isEmpty else { continue }
            let lock = try await MediaLock.exclusive(in: temporaryFolder)
            defer { lock.release() }
            let leased = try await removals.run { try leasedDigests() }
            let free = try await unheld(batch.filter { !leased.contains($0) }).compactMap { MediaRef(digest: $0, size: 0) }
            count += try await removals.run { try free.count { try remove($0) } }
        }
        return count
    }

    private func unheld(_ digests: [String]) async throws -> [String] {
        let holds = holds
        let held = try await database.read { db in try holds.held(among: digests, in: db) }
        return digests.filter { !held.contains($0) }
    }

    // MARK: On a thread that may wait for the disk

    private func remove(_ reference: MediaRef) throws -> Bool {
        if unlink(url(reference).path) == 0 { return true }
        guard errno == ENOENT else { throw MediaError.failed(step: "remove", code: errno) }
        return false
    }

    private static func digests(in shard: URL, storedBefore limit: Date) throws -> [String] {
        let keys: [URLResourceKey] = [.contentModificationDateKey, .isRegularFileKey]
        guard let walk = FileManager.default.enumerator(at: shard, includingPropertiesForKeys: keys) else { return [] }
        return walk.compactMap { $0 as? URL }.filter { file in
            guard MediaRef(digest: file.lastPathComponent, size: 0) != nil else { return false }
            // One that somebody else removed meanwhile is no failure.
            guard let values = try? file.resourceValues(forKeys: Set(keys)) else { return false }
            return values.isRegularFile == true && (values.contentModificationDate ?? limit) < limit
        }.map(\.lastPathComponent)
    }
}

/// Keeps files from entering the store while others are removed, among all nodes that share the folder.
struct MediaLock: Sendable {
    static let name = "lock"
    private let descriptor: Int32

    private init(in folder: URL) throws {
        descriptor = open(folder.appending(path: Self.name).path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw MediaError.failed(step: "open the lock", code: errno) }
    }

    /// Taken for moments by each file that enters; waits on this thread while files are removed.
    static func shared(in folder: URL) throws -> MediaLock {
        let lock = try MediaLock(in: folder)
        while flock(lock.descriptor, LOCK_SH) != 0 {
            guard errno == EINTR else { throw lock.failure() }
        }
        return lock
    }

    /// Taken to remove files; waits without a thread.
    static func exclusive(in folder: URL) async throws -> MediaLock {
        let lock = try MediaLock(in: folder)
        while flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK else { throw lock.failure() }
            do { try await Task.sleep(for: .milliseconds(5)) } catch {
                lock.release()
                throw error
            }
        }
        return lock
    }

    func release() { close(descriptor) }

    private func failure() -> MediaError {
        let code = errno
        release()
        return .failed(step: "lock", code: code)
    }
}
