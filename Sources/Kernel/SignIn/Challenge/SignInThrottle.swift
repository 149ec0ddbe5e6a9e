import Accounts
import Core
import Platform
import Web

/// Keeps machines from trying passwords and addresses: so many attempts a minute from one network, and after a few failures a puzzle
/// first (CORE-012, LIB-013). The lock of an account stands beside it (``Attempts``).
public struct SignInThrottle: Sendable {
    let challenges: Challenges
    /// Attempts of any kind by network.
    private let throttle: RateLimiter
    /// Failures that a network may have before it is asked to solve a puzzle.
    private let failures: RateLimiter
    /// Puzzles that were waited out instead of solved.
    private let waits: RateLimiter
    /// Emails to one address, for each reason apart.
    private let emails: RateLimiter

    /// Why somebody wants an email sent. Each reason has a budget of its own, so that strangers who use one up take nothing from the others.
    public enum EmailReason: String {
        /// Somebody registers with the address.
        case registration
        /// Whoever is signed in to the account of the address wants to confirm it.
        case verification
        /// Staff invite its person again.
        case invitation
        /// Somebody wants to change to the address, or from it.
        case emailChange = "email-change"
    }

    init(site: Site, challenges: Challenges) {
        self.challenges = challenges
        throttle = site.rateLimiter("sign-in.attempts", capacity: 20, per: .seconds(60))
        failures = site.rateLimiter("sign-in.failures", capacity: 5, per: .seconds(900))
        waits = site.rateLimiter("sign-in.waits", capacity: 1, per: .seconds(Int64(Challenges.wait)))
        emails = site.rateLimiter("sign-in.emails", capacity: 3, per: .seconds(3600))
    }

    /// Lets an attempt pass.
    /// - Throws: ``AccountRefusal/tooManyAttempts(seconds:)`` or ``AccountRefusal/challengeNeeded``.
    func pass(_ request: Request, _ answer: ChallengeAnswer) async throws {
        let network = request.network
        if let seconds = throttle.take(network) { throw AccountRefusal.tooManyAttempts(seconds: seconds) }
        guard failures.isEmpty(network) else { return }
        guard try await challenges.accept(answer, mayWait: { waits.take(network) == nil }) else {
            throw AccountRefusal.challengeNeeded
        }
    }

    /// The puzzle that a page has to carry now, if any.
    func challenge(for request: Request) throws -> Challenge? {
        failures.isEmpty(request.network) ? try challenges.make() : nil
    }

    /// An attempt was right: it counts no more, so that a whole reading room can sign in at once.
    func succeeded(_ request: Request) { throttle.give(request.network) }

    /// An attempt was wrong, or one that costs others something (an email).
    func failed(_ request: Request) { _ = failures.take(request.network) }

    /// Whether one more email may go to an address for this reason. Emails with a link to a new password have a bound of their own
    /// (``MailLinks/Purpose/most``).
    public func mayWrite(to email: EmailAddress, for reason: EmailReason) -> Bool { emails.take("\(reason.rawValue):\(email.text)") == nil }
}
