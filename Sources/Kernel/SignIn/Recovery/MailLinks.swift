import Accounts
import Core
import Crypto
import Database
import Platform

/// Links that are sent to a person's address or handed to them: each works once, for a time, for one purpose.
struct MailLinks: Sendable {
    let site: Site

    /// What a link is for.
    enum Purpose: String, Sendable, SQLConvertible {
        /// Proves that the address is the person's.
        case verify
        /// Sets a new password (CORE-013).
        case reset
        /// Sets the first password of an account that somebody else made.
        case invite

        var life: Duration {
            switch self {
            case .verify, .invite: .seconds(7 * 86_400)
            case .reset: .seconds(3600)
            }
        }

        /// Links of a person that work at the same time. Strangers can ask for reset links, which must not end the one that the person
        /// is about to open; the others only their person or staff ask for.
        var most: Int {
            switch self {
            case .verify: 1
            // One in the email, one that is shown to whoever invites.
            case .invite: 2
            case .reset: 3
            }
        }
    }

    /// A new link, whose token stands only in the email. The oldest of that purpose gives way when there are too many.
    /// - Parameter isShown: whether it is for whoever asks rather than for an email; its token is then kept, sealed.
    func make(_ purpose: Purpose, for person: PersonID, isShown: Bool = false, in write: Write) throws -> Token {
        let token = Token()
        let now = write.now
        try write.run("DELETE FROM account_mail_link WHERE expires_at < \(now)")
        try write.run(
            """
            DELETE FROM account_mail_link WHERE person_id = \(person) AND purpose = \(purpose) AND id NOT IN
                (SELECT id FROM account_mail_link WHERE person_id = \(person) AND purpose = \(purpose) ORDER BY id DESC LIMIT \(purpose.most - 1))
            """)
        try write.run(
            """
            INSERT INTO account_mail_link (person_id, purpose, token_hash, sealed_token, expires_at, changed_at, changed_by)
            VALUES (\(person), \(purpose), \(token.hash), \(isShown ? seal(token, of: person) : nil), \(now + purpose.life), \(now), \(person))
            """)
        return token
    }

    /// Ends the links of that purpose that were shown; those in emails still work.
    func endShown(_ purpose: Purpose, of person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM account_mail_link WHERE person_id = \(person) AND purpose = \(purpose) AND sealed_token IS NOT NULL")
    }

    /// Ends every link of that purpose.
    func end(_ purpose: Purpose, of person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM account_mail_link WHERE person_id = \(person) AND purpose = \(purpose)")
    }

    /// The link that may be shown, and until when it works.
    func shown(_ purpose: Purpose, of person: PersonID, in db: any Connection) throws -> (token: String, until: Instant)? {
        let now = site.clock.now()
        let found: Row2<[UInt8], Instant>? = try db.first(
            """
            SELECT sealed_token, expires_at FROM account_mail_link
            WHERE person_id = \(person) AND purpose = \(purpose) AND sealed_token IS NOT NULL AND expires_at > \(now) ORDER BY id DESC LIMIT 1
            """)
        return try found.map { (String(decoding: try site.key.open($0.first, context: Self.context(person)), as: UTF8.self), $0.second) }
    }

    /// Whether a link was never shown to anybody but the reader of an email, and so proves the address.
    func wasMailed(_ text: String, in db: any Connection) throws -> Bool {
        guard let token = Token(text) else { return false }
        return try db.one(
            "SELECT COUNT(*) FROM account_mail_link WHERE token_hash = \(token.hash) AND sealed_token IS NULL" as Query<Int>) > 0
    }

    private func seal(_ token: Token, of person: PersonID) -> [UInt8] {
        site.key.seal(Array(token.text.utf8), context: Self.context(person))
    }

    private static func context(_ person: PersonID) -> String { "account_mail_link:\(person)" }

    /// How many links of a person work now.
    func open(_ purpose: Purpose, of person: PersonID, in db: any Connection) throws -> Int {
        let now = site.clock.now()
        return try db.one(
            "SELECT COUNT(*) FROM account_mail_link WHERE person_id = \(person) AND purpose = \(purpose) AND expires_at > \(now)" as Query<Int>)
    }

    /// Whose a link is.
    /// - Throws: ``AccountRefusal/linkSpent`` for one that was used, has expired, was replaced, or never existed.
    func owner(of text: String, for purpose: Purpose, in db: any Connection) throws -> PersonID {
        guard let token = Token(text) else { throw AccountRefusal.linkSpent }
        let now = site.clock.now()
        let owner: PersonID? = try db.first(
            "SELECT person_id FROM account_mail_link WHERE token_hash = \(token.hash) AND purpose = \(purpose) AND expires_at > \(now)")
        guard let owner else { throw AccountRefusal.linkSpent }
        return owner
    }

    /// Uses a link up, in the transaction of what it is for; others of its purpose end with it.
    func spend(_ text: String, for purpose: Purpose, in db: any Connection) throws -> PersonID {
        let owner = try owner(of: text, for: purpose, in: db)
        try db.run("DELETE FROM account_mail_link WHERE person_id = \(owner) AND purpose = \(purpose)")
        return owner
    }
}
