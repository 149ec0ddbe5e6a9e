import Core
import Synchronization
import Web

/// How many answers that stay open are under way, so that connections stay free for ordinary requests and nobody keeps others out.
final class LongAnswers: Sendable {
    private let shares: Shares

    init(_ limits: ServerLimits) { shares = Shares(limits.streamAllowance) }

    /// Counts one more.
    /// - Returns: who it is counted for, to be handed to ``ended(_:)``.
    func begin(for request: Request) throws(Problem) -> Payer {
        let payer = Payer(request)
        do throws(Shares.Shortage) { try shares.take(1, for: payer) } catch {
            switch error {
            case .own: throw .tooManyStreams
            case .others: throw .busy
            }
        }
        return payer
    }

    /// Counts one less.
    func ended(_ payer: Payer) { shares.give(1, by: payer) }
}

/// How many requests of each network are under way. Behind a proxy this is what the number of connections is without one; it also
/// covers those who read their answers slowly.
final class NetworkRequests: Sendable {
    private let most: Int
    /// Guards the numbers.
    private let byNetwork = Mutex<[String: Int]>([:])

    init(most: Int) { self.most = most }

    func begin(_ network: String) -> Bool {
        byNetwork.withLock { numbers in
            guard numbers[network, default: 0] < most else { return false }
            numbers[network, default: 0] += 1
            return true
        }
    }

    func ended(_ network: String) {
        byNetwork.withLock { numbers in
            let left = numbers[network, default: 0] - 1
            numbers[network] = left > 0 ? left : nil
        }
    }
}

extension Problem {
    static let tooManyStreams = Problem(
        .tooManyRequests, "request.too-many-streams", "Too many live pages are open at the same time.",
        remedy: "Close pages that you don’t need, then try again.", retryAfter: 30)
    static let tooManyAtOnce = Problem(
        .tooManyRequests, "request.too-many-at-once", "Your network is sending too many requests at the same time.",
        remedy: "Try again in a moment.", retryAfter: 5)
    static let busy = Problem(
        .unavailable, "server.busy", "The server is busy right now.", remedy: "Try again in a moment.", retryAfter: 30)
}
