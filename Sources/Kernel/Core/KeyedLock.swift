import Synchronization

/// One at a time for each key, in the order in which they came.
public final class KeyedLock<Key: Hashable & Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Bool, Never>

    /// Guards who waits for which key; one that nobody holds has no entry.
    private let waiting = Mutex<[Key: [Waiter]]>([:])

    public init() {}

    /// Runs `body` when all who came before are done.
    /// - Parameter most: how many may wait; 0 for whoever would rather go than wait.
    /// - Returns: what `body` answers; nil, without running it, when too many wait already.
    public func withLock<Value>(_ key: Key, waiting most: Int = .max, _ body: () async throws -> Value) async rethrows -> Value? {
        guard await take(key, most) else { return nil }
        defer { pass(key) }
        return try await body()
    }

    /// Whether the key is held when this returns.
    private func take(_ key: Key, _ most: Int) async -> Bool {
        await withCheckedContinuation { (waiter: Waiter) in
            let answer: Bool? = waiting.withLock { waiting in
                guard let queue = waiting[key] else {
                    waiting[key] = []
                    return true
                }
                guard queue.count < most else { return false }
                waiting[key]?.append(waiter)
                return nil
            }
            if let answer { waiter.resume(returning: answer) }
        }
    }

    private func pass(_ key: Key) {
        let next = waiting.withLock { waiting -> Waiter? in
            guard var queue = waiting[key], !queue.isEmpty else {
                waiting[key] = nil
                return nil
            }
            let first = queue.removeFirst()
            waiting[key] = queue
            return first
        }
        next?.resume(returning: true)
    }
}
