import Core
import Database
import Foundation
import Synchronization

/// Notifications that nothing more can be kept, says it in the log now and then, and finds out when there is room again.
public final class StorageWatch: Sendable {
    private struct State {
        var isFull = false
        var saidAt: ContinuousClock.Instant?
    }

    /// Less than this is no room. Bytes.
    private static let least: Int64 = 1 << 20
    private static let sayEvery = Duration.seconds(60)
    private let folder: URL
    private let log: Log
    /// Guards what was noticed.
    private let state = Mutex(State())

    init(folder: URL, log: Log) {
        self.folder = folder
        self.log = log
    }

    /// The refusal behind an error that says there is no room; nil for any other.
    public func problem(for error: any Error) -> Problem? {
        guard DiskRoom.isMissing(error) else { return nil }
        let now = ContinuousClock.now
        let isNews = state.withLock { state in
            state.isFull = true
            if let saidAt = state.saidAt, now - saidAt < Self.sayEvery { return false }
            state.saidAt = now
            return true
        }
        if isNews { log(.error, "storage.full", ["cause": .string(String(describing: error))]) }
        return .storageFull
    }

    /// Whether something can be kept. Where a write has failed for lack of room this tries one, so that it is noticed when there
    /// is room again.
    func hasRoom(_ database: Database) async throws -> Bool {
        if let room = DiskRoom(at: folder), room.free < Self.least { return false }
        guard state.withLock({ $0.isFull }) else { return true }
        let name = Array("storage probe".utf8)
        let room = [UInt8](repeating: 0, count: 65_536)
        do {
            try await database.write { db in
                try db.run(
                    """
                    INSERT INTO platform_submission (name, step, fingerprint, result, changed_at, changed_by)
                    VALUES (\(name), 0, \(name), \(room), 0, \(nil as PersonID?)) ON CONFLICT (name, step) DO NOTHING
                    """)
                try db.run("DELETE FROM platform_submission WHERE name = \(name)")
            }
        } catch let error where DiskRoom.isMissing(error) {
            return false
        }
        state.withLock { $0.isFull = false }
        return true
    }
}
