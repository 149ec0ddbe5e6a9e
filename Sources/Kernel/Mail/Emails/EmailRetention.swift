import Audit
import Core
import Database
import Foundation
import Jobs
import Platform

/// How long emails are kept: sent ones answer "did it leave?", the others wait for somebody to look.
public struct EmailRetention: Sendable {
    static let job = Job<NoPayload>("mail.keeping")
    static let sent = Retention(
        "mail.sent-days", "Emails that were sent", hint: "Days to keep when and to whom. The text is deleted when the email is sent.", days: 30)
    static let unsent = Retention(
        "mail.unsent-days", "Emails that couldn’t be sent", hint: "Days until we stop trying and delete them.", days: 90)
    static let settings = [sent.declaration, unsent.declaration]

    let site: Site

    init(site: Site) { self.site = site }

    var kind: JobKind { JobKind(Self.job, limit: 1) { (_, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.job, .daily(hour: 3, minute: 40, timeZone: site.configuration.zone)) }

    /// How long the address of a sent email is kept that belongs to no account: it may be all that is left of one.
    private static let ownerless: Duration = .seconds(86_400)

    /// How long what an email tells is news.
    public static let news: Duration = .seconds(86_400)
    /// How long an email waits at most on a site that has no mail server, also one whose link works for longer.
    static let longestUse: Duration = .seconds(7 * 86_400)

    private func run() async throws {
        let ownerless = site.clock.now() - Self.ownerless
        let hasServer = site.configuration.mail != nil
        let (sent, unsent) = (site.limit(of: Self.sent), site.limit(of: Self.unsent))
        try await site.write(by: nil) { write in
            try write.run("DELETE FROM mail_letter WHERE state = 'sent' AND created_at < \(sent)")
            try write.run("DELETE FROM mail_letter WHERE state = 'sent' AND person_id IS NULL AND sent_at < \(ownerless)")
            try write.run("DELETE FROM mail_letter WHERE state <> 'sent' AND created_at < \(unsent)")
            guard !hasServer else { return }
            let stale = try write.run(
                """
                DELETE FROM mail_letter WHERE state = 'waiting' AND coalesce(useful_until, created_at + \(Self.news.wholeMilliseconds)) < \(write.now)
                """)
            if stale > 0 { try write.audit(.delete, AuditName("mail.letter", "outdated"), ["count": String(stale)]) }
        }
    }
}

/// The emails to a person, for their export and their erasure.
struct EmailData: PersonalData {
    let site: Site

    let folder = "mail"
    var title: Text { "Emails to you" }

    private struct Exported: Encodable {
        let address: String
        let state: String
        let writtenAt: Instant
        let sentAt: Instant?
    }

    /// When emails were written to them. What one says is in it and nowhere else: it may carry a link that opens the account.
    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let emails = try await site.database.read { db in
            try db.all("SELECT \(EmailRecord.columns) FROM mail_letter WHERE person_id = \(person) ORDER BY id LIMIT 10000" as Query<EmailRecord>)
        }
        try export.add(
            emails.map { Exported(address: $0.address, state: $0.state.rawValue, writtenAt: $0.createdAt, sentAt: $0.sentAt) }, as: "letters.json",
            "Emails that we sent to you")
    }

    /// An email about the erasure itself carries no person and so still leaves.
    func erase(_ person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM mail_letter WHERE person_id = \(person)")
        try write.run("UPDATE mail_letter SET changed_by = NULL WHERE changed_by = \(person)")
    }
}
