import Accounts
import Audit
import Core
import Crypto
import Database
import Jobs
import Mail
import Platform
import Web

/// Brings back people who forgot their password: a link that works once within an hour (CORE-013). It goes by email, or somebody who looks
/// after people hands it over.
public struct Recovery: Sendable {
    let site: Site
    let mailer: Mailer
    let passwords: Passwords
    let links: MailLinks
    let verification: Verification

    /// What the job looks up. The address is sealed: a stranger may have typed anybody's.
    struct Wish: Codable, Sendable {
        var id: String
        var sealedAddress: String
        /// Of the page that it was asked from; nil in wishes of an earlier version.
        var language: Language?
    }

    static let job = Job<Wish>("accounts.recovery")
    private static let context = "account.recovery"

    /// Takes a wish for an email. Whether anybody has the address is looked up by a job: here nothing can be told apart, in words or
    /// in time.
    func ask(_ email: EmailAddress, in language: Language) async throws {
        let wish = Wish(id: Token().text, sealedAddress: site.key.seal(Array(email.text.utf8), context: Self.context).base64URL, language: language)
        // Whoever asks again has seen no email: another may go.
        try await site.write(by: nil, once: nil) { write in _ = try write.enqueue(Self.job, wish) }
    }

    var kind: JobKind {
        JobKind(Self.job, timeout: .seconds(30)) { (wish: Wish, _) in try await write(wish) }
    }

    private func write(_ wish: Wish) async throws {
        guard let sealed = [UInt8](base64URL: wish.sealedAddress) else { return }
        let address = String(decoding: try site.key.open(sealed, context: Self.context), as: UTF8.self)
        guard let email = EmailAddress(address) else { return }
        try await site.write(by: nil) { write in
            guard let person = try write.first(.person(email)), person.status == .active else { return }
            // Strangers may have asked for these. They took nothing away: each of the emails still opens the account.
            guard try links.open(.reset, of: person.id, in: write) < MailLinks.Purpose.reset.most else { return }
            let token = try links.make(.reset, for: person.id, in: write)
            let email = Email(
                subject: "Set a new password",
                paragraphs: [
                    "Hello \(person.name),", "Someone asked for a new password for your account. The link works once, for one hour.",
                    "If it wasn’t you, ignore this email. Your password stays the same.",
                ], action: EmailAction("Set a new password", path: SignInPaths.reset(token.text)))
            try mailer.send(
                email, to: person.email, language: wish.language ?? person.language, key: "recovery:\(wish.id)",
                person: person.id, in: write)
        }
    }

    /// Makes a link to hand over in person and answers its path: for a site without a mail server, and for people whom no email reaches.
    /// The one that was handed over before ends, and the person is told by email, since the link opens their account.
    /// - Parameter actor: what the one who makes it is called.
    public func handOver(to person: PersonRecord, by actor: String, in write: Write) throws -> String {
        try links.endShown(.reset, of: person.id, in: write)
        let token = try links.make(.reset, for: person.id, isShown: true, in: write)
        try passwords.emails.send(.resetLinkCreated(by: actor), to: person, in: write)
        return SignInPaths.reset(token.text)
    }

    /// Whose a link is that still works.
    /// - Throws: ``AccountRefusal/linkSpent``.
    @discardableResult
    func check(_ link: String) async throws -> PersonID {
        try await site.database.read { try links.owner(of: link, for: .reset, in: $0) }
    }

    /// Sets a new password by a link; every session and app password ends, and a link that was mailed proves the address.
    ///
    /// When nobody had proved it before, the account may have been made by a stranger who waited for its owner. All other ways in that
    /// were set up until now are taken away.
    /// - Throws: ``AccountRefusal``.
    func reset(_ link: String, to password: String) async throws -> PersonID {
        try PasswordRule.check(password)
        let person = try await check(link)
        let hash = try await passwords.hasher.hash(password)
        // It opens a session: a link that was used opens none again, whatever the key of the call.
        try await site.write(by: person, once: nil) { write in
            let isProof = try links.wasMailed(link, in: write)
            guard try links.spend(link, for: .reset, in: write) == person else { throw AccountRefusal.linkSpent }
            if isProof, try verification.note(person, in: write) { try removeOtherWaysIn(of: person, in: write) }
            try passwords.store(hash, of: person, in: write)
        }
        return person
    }

    private func removeOtherWaysIn(of person: PersonID, in write: Write) throws {
        var removed = 0
        for table in ["account_passkey", "account_totp", "account_recovery_code", "account_identity", "account_device"] {
            removed += try write.run("DELETE FROM \(raw: table) WHERE person_id = \(person)")
        }
        guard removed > 0 else { return }
        try write.audit(.revoke, person, ["changed": "other ways to sign in"])
    }
}
