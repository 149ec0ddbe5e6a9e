import Core

/// Where common providers take in emails, as they say in their own guides.
enum MailProvider: String, CaseIterable, Sendable {
    case gmail, outlook, icloud, yahoo, fastmail, proton, zoho, gmx, loopia, one, brevo, mailgun, postmark, sendgrid

    /// How a connection is encrypted.
    enum Encryption: String, Codable, CaseIterable, Sendable {
        /// From the start.
        case tls
        /// After a greeting.
        case starttls

        var scheme: String { self == .tls ? "smtps" : "smtp" }
        var name: Text { self == .tls ? "TLS (usually port 465)" : "STARTTLS (usually port 587)" }
    }

    private var facts: (name: String, host: String, encryption: Encryption) {
        switch self {
        case .gmail: ("Gmail, Google Workspace", "smtp.gmail.com", .starttls)
        case .outlook: ("Outlook, Microsoft 365", "smtp.office365.com", .starttls)
        case .icloud: ("iCloud", "smtp.mail.me.com", .starttls)
        case .yahoo: ("Yahoo", "smtp.mail.yahoo.com", .tls)
        case .fastmail: ("Fastmail", "smtp.fastmail.com", .tls)
        case .proton: ("Proton Mail", "smtp.protonmail.ch", .starttls)
        case .zoho: ("Zoho Mail", "smtp.zoho.com", .tls)
        case .gmx: ("GMX", "mail.gmx.com", .starttls)
        case .loopia: ("Loopia", "mailcluster.loopia.se", .starttls)
        case .one: ("one.com", "send.one.com", .tls)
        case .brevo: ("Brevo", "smtp-relay.brevo.com", .starttls)
        case .mailgun: ("Mailgun", "smtp.mailgun.org", .starttls)
        case .postmark: ("Postmark", "smtp.postmarkapp.com", .starttls)
        case .sendgrid: ("SendGrid", "smtp.sendgrid.net", .starttls)
        }
    }

    var name: String { facts.name }
    var host: String { facts.host }
    var encryption: Encryption { facts.encryption }
    var port: Int { encryption == .tls ? 465 : 587 }

    /// `smtps://host:port`.
    var server: String { "\(encryption.scheme)://\(host):\(port)" }

    /// What the form fills in, by the names of its fields.
    var fields: [String: String] { ["host": host, "port": String(port), "encryption": encryption.rawValue] }
}
