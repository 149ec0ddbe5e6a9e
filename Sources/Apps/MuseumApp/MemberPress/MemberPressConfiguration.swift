import Core
import Crypto
import Platform

/// How the site reaches the museum's WordPress, where MemberPress keeps the members (MUS-048).
struct MemberPressConfiguration: ConfigurationSection, Equatable {
    static let name = "memberpress"
    /// What ties the sealed secrets to their place.
    static let context = "configuration:memberpress"

    /// The WordPress site: `https://museum.example`.
    var address: String
    /// The key of MemberPress’ developer tools, sealed with the site's key.
    var sealedKey: String
    /// Who uploads files to WordPress; nil: nobody does.
    var uploader: Uploader?
    /// Whether staff have stopped it for now.
    var isStopped = false
    /// Whether a stand-in on this machine plays the WordPress site, which every page says.
    var isStandIn = false

    /// A user of WordPress with an application password.
    struct Uploader: Codable, Sendable, Equatable {
        var user: String
        /// Sealed.
        var sealedPassword: String
    }

    /// A secret as the configuration keeps it.
    static func seal(_ secret: String, for site: Site) -> String { site.key.seal(Array(secret.utf8), context: context).base64URL }

    /// A secret that was sealed; nil for one that another site sealed, or that was damaged.
    static func open(_ sealed: String, for site: Site) -> String? {
        guard let bytes = [UInt8](base64URL: sealed), let secret = try? site.key.open(bytes, context: context) else { return nil }
        return String(decoding: secret, as: UTF8.self)
    }
}

extension SiteConfiguration {
    /// How the site reaches MemberPress; nil: it doesn't.
    var memberPress: MemberPressConfiguration? {
        get { self[MemberPressConfiguration.self] }
        set { self[MemberPressConfiguration.self] = newValue }
    }
}
