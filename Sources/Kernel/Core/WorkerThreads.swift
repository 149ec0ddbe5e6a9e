import Dispatch
import Foundation
import Synchronization

/// A bounded set of threads for work that blocks: slow queries, password hashing, C libraries that wait.
///
/// Server threads and Swift's own pool must never block; they hand such work over and are resumed with the answer.
public final class WorkerThreads: Sendable {
    /// Why work was not done.
    public enum Failure: Error {
        /// The threads have been told to stop.
        case stopped
    }

    private let name: String
    private let limit: Int
    private let queue = WorkQueue()

    /// At most `limit` threads, started as they are needed.
    public init(name: String, limit: Int) {
        self.name = name
        self.limit = max(1, limit)
    }

    deinit { queue.stop() }

    /// Runs `body` on one of the threads, after what was handed over before.
    public func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<T, any Error>) in
            let accepted = submit { continuation.resume(with: Result { try body() }) }
            if !accepted { continuation.resume(throwing: Failure.stopped) }
        }
    }

    /// Hands `work` over; false when the threads have been stopped.
    @discardableResult
    public func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        switch queue.add(work, threadLimit: limit) {
        case .refused: return false
        case .accepted: return true
        case .acceptedNeedingThread:
            let thread = Thread { [queue] in queue.work() }
            thread.name = name
            thread.start()
            return true
        }
    }

    /// Lets queued work finish and ends the threads; new work is refused.
    public func stop() { queue.stop() }
}

/// The part that the threads themselves hold, so that letting go of ``WorkerThreads`` ends them.
private final class WorkQueue: Sendable {
    enum Answer { case refused, accepted, acceptedNeedingThread }

    private struct State: Sendable {
        var waiting: [@Sendable () -> Void] = []
        var next = 0
        var threads = 0
        var idle = 0
        var isStopped = false

        mutating func take() -> (@Sendable () -> Void)? {
            guard next < waiting.count else { return nil }
            let work = waiting[next]
            next += 1
            // Lets go of what is done, in steps long enough to cost nothing per piece of work.
            if next == waiting.count || next == 64 {
                waiting.removeFirst(next)
                next = 0
            }
            return work
        }
    }

    /// Guards the queue and the counts.
    private let state = Mutex(State())
    /// Signalled once for each piece of work, and once for each thread to end.
    private let wake = DispatchSemaphore(value: 0)

    func add(_ work: @escaping @Sendable () -> Void, threadLimit: Int) -> Answer {
        let answer: Answer = state.withLock { state in
            guard !state.isStopped else { return .refused }
            state.waiting.append(work)
            guard state.threads < threadLimit, state.waiting.count - state.next > state.idle else { return .accepted }
            state.threads += 1
            return .acceptedNeedingThread
        }
        if answer != .refused { wake.signal() }
        return answer
    }

    func work() {
        while true {
            state.withLock { $0.idle += 1 }
            wake.wait()
            let (work, isStopped) = state.withLock { state in
                state.idle -= 1
                return (state.take(), state.isStopped)
            }
            if let work { work() } else if isStopped { return }
        }
    }

    func stop() {
        let threads = state.withLock { state in
            guard !state.isStopped else { return 0 }
            state.isStopped = true
            return state.threads
        }
        for _ in 0..<threads { wake.signal() }
    }
}
