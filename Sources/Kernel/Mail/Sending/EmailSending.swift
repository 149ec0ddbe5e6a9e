import Analytics
import Core
import Crypto
import Database
import Jobs
import Outbound
import Platform

/// Brings emails to the mail server.
struct EmailSending: Sendable {
    let site: Site
    let mailer: Mailer

    /// Attempts go on for about four days, as RFC 5321 (4.5.4.1) asks of whoever sends mail.
    var kind: JobKind {
        JobKind(Mailer.job, retries: 100, timeout: .seconds(60), limit: 2) { (job: EmailJob, context) in
            try await send(job.email, isLastAttempt: context.attempt > 100)
        }
    }

    /// Sends an email unless that was done; without a mail server it stays where it is.
    func send(_ id: EmailID, isLastAttempt: Bool) async throws {
        guard let record = try await site.database.read({ try $0.first(.email(id)) }), record.state != .sent,
            let email = try record.email(site.key), let configuration = site.configuration.mail
        else { return }
        do {
            try await deliver(
                mailer.render(email, record), messageID: record.messageID, to: record.address, language: record.language,
                at: record.createdAt, through: configuration)
        } catch {
            let isFinal = !error.isTemporary || isLastAttempt
            try await note(MailFailure(error, server: configuration.host), on: id, isFinal: isFinal)
            if isFinal { throw JobRefusal(error.cause) }
            throw error
        }
        try await site.write(by: nil) { write in
            try write.run(
                """
                UPDATE mail_letter SET state = 'sent', sealed_content = NULL, failure = NULL, sent_at = \(write.now), changed_at = \(write.now)
                WHERE id = \(id)
                """)
            try write.count(.emails)
        }
    }

    /// Hands one email over to the mail server, here and now.
    func deliver(
        _ email: RenderedEmail, messageID: String, to address: String, language: Language, at date: Instant, through mail: MailConfiguration
    ) async throws(OutboundFailure) {
        let message = MessageFormat(
            email: email, language: language, messageID: messageID, sender: (site.configuration.name, mail.from), receiver: address, date: date)
        try await SMTPClient(server: try server(mail)).send(from: mail.from, to: address, message: message.bytes)
    }

    private func server(_ mail: MailConfiguration) throws(OutboundFailure) -> SMTPServer {
        guard let sealed = mail.sealedPassword else { return SMTPServer(url: mail.server, user: mail.user) }
        guard let bytes = [UInt8](base64URL: sealed), let password = try? site.key.open(bytes, context: MailConfiguration.passwordContext) else {
            throw OutboundFailure("the stored password of the mail server was sealed with another key", isTemporary: true)
        }
        return SMTPServer(url: mail.server, user: mail.user, password: String(decoding: password, as: UTF8.self))
    }

    private func note(_ failure: MailFailure, on id: EmailID, isFinal: Bool) async throws {
        let now = site.clock.now()
        let state: EmailRecord.State = isFinal ? .failed : .waiting
        try await site.write(by: nil) { write in
            try write.run("UPDATE mail_letter SET state = \(state), failure = \(failure.stored), changed_at = \(now) WHERE id = \(id)")
        }
    }
}
