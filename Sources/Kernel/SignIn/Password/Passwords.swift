import Accounts
import Audit
public import Core
import Crypto
import Database
import Platform

/// Sets passwords, with everything that follows from a new one.
public struct Passwords: Sendable {
    let site: Site
    let hasher: PasswordHasher
    let access: AccessChange
    let emails: SecurityEmails
    let attempts: Attempts

    /// Whether somebody signs in with a password at all.
    func isSet(for person: PersonID) async throws -> Bool {
        try await site.database.read {
            try $0.first("SELECT id FROM account_person WHERE id = \(person) AND password_hash IS NOT NULL" as Query<Int64>) != nil
        }
    }

    /// Sets a new password, ends every session and app password of the person, and writes to them.
    public func set(_ password: String, of person: PersonID, by actor: PersonID?) async throws {
        try await set(password, of: person, by: actor, in: nil)
    }

    /// The same from a browser, by the digest of its cookie, which stays known.
    func set(_ password: String, of person: PersonID, by actor: PersonID?, in browser: [UInt8]?) async throws {
        try PasswordRule.check(password)
        let hash = try await hasher.hash(password)
        try await site.write(by: actor) { write in try store(hash, of: person, but: browser, in: write) }
    }

    /// The same with the hash at hand, in the transaction of what allows it.
    /// - Parameters:
    ///   - isFirst: whether the person had none before, which is no news to them.
    ///   - browser: the one that stays known.
    func store(_ hash: PasswordHash, of person: PersonID, isFirst: Bool = false, but browser: [UInt8]? = nil, in write: Write) throws {
        try write.run(
            """
            UPDATE account_person SET password_hash = \(hash.rawValue), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(person)
            """)
        try access.hold(for: person, in: write)
        if let known = try write.first(.person(person)), let address = EmailAddress(known.email) {
            try attempts.clear(person, address, in: write)
            if !isFirst { try emails.send(.passwordChanged, to: known, in: write) }
        }
        try access.signOut(person, but: browser, in: write)
        try write.run("DELETE FROM account_mail_link WHERE person_id = \(person) AND purpose IN ('reset', 'invite')")
        let changed = isFirst ? "first-password" : "password"
        try write.audit(.update, person, ["changed": changed])
    }
}
