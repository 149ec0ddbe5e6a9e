import Accounts
import Core
import Crypto
import Foundation
import Outbound
import Platform

/// Makes providers of what the operator configured, and keeps what they say about themselves.
final class ProviderRegistry: Sendable {
    let service: ProviderService
    let discoveries: Discoveries
    let keys: KeySets
    let clock: SiteClock
    private let site: Site
    private let key: SealingKey

    init(site: Site, service: ProviderService = ProviderService(client: HTTPClient(timeout: .seconds(4), limit: 1 << 18))) {
        self.service = service
        self.site = site
        clock = site.clock
        key = site.key
        discoveries = Discoveries(service: service, clock: site.clock)
        keys = KeySets(service: service, clock: site.clock)
    }

    /// The provider behind a method, or nil for one that is not set up or cannot be used as it is.
    func provider(_ method: SignInMethod, _ configuration: ProviderConfiguration) -> (any Provider)? {
        guard let issuer = configuration.issuer ?? Self.home(of: method), ProviderAddress.isSafe(issuer),
            let secret = Self.open(configuration.sealedSecret, of: method, by: key)
        else { return nil }
        switch method {
        case .google: return openID(issuer, configuration, google(issuer, configuration, secret))
        case .apple: return apple(issuer, configuration, secret).map { openID(issuer, configuration, $0) }
        case .openid: return openID(issuer, configuration, OpenIDProvider.Traits(prompt: "login", secret: { secret }, vouches: { _, _ in true }))
        case .facebook:
            let graph = configuration.issuer ?? "https://graph.facebook.com"
            return FacebookProvider(
                issuer: issuer, graph: graph, appID: configuration.clientID, secret: secret, service: service, clock: clock)
        case .password, .passkey: return nil
        }
    }

    /// Where the real one stands; a provider by issuer has no home of its own.
    static func home(of method: SignInMethod) -> String? { homes[method] }

    private static let homes: [SignInMethod: String] = [
        .google: "https://accounts.google.com", .apple: "https://appleid.apple.com", .facebook: "https://www.facebook.com",
    ]

    private func openID(_ issuer: String, _ configuration: ProviderConfiguration, _ traits: OpenIDProvider.Traits) -> OpenIDProvider {
        OpenIDProvider(issuer: issuer, clientID: configuration.clientID, traits: traits, registry: self)
    }

    private func google(_ issuer: String, _ configuration: ProviderConfiguration, _ secret: String) -> OpenIDProvider.Traits {
        var traits = OpenIDProvider.Traits(prompt: "select_account", secret: { secret }) { email, token in
            // Google runs these mailboxes; any other may have changed hands since it was confirmed.
            email.lowercased().hasSuffix("@gmail.com") || token.hostedDomain != nil
        }
        if issuer.hasPrefix("https://") { traits.otherIssuers = [String(issuer.dropFirst("https://".count))] }
        // A token to ask again with comes only to whoever says so (RES-005).
        if site.value(of: AccountsSettings.freshProfiles) { traits.parameters.append(("access_type", "offline")) }
        traits.workspace = configuration.workspace
        if let workspace = configuration.workspace { traits.parameters.append(("hd", workspace)) }
        return traits
    }

    private func apple(_ issuer: String, _ configuration: ProviderConfiguration, _ pem: String) -> OpenIDProvider.Traits? {
        guard let team = configuration.teamID, let keyID = configuration.keyID, let key = try? P256PrivateKey(pem: pem) else { return nil }
        let secret = AppleSecret(teamID: team, keyID: keyID, clientID: configuration.clientID, audience: issuer, key: key)
        var traits = OpenIDProvider.Traits(secret: { [clock] in try secret.make(at: clock.now()) }) { email, _ in
            // Apple runs these mailboxes.
            let domain = email.lowercased().split(separator: "@").last.map(String.init) ?? ""
            return ["privaterelay.appleid.com", "icloud.com", "me.com", "mac.com"].contains(domain)
        }
        traits.scope = "openid name email"
        traits.parameters = [("response_mode", "form_post")]
        return traits
    }

    /// Seals a client secret for the configuration.
    static func seal(_ secret: String, of method: SignInMethod, by key: SealingKey) -> String {
        key.seal(Array(secret.utf8), context: context(method)).base64URL
    }

    private static func open(_ sealed: String, of method: SignInMethod, by key: SealingKey) -> String? {
        guard let bytes = [UInt8](base64URL: sealed), let secret = try? key.open(bytes, context: context(method)) else { return nil }
        return String(validating: secret, as: UTF8.self)
    }

    private static func context(_ method: SignInMethod) -> String { "provider:\(method.rawValue)" }
}
