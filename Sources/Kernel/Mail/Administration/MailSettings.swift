import Audit
import Core
import Crypto
import Database
import Jobs
import Outbound
import Platform

/// What staff does about mail: chooses the server, tries it, sends again what was given up.
struct MailSettings: Sendable {
    let site: Site
    let mailer: Mailer
    let sending: EmailSending

    /// The server as the form has it. An empty password keeps the one that is stored, as long as server and user stay the same:
    /// a stored password never goes to a machine that somebody else names.
    struct Wanted: Decodable, Sendable {
        var server: String
        var user: String?
        var password: String?
        var from: String
    }

    func save(_ wanted: Wanted, by person: PersonID) async throws {
        let server = wanted.server.filter { !$0.isWhitespace }
        guard SMTPServer(url: server).host != nil else { throw MailRefusal.badServer }
        guard MailAddress.isSafe(wanted.from) else { throw MailRefusal.badAddress }
        let old = site.configuration.mail
        var sealed = old?.server == server && old?.user == wanted.user ? old?.sealedPassword : nil
        if let password = wanted.password, !password.isEmpty {
            sealed = site.key.seal(Array(password.utf8), context: MailConfiguration.passwordContext).base64URL
        }
        let mail = MailConfiguration(server: server, user: wanted.user, sealedPassword: sealed, from: wanted.from)
        try await site.configure(by: person) { configuration, write in
            configuration.mail = mail
            try write.audit(.update, AuditName("mail.server", "site"), ["server": mail.server, "from": mail.from])
            try mailer.sendWaiting(in: write)
        }
    }

    func sendWaiting() async throws {
        guard site.configuration.mail != nil else { throw MailRefusal.notConfigured }
        try await site.write(by: nil) { try mailer.sendWaiting(in: $0) }
    }

    func retry(_ id: EmailID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let changed = try write.run(
                "UPDATE mail_letter SET state = 'waiting', changed_at = \(write.now), changed_by = \(person) WHERE id = \(id) AND state = 'failed'")
            guard changed > 0 else { return }
            try mailer.enqueue(id, in: write)
            try write.audit(.update, AuditName("mail.letter", id))
        }
    }

    /// Sends an email here and now, around the table.
    func test(to address: String, in language: Language) async throws {
        guard MailAddress.isSafe(address) else { throw MailRefusal.badAddress }
        guard let configuration = site.configuration.mail else { throw MailRefusal.notConfigured }
        let email = Email(
            subject: "A test email", paragraphs: ["This email shows that the site can send mail."],
            footer: "Somebody who looks after this site asked for it.")
        do {
            try await sending.deliver(
                mailer.render(email, in: language), messageID: Token().text, to: address, language: language,
                at: site.clock.now(), through: configuration)
        } catch {
            throw MailRefusal.notSent(error.cause)
        }
    }
}
