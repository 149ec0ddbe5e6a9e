import Accounts
import Audit
import Core
import Database
import Mail
import Platform
import Web

/// Gives an account another email address, once a link that went to the new one was opened by its person.
struct EmailChange: Sendable {
    let site: Site
    let mailer: Mailer
    let tokens: SealedTokens
    let links: MailLinks

    /// What the link carries, sealed. `from` is the address of then: a link counts no more once another change was made.
    struct Wish: Codable, Sendable {
        var person: PersonID
        var from: String
        var to: String
    }

    private static let purpose = "email-change"
    private static let life: Duration = .seconds(86_400)

    /// Whether somebody gives their account another address: where the site lets them, and whoever mistyped theirs (RES-004).
    static func isOpen(to person: PersonRecord, on site: Site) -> Bool { site.value(of: AccountsSettings.changesEmail) || !person.isVerified }

    /// Sends the link to the new address, or a word to whoever has that address already: the answer is the same, so that nobody learns who
    /// has an account.
    /// - Throws: ``AccountRefusal``.
    func ask(_ email: EmailAddress, for person: PersonRecord) async throws {
        guard Self.isOpen(to: person, on: site) else { throw AccountRefusal.emailStays }
        guard email.text != person.email else { throw AccountRefusal.emailSame }
        let token = try tokens.issue(Wish(person: person.id, from: person.email, to: email.text), purpose: Self.purpose, life: Self.life)
        try await site.write(by: person.id) { write in
            if let known = try write.first(.person(email)) {
                try mailer.send(taken(by: known), to: known.email, language: known.language, person: known.id, in: write)
            } else {
                try mailer.send(
                    letter(to: person, token), to: email.text, language: person.language, person: person.id, useful: MailLinks.Purpose.verify.life,
                    in: write)
            }
            try write.audit(.update, person.id, ["changed": "email change requested"])
        }
    }

    /// The change that a link stands for.
    /// - Throws: ``AccountRefusal/linkSpent``, ``AccountRefusal/linkOfAnother``.
    func read(_ link: String, by person: PersonRecord) throws(AccountRefusal) -> Wish {
        guard let opened = tokens.open(link, purpose: Self.purpose, as: Wish.self) else { throw .linkSpent }
        guard opened.payload.person == person.id else { throw .linkOfAnother }
        guard Self.isOpen(to: person, on: site) else { throw .emailStays }
        guard opened.payload.from == person.email else { throw .linkSpent }
        return opened.payload
    }

    /// Changes the address, proves it by that, tells the old one, and ends links that went there.
    /// - Throws: ``AccountRefusal``; `emailTaken` when somebody took the address meanwhile.
    func confirm(_ link: String, by id: PersonID) async throws -> String {
        try await site.write(by: id) { write in
            guard let person = try write.first(.person(id)), let opened = tokens.open(link, purpose: Self.purpose, as: Wish.self) else {
                throw AccountRefusal.linkSpent
            }
            let wish = try read(link, by: person)
            guard try tokens.spend(opened, in: write) else { throw AccountRefusal.linkSpent }
            guard let email = EmailAddress(wish.to), try write.first(.person(email)) == nil else { throw AccountRefusal.emailTaken }
            try write.run(
                """
                UPDATE account_person SET email = \(email.text), email_verified_at = \(write.now), changed_at = \(write.now), changed_by = \(id)
                WHERE id = \(id)
                """)
            for purpose in [MailLinks.Purpose.verify, .reset] { try links.end(purpose, of: id, in: write) }
            try write.audit(.update, id, ["changed": "email address"])
            if person.isVerified {
                try mailer.send(notice(to: person, email.text), to: person.email, language: person.language, person: id, in: write)
            }
            return email.text
        }
    }

    private func letter(to person: PersonRecord, _ token: String) -> Email {
        Email(
            subject: "Confirm your new address",
            paragraphs: [
                "Hello \(person.name),",
                "You asked to use this address for your account on \(site.configuration.name). Confirm it within 24 hours.",
                "If it wasn’t you, ignore this email. Nothing changes.",
            ], action: EmailAction("Confirm your new address", path: SignInPaths.confirmEmail(token)))
    }

    private func taken(by person: PersonRecord) -> Email {
        Email(
            subject: "Someone tried to use your address",
            paragraphs: [
                "Hello \(person.name),",
                "Someone tried to use this address for another account on \(site.configuration.name). Nothing was changed.",
                "If it was you, sign in to the account that has this address.",
            ], action: EmailAction("Sign in", path: SignInPaths.signIn()))
    }

    private func notice(to person: PersonRecord, _ address: String) -> Email {
        Email(
            subject: "Your email address was changed",
            paragraphs: [
                "Hello \(person.name),", "Your account on \(site.configuration.name) now uses the address \(address).",
                "If it wasn’t you, contact the people who run the site at once.",
            ], action: EmailAction("Contact us", path: SitePaths.ask()))
    }
}
