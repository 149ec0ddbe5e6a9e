import Database
import Dispatch
import Foundation
import Synchronization

/// The one thread that writes: it commits many callers' work together, so that one wait for the disk serves them all.
final class SQLiteWriter: Sendable {
    /// One caller's work. What `run` answers is called after the commit, and nobody hears anything before.
    struct Job: Sendable {
        let run: @Sendable (SQLiteConnection) -> Answer
        /// For a job that never ran, because the transaction it was to share failed before.
        let fail: @Sendable (any Error) -> Void
    }

    /// Tells the caller how it went: `nil` for what the job itself came to, an error when the shared commit failed.
    typealias Answer = @Sendable (_ commitFailure: (any Error)?) -> Void

    private struct State: Sendable {
        var waiting: [Job] = []
        var isClosed = false
        var whenEnded: [CheckedContinuation<Void, Never>] = []
        var hasEnded = false
    }

    /// Guards the queue.
    private let state = Mutex(State())
    /// Signalled once when the queue stops being empty.
    private let wake = DispatchSemaphore(value: 0)
    private let listeners: Listeners
    private let checkpoints: SQLiteCheckpoints
    /// Bounds how long the first of a batch waits for the last.
    private static let batchLimit = 128

    init(_ connection: SQLiteConnection, listeners: Listeners, checkpoints: SQLiteCheckpoints) {
        self.listeners = listeners
        self.checkpoints = checkpoints
        let thread = Thread { self.work(on: connection) }
        thread.name = "stoa-writer"
        thread.start()
    }

    /// Runs `body` with others in one transaction, in a savepoint of its own; answers after the commit.
    func write<T: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<T, any Error>) in
            let job = Job(
                run: { connection in
                    let result = Result { try connection.step(body) }
                    // A refusal waits for the commit too: it may rest on what a neighbour wrote.
                    return { failure in continuation.resume(with: failure.map { .failure($0) } ?? result) }
                },
                fail: { continuation.resume(throwing: $0) })
            if !add(job) { continuation.resume(throwing: DatabaseError.closed) }
        }
    }

    private func add(_ job: Job) -> Bool {
        let (accepted, wasEmpty) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.waiting.append(job)
            return (true, state.waiting.count == 1)
        }
        if wasEmpty { wake.signal() }
        return accepted
    }

    /// Refuses new work, finishes what was asked for, closes the connection and ends the thread.
    func close() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let hasEnded = state.withLock { state in
                state.isClosed = true
                if !state.hasEnded { state.whenEnded.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() } else { wake.signal() }
        }
    }

    private func work(on connection: SQLiteConnection) {
        while true {
            wake.wait()
            while case let batch = take(), !batch.isEmpty { commit(batch, on: connection) }
            guard state.withLock({ $0.isClosed && $0.waiting.isEmpty }) else { continue }
            // Before anybody hears of the end: whoever closes a database may move its files next.
            checkpoints.close()
            connection.close()
            let ended = state.withLock { state in
                state.hasEnded = true
                defer { state.whenEnded = [] }
                return state.whenEnded
            }
            for continuation in ended { continuation.resume() }
            return
        }
    }

    private func take(most: Int = batchLimit) -> [Job] {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(most))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ batch: [Job], on connection: SQLiteConnection) {
        var answers: [Answer] = []
        var failure: (any Error)?
        var rest = batch[...]
        do {
            try connection.run("BEGIN IMMEDIATE")
            while let job = rest.popFirst() {
                answers.append(job.run(connection))
                guard connection.isInTransaction else { throw connection.takeLoss() }
                // Who came meanwhile shares the commit, too: it costs more than all that runs before it.
                if rest.isEmpty { rest = take(most: Self.batchLimit - answers.count)[...] }
            }
            try connection.run("COMMIT")
        } catch {
            failure = error
            // Nothing to do if this fails as well: the next BEGIN will say so.
            if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
            for job in rest { job.fail(error) }
        }
        let notifications = connection.takeNotifications()
        for answer in answers { answer(failure) }
        if failure == nil { for channel in notifications { listeners.notify(channel) } }
        checkpoints.committed(logPages: connection.logPages, on: connection)
    }
}
