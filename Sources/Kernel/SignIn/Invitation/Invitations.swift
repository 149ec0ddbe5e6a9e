import Accounts
import Core
import Crypto
import Database
import Mail
import Platform
import Web

/// Brings people to the accounts that administrators made for them (LIB-009): an email whose link lets them choose a password, once,
/// within seven days.
public struct Invitations: Sendable {
    let site: Site
    let mailer: Mailer
    let passwords: Passwords
    let links: MailLinks
    let verification: Verification

    /// Writes the email, in the transaction of whoever invites; the link of an earlier one ends.
    public func send(to person: PersonRecord, in write: Write) throws {
        let token = try links.make(.invite, for: person.id, in: write)
        let email = Email(
            subject: "Your account at \(site.configuration.name)",
            paragraphs: [
                "Hello \(person.name),", "an account was made for you at \(site.configuration.name).",
                "Choose a password of your own on the page behind the button. The link works once, for seven days.",
            ],
            action: EmailAction("Choose a password", path: SignInPaths.welcome(token.text)))
        try mailer.send(email, to: person.email, language: person.language, person: person.id, in: write)
    }

    /// Whether somebody has no way in yet but an invitation.
    public static func waits(_ person: PersonID, in db: any Connection) throws -> Bool {
        try db.one(
            """
            SELECT COUNT(*) FROM account_person p WHERE p.id = \(person) AND p.password_hash IS NULL
                AND NOT EXISTS (SELECT 1 FROM account_identity i WHERE i.person_id = p.id)
                AND NOT EXISTS (SELECT 1 FROM account_passkey k WHERE k.person_id = p.id)
            """ as Query<Int>) > 0
    }

    /// Whom a link invites.
    /// - Throws: ``AccountRefusal/invitationSpent``.
    func guest(of link: String) async throws -> PersonRecord {
        try await site.database.read { try guest(of: link, in: $0) }
    }

    /// Sets the first password by a link, which proves the address too. `language` is that of the page, which is theirs from now on.
    /// - Throws: ``AccountRefusal``.
    func accept(_ link: String, password: String, language: Language) async throws -> PersonID {
        try PasswordRule.check(password)
        let person = try await guest(of: link).id
        let hash = try await passwords.hasher.hash(password)
        // It opens a session: a link that was used opens none again, whatever the key of the call.
        try await site.write(by: person, once: nil) { write in
            guard try guest(of: link, in: write).id == person else { throw AccountRefusal.invitationSpent }
            _ = try links.spend(link, for: .invite, in: write)
            try passwords.store(hash, of: person, isFirst: true, in: write)
            try verification.note(person, in: write)
            try write.run("UPDATE account_person SET language = \(language), seen_language = \(language) WHERE id = \(person)")
        }
        return person
    }

    private func guest(of link: String, in db: any Connection) throws -> PersonRecord {
        do {
            let owner = try links.owner(of: link, for: .invite, in: db)
            guard let person = try db.first(.person(owner)), person.status == .active else { throw AccountRefusal.invitationSpent }
            return person
        } catch AccountRefusal.linkSpent {
            throw AccountRefusal.invitationSpent
        }
    }
}
