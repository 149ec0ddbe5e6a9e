import Accounts
import Core
import Crypto
import Database
import Mail
import Platform
import Web

/// Brings people to the accounts that administrators made for them (LIB-009): a link that lets them choose a password, once, within
/// seven days. One goes by email, where the site can send any; another is shown to whoever invites, to hand over in person.
public struct Invitations: Sendable {
    let site: Site
    let mailer: Mailer
    let passwords: Passwords
    let links: MailLinks
    let verification: Verification

    /// What an invitation looks like to whoever invites.
    public struct State: Sendable {
        /// The path of the link to hand over, and until when it works; nil when it has run out.
        public let link: (path: String, until: Instant)?
        public let delivery: Delivery
    }

    /// What became of the email.
    public enum Delivery: Sendable, Equatable {
        /// The site has no mail server, or had none when the invitation was made.
        case none
        case waiting
        /// Why the mail server did not take it.
        case refused(Text?)
        case sent(Instant)
    }

    /// Makes the links and writes the email, in the transaction of whoever invites; the links of an earlier one end.
    /// - Parameter roles: what the account is for.
    public func send(to person: PersonRecord, as roles: [CommonRoles.Summary], in write: Write) throws {
        try links.end(.invite, of: person.id, in: write)
        _ = try links.make(.invite, for: person.id, isShown: true, in: write)
        // An email that waits for a mail server would come weeks later, with a link that is used up.
        guard site.configuration.mail != nil else { return }
        let token = try links.make(.invite, for: person.id, in: write)
        let email = Email(
            subject: "Your account at \(site.configuration.name)",
            paragraphs: ["Hello \(person.name),", "You’re invited to \(site.configuration.name)."]
                + roles.map { "Your role: \($0.name). \($0.words)" }
                + ["Press the button to choose a password. The link works once, for seven days."],
            action: EmailAction("Choose a password", path: SignInPaths.welcome(token.text)))
        try mailer.send(
            email, to: person.email, language: person.language, key: Self.key(person.id) + Token().text, person: person.id,
            useful: MailLinks.Purpose.invite.life, in: write)
    }

    /// How the invitation of somebody stands.
    public func state(of person: PersonID, in db: any Connection) throws -> State {
        let link = try links.shown(.invite, of: person, in: db).map { (path: SignInPaths.welcome($0.token), until: $0.until) }
        guard let email = try mailer.latest(keyed: Self.key(person), to: person, in: db) else { return State(link: link, delivery: .none) }
        let delivery: Delivery =
            switch email.state {
            case .sent: .sent(email.sentAt ?? email.createdAt)
            case .failed: .refused(email.failureWords)
            case .waiting: email.failureWords.map { .refused($0) } ?? (site.configuration.mail == nil ? .none : .waiting)
            }
        return State(link: link, delivery: delivery)
    }

    private static func key(_ person: PersonID) -> String { "invitation.\(person)." }

    /// Whether somebody has no way in yet but an invitation.
    public static func waits(_ person: PersonID, in db: any Connection) throws -> Bool {
        try db.one("SELECT COUNT(*) FROM account_person p WHERE p.id = \(person) AND \(sql: waiting)" as Query<Int>) > 0
    }

    /// Holds for a row `p` of `account_person` that has no way in yet but an invitation.
    public static let waiting: SQL = """
        p.password_hash IS NULL AND NOT EXISTS (SELECT 1 FROM account_identity i WHERE i.person_id = p.id)
            AND NOT EXISTS (SELECT 1 FROM account_passkey k WHERE k.person_id = p.id)
        """

    /// Whom a link invites, and to what.
    /// - Throws: ``AccountRefusal/invitationSpent``.
    func guest(of link: String) async throws -> (person: PersonRecord, grants: Set<Roles.Grant>) {
        try await site.database.read { db in
            let person = try guest(of: link, in: db)
            return (person, Set(try db.all(.grants(of: person.id))))
        }
    }

    /// Sets the first password by a link, which proves the address too when it came by email. `language` is that of the page, which is
    /// theirs from now on, and `name` what they want to be called, if not as they were invited.
    /// - Throws: ``AccountRefusal``.
    func accept(_ link: String, name: String?, password: String, language: Language) async throws -> PersonID {
        let name = try name.map { try PersonName($0).text }
        try PasswordRule.check(password)
        let person = try await guest(of: link).person.id
        let names = site.nameReview
        let hash = try await passwords.hasher.hash(password)
        // It opens a session: a link that was used opens none again, whatever the key of the call.
        try await site.write(by: person, once: nil) { write in
            let known = try guest(of: link, in: write)
            guard known.id == person else { throw AccountRefusal.invitationSpent }
            let isProof = try links.wasMailed(link, in: write)
            _ = try links.spend(link, for: .invite, in: write)
            try passwords.store(hash, of: person, isFirst: true, in: write)
            if isProof { try verification.note(person, in: write) } else { try verification.send(to: known, in: write) }
            if let name, name != known.name, try names.mayShow(name, person, language, write) {
                try write.run("UPDATE account_person SET name = \(name) WHERE id = \(person)")
            }
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
