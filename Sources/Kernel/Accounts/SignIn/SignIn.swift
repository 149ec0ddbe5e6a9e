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
    let turns = Turns()

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
        let known = try await site.database.read { try $0.first(.credentials(of: email)) }
        guard let known else {
            // Without a hash the hasher works all the same: an unknown address costs as much time as a wrong password.
            _ = try await passwords.verify(password, against: nil)
            throw AccountRefusal.wrongCredentials
        }
        try await turns.take(known.id) { try await judge(password, known) }
        let token = try await sessions.open(for: known.id, kind: kind, keep: keep, label: label)
        return (token, known.id, known.name)
    }

    /// Lets the right password pass, and refuses every other one.
    private func judge(_ password: String, _ known: Credentials) async throws {
        let now = site.clock.now()
        if let until = try await claimAttempt(of: known.id, at: now) {
            throw AccountRefusal.locked(minutes: max(1, Int((until - now).wholeMilliseconds + 59_999) / 60_000))
        }
        let matches = try await passwords.verify(password, against: known.passwordHash.map(PasswordHash.init(rawValue:)))
        guard known.passwordHash != nil, matches, known.status == .active else { throw AccountRefusal.wrongCredentials }
        try await clearFailures(of: known.id)
    }

    /// Counts an attempt as failed before the slow comparison begins, so that many guesses at once are judged one by one: the
    /// first three are compared, the others find the account locked. Answers the end of the lock, if there is one.
    private func claimAttempt(of person: PersonID, at now: Instant) async throws -> Instant? {
        let until = now + Self.lockTime
        return try await site.database.write { db in
            let state: Row2<Int, Instant?> = try db.one("SELECT failed_attempts, locked_until FROM account_person WHERE id = \(person)")
            if let locked = state.second, locked > now { return locked }
            let locks = state.first + 1 >= Self.failuresUntilLock
            try db.run(
                """
                UPDATE account_person SET failed_attempts = \(locks ? 0 : state.first + 1), locked_until = \(locks ? until : nil),
                    changed_at = \(now) WHERE id = \(person)
                """)
            return nil
        }
    }

    private func clearFailures(of person: PersonID) async throws {
        let now = site.clock.now()
        try await site.database.write { db in
            try db.run("UPDATE account_person SET failed_attempts = 0, locked_until = NULL, changed_at = \(now) WHERE id = \(person)")
        }
    }
}
