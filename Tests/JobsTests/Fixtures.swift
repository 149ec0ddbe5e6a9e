import Core
import Database
import Foundation
import Jobs
import Synchronization
import TestSupport

/// What jobs did, in order.
final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

struct Greeting: Codable, Sendable {
    var name: String
}

struct Stumble: Error {}

/// A fresh database with a queue whose time a test moves.
func withQueue<T>(on engine: Engine, _ body: (Database, JobQueue, ManualClock) async throws -> T) async throws -> T {
    try await withDatabase(on: engine) { database in
        try await database.migrate(JobMigrations.all)
        let clock = ManualClock()
        return try await body(database, JobQueue(clock: clock.clock), clock)
    }
}

extension Database {
    func status(_ id: JobID, _ queue: JobQueue) async throws -> JobStatus? {
        try await read { db in try queue.status(id, in: db) }
    }

    /// Looks again until the job has got there; the test's time limit bounds it.
    func wait(for state: JobState, of id: JobID, _ queue: JobQueue) async throws {
        while try await status(id, queue)?.state != state { try await Task.sleep(for: .milliseconds(5)) }
    }
}
