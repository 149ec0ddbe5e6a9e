import Core
import Crypto
import Database
import Platform

/// Checks e-mail and password, and locks an account after three wrong ones (CORE-012).
public struct SignIn: Sendable {
    let site: Site
    let passwords: PasswordHasher
    let sessions: Sessions
    let attempts: RateLimiter

    /// Failures in a row that lock an account.
    static let failuresUntilLock = 3
    /// How long the lock holds.
    static let lockTime: Duration = .seconds(15 * 60)

    /// Opens a session for whoever knows the password.
    /// - Throws: ``AccountRefusal``; the answer for an unknown address is the same as for a wrong password.
    func signIn(
        email typed: String, password: String, kind: Sessions.Kind, keep: Bool, from address: String, label: String
    ) async throws -> (token: Token, person: PersonID, name: String) {
        if let seconds = attempts.take(address) { throw AccountRefusal.tooManyAttempts(seconds: seconds) }
        guard password.utf8.count <= PasswordRule.longest, let email = EmailAddress(typed) else {
            throw AccountRefusal.wrongCredentials
        }
        let now = site.clock.now()
        let known = try await site.database.read { try $0.first(.credentials(of: email)) }
        if let until = known?.lockedUntil, until > now {
            throw AccountRefusal.locked(minutes: max(1, Int((until - now).wholeMilliseconds + 59_999) / 60_000))
        }
        // Without a hash the hasher works all the same: an unknown address costs as much time as a wrong password.
        let matches = try await passwords.verify(password, against: known?.passwordHash.map(PasswordHash.init(rawValue:)))
        guard let known, known.passwordHash != nil, matches, known.status == .active else {
            if let known { try await noteFailure(of: known.id) }
            throw AccountRefusal.wrongCredentials
        }
        if known.failedAttempts > 0 { try await clearFailures(of: known.id) }
        let token = try await sessions.open(for: known.id, kind: kind, keep: keep, label: label)
        return (token, known.id, known.name)
    }

    private func noteFailure(of person: PersonID) async throws {
        let now = site.clock.now()
        let until = now + Self.lockTime
        try await site.database.write { db in
            try db.run(
                """
                UPDATE account_person SET
                    locked_until = CASE WHEN failed_attempts + 1 >= \(Self.failuresUntilLock) THEN \(until) ELSE locked_until END,
                    failed_attempts = CASE WHEN failed_attempts + 1 >= \(Self.failuresUntilLock) THEN 0 ELSE failed_attempts + 1 END,
                    changed_at = \(now) WHERE id = \(person)
                """)
        }
    }

    private func clearFailures(of person: PersonID) async throws {
        let now = site.clock.now()
        try await site.database.write { db in
            try db.run("UPDATE account_person SET failed_attempts = 0, locked_until = NULL, changed_at = \(now) WHERE id = \(person)")
        }
    }
}
