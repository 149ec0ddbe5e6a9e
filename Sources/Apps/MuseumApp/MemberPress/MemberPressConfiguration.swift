import Core
import Crypto
import Foundation
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
    /// Whether people sign in with the password that they have there (MUS-002).
    var allowsSignIn = false
    /// Whether staff choose pictures of the gallery from WordPress (MUS-027).
    var offersPictures = false
    /// Whether licence photos are sent there (MUS-019).
    var takesLicences = false
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

extension MuseumDemo {
    /// What the stand-in says opens it, as the demo's configuration has it.
    private struct StandInCredentials: Decodable {
        let address: String
        let key: String
        let user: String
        let applicationPassword: String
    }

    /// The demo's MemberPress, with everything on: nothing that it is told leaves this machine.
    static let memberPress = DemoStandIn("memberPress") { description, site, configuration in
        let said = try JSONDecoder().decode(StandInCredentials.self, from: description)
        configuration.memberPress = MemberPressConfiguration(
            address: said.address, sealedKey: MemberPressConfiguration.seal(said.key, for: site),
            uploader: .init(user: said.user, sealedPassword: MemberPressConfiguration.seal(said.applicationPassword, for: site)), allowsSignIn: true,
            offersPictures: true, takesLicences: true, isStandIn: true)
    }
}
