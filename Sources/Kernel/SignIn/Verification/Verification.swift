import Accounts
import Audit
import Core
import Crypto
import Database
import Mail
import Platform
import Web

/// Whether an address is the person's: a link that was sent there and came back (CORE-009).
struct Verification: Sendable {
    let site: Site
    let mailer: Mailer
    let links: MailLinks

    /// Sends the email, in the transaction that made the account or asked for it again.
    func send(to person: PersonRecord, in write: Write) throws {
        let token = try links.make(.verify, for: person.id, in: write)
        let email = Email(
            subject: "Confirm your address",
            paragraphs: [
                "Hello \(person.name),",
                "Someone created an account on \(site.configuration.name) with this address. If it was you, confirm the address.",
                "If it wasn’t you, ignore this email.",
            ], action: EmailAction("Confirm your address", path: SignInPaths.verify(token.text)))
        try mailer.send(email, to: person.email, language: person.language, person: person.id, useful: MailLinks.Purpose.verify.life, in: write)
    }

    /// The link that an address of this site confirms by, if it is one.
    static func link(in path: String) -> String? {
        let start = SignInPaths.verify("")
        return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : nil
    }

    /// The address that a link went to, for whoever has the link; nil when it is spent.
    func address(of link: String) async throws -> String? {
        try await site.database.read { db in
            do {
                return try db.first(.person(links.owner(of: link, for: .verify, in: db)))?.email
            } catch AccountRefusal.linkSpent { return nil }
        }
    }

    /// Notes that the person can read what is sent to their address.
    /// - Returns: whether this is the first proof of it.
    @discardableResult
    func note(_ person: PersonID, in write: Write) throws -> Bool {
        let changed = try write.run(
            """
            UPDATE account_person SET email_verified_at = \(write.now), changed_at = \(write.now), changed_by = \(person)
            WHERE id = \(person) AND email_verified_at IS NULL
            """)
        guard changed > 0 else { return false }
        try write.audit(.update, person, ["changed": "address confirmed"])
        return true
    }

    /// Confirms the address of `person` by a link.
    /// - Throws: ``AccountRefusal/linkSpent``, also for the link of somebody else.
    func confirm(_ link: String, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard try links.owner(of: link, for: .verify, in: write) == person else { throw AccountRefusal.linkSpent }
            _ = try links.spend(link, for: .verify, in: write)
            try note(person, in: write)
        }
    }
}
