public import Core
import Crypto
public import Database
import Foundation
import Jobs
public import Platform

/// Sends emails: each is kept in the same transaction as what it is about, and a job brings it to the mail server,
/// again and again while the server is away.
public struct Mailer: Sendable {
    private let site: Site
    private let renderer: EmailRenderer

    init(site: Site) {
        self.site = site
        renderer = EmailRenderer(site: site)
    }

    /// Keeps an email and asks for it to be sent once the transaction stands.
    /// - Parameters:
    ///   - address: the receiver's.
    ///   - language: the one that the receiver chose, or nil for the site's first; the words are rendered when the email leaves.
    ///   - key: at most one email is ever sent for a key.
    ///   - person: whose email it is, for the export and the erasure of their data.
    ///   - useful: how long it is worth sending where there was no mail server: as long as its link works, at most a week.
    /// - Throws: ``MailRefusal/badAddress`` for an address that could break out of a header.
    public func send(
        _ email: Email, to address: String, language: Language?, key: String? = nil, person: PersonID? = nil,
        useful: Duration = EmailRetention.news, in write: Write
    ) throws {
        guard MailAddress.isSafe(address) else { throw MailRefusal.badAddress }
        let messageID = Token().text
        let content = site.key.seal(Array(try JSONEncoder().encode(email)), context: EmailRecord.context(messageID))
        let ids = try write.all(
            """
            INSERT INTO mail_letter (message_id, dedupe_key, address, person_id, language, sealed_content, useful_until, created_at, changed_at)
            VALUES (\(messageID), \(key), \(address), \(person), \(language ?? site.configuration.mainLanguage), \(content),
                \(write.now + min(useful, EmailRetention.longestUse)), \(write.now), \(write.now))
            ON CONFLICT (dedupe_key) DO NOTHING RETURNING id
            """ as Query<Int64>)
        for id in ids { try enqueue(EmailID(id), in: write) }
    }

    /// Emails to an address that have not left yet, as their reader will see them.
    public func waiting(for address: String, in db: any Connection) throws -> [RenderedEmail] {
        try db.all(.unsent(to: address)).compactMap { record in try record.email(site.key).map { render($0, record) } }
    }

    /// The newest email to a person whose key has these words, whatever became of it.
    public func latest(keyed words: String, to person: PersonID, in db: any Connection) throws -> EmailRecord? {
        try db.first(
            """
            SELECT \(EmailRecord.columns) FROM mail_letter
            WHERE person_id = \(person) AND \(sql: .contains(words, in: "dedupe_key")) ORDER BY id DESC LIMIT 1
            """ as Query<EmailRecord>)
    }

    /// The email of a key, as long as it is kept.
    public func email(keyed key: String, in db: any Connection) throws -> EmailRecord? {
        try db.first("SELECT \(EmailRecord.columns) FROM mail_letter WHERE dedupe_key = \(key)" as Query<EmailRecord>)
    }

    /// Tries all waiting emails again now: the mail server has been changed, or staff says that it is back.
    func sendWaiting(in write: Write) throws {
        for record in try write.all(.emails(.waiting, limit: 1_000)) { try enqueue(record.id, in: write) }
        try site.jobs.hasten(Self.job, in: write)
    }

    func enqueue(_ id: EmailID, in write: Write) throws {
        try write.enqueue(Self.job, EmailJob(email: id), key: id.description)
    }

    func render(_ email: Email, _ record: EmailRecord) -> RenderedEmail {
        render(email, in: record.language)
    }

    func render(_ email: Email, in language: Language) -> RenderedEmail { renderer.render(email, in: language) }

    static let job = Job<EmailJob>("mail.send")
}

/// Which email to send.
struct EmailJob: Codable, Sendable {
    var email: EmailID

    // Emails may be waiting that were written under this key.
    private enum CodingKeys: String, CodingKey { case email = "letter" }
}
