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
        /// `smtps://host:port`; the form sends its parts instead.
        var server: String?
        var provider: String?
        var host: String?
        var port: String?
        var encryption: MailProvider.Encryption?
        var user: String?
        var password: String?
        var from: String
        /// Where to go on, as a page said.
        var then: String?

        /// The address of the server; a provider that was chosen fills in what nobody typed.
        var address: String {
            let parts = [server, host].compactMap { $0?.trimmed }.filter { !$0.isEmpty }
            guard let given = parts.first else { return provider.flatMap(MailProvider.init(rawValue:))?.server ?? "" }
            if given.contains("://") { return given }
            let encryption = encryption ?? .starttls
            // A name may come with its port, as some providers write it.
            if given.contains(/^[^:]+:[0-9]+$/) { return "\(encryption.scheme)://\(given)" }
            let port = (port ?? "").trimmed
            return "\(encryption.scheme)://\(given):\(port.isEmpty ? (encryption == .tls ? "465" : "587") : port)"
        }
    }

    func save(_ wanted: Wanted, by person: PersonID) async throws {
        let server = wanted.address
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

    /// Takes the mail server away; emails wait from then on.
    func remove(by person: PersonID) async throws {
        try await site.configure(by: person) { configuration, write in
            guard configuration.mail != nil else { return }
            configuration.mail = nil
            try write.audit(.delete, AuditName("mail.server", "site"))
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
            subject: "A test email", paragraphs: ["This email shows that the site can send email."],
            footer: "Someone who runs this site sent it.")
        do {
            try await sending.deliver(
                mailer.render(email, in: language), messageID: Token().text, to: address, language: language,
                at: site.clock.now(), through: configuration)
        } catch {
            let failure = MailFailure(error, server: configuration.host)
            throw MailRefusal.notSent(words: failure.words, remedy: failure.remedy)
        }
        let now = site.clock.now()
        try await site.configure { if $0.mail?.server == configuration.server { $0.mail?.provenAt = now } }
    }
}
