import Audit
import Core
import Crypto
import Database
import Platform

/// What an administrator says about a provider; what is nil stays as it is.
struct ProviderChoice: Sendable {
    var clientID: String
    /// The client secret, of Apple the key as PEM; nil or empty: the one that is there.
    var secret: String?
    var issuer: String?
    var name: String?
    var teamID: String?
    var keyID: String?
    var workspace: String?
}

/// Why a provider was not set up.
enum ProviderSettingRefusal: Error, Equatable {
    case unknownProvider
    /// A stand-in plays the provider in a demo; what is typed over its details would be half one, half the other.
    case playedByStandIn
    case clientIDMissing
    case secretMissing
    case issuerInvalid
    case appleKeyInvalid
    case appleNamesMissing
    case noMethodLeft
    case unknownApp
}

extension ProviderSettingRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unknownProvider:
            Problem(
                .notFound, "accounts.provider-unknown", "There’s no such provider.", remedy: "Choose google, facebook, apple or openid.")
        case .playedByStandIn:
            Problem(
                .conflict, "accounts.provider-stand-in", "A stand-in plays this provider in the demo, so nothing was saved.",
                remedy: "Remove the stand-in first, then set up the real provider.")
        case .clientIDMissing:
            refusal("accounts.client-id-missing", "The client ID is missing.", "client", remedy: "Copy it from the provider’s page for developers.")
        case .secretMissing:
            refusal(
                "accounts.client-secret-missing", "The client secret is missing.", "secret",
                remedy: "Copy it from the provider’s page for developers.")
        case .issuerInvalid:
            refusal(
                "accounts.issuer-invalid", "That issuer address can’t be used.", "issuer",
                remedy: "Write it like https://login.example.org, without a question mark.")
        case .appleKeyInvalid:
            refusal("accounts.apple-key-invalid", "That isn’t a key from Apple.", "secret", remedy: "Paste the whole text of the .p8 file.")
        case .appleNamesMissing:
            refusal(
                "accounts.apple-names-missing", "Apple needs the team ID and the key ID.", "team",
                remedy: "You’ll find both on Apple’s page where the key was created.")
        case .noMethodLeft:
            Problem(
                .invalid, "accounts.no-method-left", "An app needs at least one way to sign in.", remedy: "Choose one or more.")
        case .unknownApp: Problem(.notFound, "accounts.app-unknown", "There’s no such app.", remedy: "Choose one of the apps on the page.")
        }
    }

    private func refusal(_ code: String, _ detail: Text, _ field: String, remedy: Text) -> Problem {
        Problem(.invalid, code, detail, remedy: remedy, fields: [field: detail])
    }
}

/// Sets up the providers of a site, and which app offers which way to sign in. Each change is in the system log.
struct ProviderSettings: Sendable {
    let site: Site

    /// The providers that can be set up, in the order of the page.
    static let methods: [SignInMethod] = [.google, .facebook, .apple, .openid]

    /// Sets a provider up or changes it.
    /// - Throws: ``ProviderSettingRefusal``; nothing is changed then.
    func set(_ method: SignInMethod, _ choice: ProviderChoice, by actor: PersonID?) async throws {
        guard Self.methods.contains(method) else { throw ProviderSettingRefusal.unknownProvider }
        let known = site.configuration.providers[method.rawValue]
        guard known?.isStandIn != true else { throw ProviderSettingRefusal.playedByStandIn }
        let clientID = choice.clientID.trimmed
        guard !clientID.isEmpty, clientID.utf8.count <= 300 else { throw ProviderSettingRefusal.clientIDMissing }
        let issuer = Self.filled(choice.issuer)
        guard issuer.map(ProviderAddress.isSafe) ?? (method != .openid) else { throw ProviderSettingRefusal.issuerInvalid }
        let sealed = try Self.filled(choice.secret).map { try seal($0, of: method) } ?? known?.sealedSecret
        guard let sealed else { throw ProviderSettingRefusal.secretMissing }
        var provider = ProviderConfiguration(issuer: issuer, clientID: clientID, sealedSecret: sealed)
        provider.name = Self.filled(choice.name).map { String($0.prefix(40)) }
        if method == .apple {
            provider.teamID = Self.filled(choice.teamID)
            provider.keyID = Self.filled(choice.keyID)
            guard provider.teamID != nil, provider.keyID != nil else { throw ProviderSettingRefusal.appleNamesMissing }
        }
        if method == .google { provider.workspace = Self.filled(choice.workspace) }
        let changed = provider
        try await configure(["provider": method.rawValue, "issuer": issuer ?? "", "client": clientID], by: actor) {
            $0.providers[method.rawValue] = changed
        }
    }

    /// Takes a provider away; whoever came in through it needs another way.
    func remove(_ method: SignInMethod, by actor: PersonID?) async throws {
        guard site.configuration.providers[method.rawValue] != nil else { throw ProviderSettingRefusal.unknownProvider }
        try await configure(["provider": method.rawValue, "removed": "true"], by: actor) { $0.providers[method.rawValue] = nil }
    }

    /// Chooses the ways that an app offers, in the order of the declaration.
    func offer(_ methods: Set<SignInMethod>, in app: String, by actor: PersonID?) async throws {
        guard site.app(app) != nil else { throw ProviderSettingRefusal.unknownApp }
        guard !methods.isEmpty else { throw ProviderSettingRefusal.noMethodLeft }
        var policy = site.policy(of: app)
        policy.signIn = policy.signIn.filter(methods.contains) + SignInMethod.allCases.filter { methods.contains($0) && !policy.signIn.contains($0) }
        let changed = policy
        let words = changed.signIn.map(\.rawValue).joined(separator: " ")
        try await configure(["app": app, "methods": words], by: actor) { $0.policies[app] = changed }
    }

    private func seal(_ secret: String, of method: SignInMethod) throws -> String {
        guard secret.utf8.count <= 4000 else { throw ProviderSettingRefusal.secretMissing }
        if method == .apple, (try? P256PrivateKey(pem: secret)) == nil { throw ProviderSettingRefusal.appleKeyInvalid }
        return ProviderRegistry.seal(secret, of: method, by: site.key)
    }

    private func configure(
        _ details: [String: String], by actor: PersonID?, _ change: @escaping @Sendable (inout SiteConfiguration) -> Void
    ) async throws {
        try await site.configure(by: actor) { configuration, write in
            change(&configuration)
            try write.audit(.configure, AuditName("site.sign-in", "site"), details)
        }
    }

    private static func filled(_ text: String?) -> String? {
        let text = text?.trimmed ?? ""
        return text.isEmpty ? nil : text
    }
}
