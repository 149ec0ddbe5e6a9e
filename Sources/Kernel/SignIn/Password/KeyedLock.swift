import Accounts
import Synchronization

/// Lets the attempts to sign in to one account be judged one after the other, in the order in which they came.
///
/// Guesses made at once are then no more than guesses made in a row, and a person whose devices all sign in at once is not taken
/// for somebody who guesses.
final class KeyedLock: Sendable {
    /// Guards who waits for which address; one that nobody tries has no entry.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])
    /// More than this is no person with many devices.
    private static let mostWaiting = 20

    /// Runs `body` when all who came before are done.
    /// - Throws: ``AccountRefusal/tooManyAttempts(seconds:)`` when too many wait already, and what `body` throws.
    func take<T>(_ address: String, _ body: () async throws -> T) async throws -> T {
        if let count = waiting.withLock({ $0[address]?.count }), count >= Self.mostWaiting { throw AccountRefusal.tooManyAttempts(seconds: 5) }
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[address] != nil else {
                    waiting[address] = []
                    return true
                }
                waiting[address]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { pass(address) }
        return try await body()
    }

    private func pass(_ address: String) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard var queue = waiting[address], !queue.isEmpty else {
                waiting[address] = nil
                return nil
            }
            let first = queue.removeFirst()
            waiting[address] = queue
            return first
        }
        next?.resume()
    }
}
