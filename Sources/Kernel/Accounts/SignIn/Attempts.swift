import Core
import Crypto
import Database
import Platform

/// Counts wrong passwords and codes in a row, and locks what they were tried on (CORE-012, RES-002).
///
/// It counts by what was typed, not by account: an address that nobody has is counted and locked like any other, in the same time,
/// so that nobody learns from it who has an account. Only a keyed digest of what was typed is stored.
struct Attempts: Sendable {
    let site: Site

    /// Failures in a row that lock.
    static let failuresUntilLock = 3
    /// How long the lock holds.
    static let lockTime: Duration = .seconds(15 * 60)
    /// Failures that nothing followed are forgotten after this long.
    static let memory: Duration = .seconds(30 * 86_400)

    /// What is tried.
    enum Subject: Sendable {
        /// The password of whoever has this address.
        case password(EmailAddress)
        /// The second step of a person.
        case code(PersonID)

        fileprivate var text: String {
            switch self {
            case .password(let email): "password:\(email.text)"
            case .code(let person): "code:\(person)"
            }
        }
    }

    /// Counts an attempt as failed before the slow comparison begins, so that many guesses at once are judged one by one: the
    /// first three are compared, the others find the lock.
    /// - Throws: ``AccountRefusal/locked(minutes:)``.
    func claim(_ subject: Subject) async throws {
        let hash = hash(subject)
        let now = site.clock.now()
        let until = now + Self.lockTime
        let oldest = now - Self.memory
        let locked = try await site.database.write { db -> Instant? in
            try db.run("DELETE FROM account_attempt WHERE changed_at < \(oldest)")
            let state: Row2<Int, Instant?>? = try db.first("SELECT failures, locked_until FROM account_attempt WHERE address_hash = \(hash)")
            if let locked = state?.second, locked > now { return locked }
            let failures = (state?.first ?? 0) + 1
            let locks = failures >= Self.failuresUntilLock
            try db.run(
                """
                INSERT INTO account_attempt (address_hash, failures, locked_until, changed_at, changed_by)
                VALUES (\(hash), \(locks ? 0 : failures), \(locks ? until : nil), \(now), \(nil as PersonID?))
                ON CONFLICT (address_hash) DO UPDATE
                    SET failures = excluded.failures, locked_until = excluded.locked_until, changed_at = excluded.changed_at
                """)
            return nil
        }
        if let locked { throw AccountRefusal.locked(minutes: max(1, Int((locked - now).wholeMilliseconds + 59_999) / 60_000)) }
    }

    /// The right password or code was said, or a new one was set: the count begins again.
    func clear(_ subject: Subject) async throws {
        try await site.database.write { db in try clear(subject, in: db) }
    }

    /// The same in the transaction of what cleared it.
    func clear(_ subject: Subject, in db: any Connection) throws {
        try db.run("DELETE FROM account_attempt WHERE address_hash = \(hash(subject))")
    }

    private func hash(_ subject: Subject) -> [UInt8] {
        hmacSHA256(Array(subject.text.utf8), key: site.key.derived(for: "account.attempt"))
    }
}
