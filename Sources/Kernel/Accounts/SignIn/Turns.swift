import Core
import Synchronization

/// Lets the attempts to sign in to one account be judged one after the other, in the order in which they came.
///
/// Guesses made at once are then no more than guesses made in a row, and a person whose devices all sign in at once is not taken
/// for somebody who guesses.
final class Turns: Sendable {
    /// Guards who waits for which account; an account that nobody tries has no entry.
    private let waiting = Mutex<[PersonID: [CheckedContinuation<Void, Never>]]>([:])
    /// More than this is no person with many devices.
    private static let mostWaiting = 20

    /// Runs `body` when all who came before are done.
    /// - Throws: ``AccountRefusal/tooManyAttempts(seconds:)`` when too many wait already, and what `body` throws.
    func take<T>(_ person: PersonID, _ body: () async throws -> T) async throws -> T {
        if let count = waiting.withLock({ $0[person]?.count }), count >= Self.mostWaiting { throw AccountRefusal.tooManyAttempts(seconds: 5) }
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[person] != nil else {
                    waiting[person] = []
                    return true
                }
                waiting[person]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { pass(person) }
        return try await body()
    }

    private func pass(_ person: PersonID) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard var queue = waiting[person], !queue.isEmpty else {
                waiting[person] = nil
                return nil
            }
            let first = queue.removeFirst()
            waiting[person] = queue
            return first
        }
        next?.resume()
    }
}
