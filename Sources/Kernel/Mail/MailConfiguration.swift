public import Core
import Outbound
public import Platform

/// How emails leave the site.
public struct MailConfiguration: ConfigurationSection, Equatable {
    public static let name = "mail"

    /// `smtp://host:port` or `smtps://host:port`.
    public var server: String
    /// Whom to sign in as there.
    public var user: String?
    /// That user's password, sealed with the site's key for the context ``passwordContext`` and written as base64url.
    public var sealedPassword: String?
    /// The address that emails come from.
    public var from: String
    /// When it last took an email that somebody sent as a test; nil since it was changed.
    public var provenAt: Instant?

    /// What ties the sealed password to its place.
    public static let passwordContext = "site.json:mail"

    /// The name of the server.
    var host: String { SMTPServer(url: server).host ?? server }

    /// A server and the address that emails come from.
    public init(server: String, user: String? = nil, sealedPassword: String? = nil, from: String) {
        self.server = server
        self.user = user
        self.sealedPassword = sealedPassword
        self.from = from
    }
}

extension SiteConfiguration {
    /// The mail server that emails go through; nil: they wait.
    public var mail: MailConfiguration? {
        get { self[MailConfiguration.self] }
        set { self[MailConfiguration.self] = newValue }
    }
}
