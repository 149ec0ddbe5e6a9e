public import Platform

/// A provider that people may sign in through (CORE-007). Adding one is configuration.
public struct ProviderConfiguration: Sendable, Codable, Equatable {
    /// The issuer of OpenID Connect, or where Facebook stands; nil: the provider's own address.
    public var issuer: String?
    /// What the provider calls this site.
    public var clientID: String
    /// The client secret, of Apple the key that makes one: sealed with the site's key, as base64 for addresses.
    public var sealedSecret: String
    /// What the button calls it; nil: the provider's own name.
    public var name: String?
    /// Apple: the team that owns the key.
    public var teamID: String?
    /// Apple: which of the team's keys it is.
    public var keyID: String?
    /// Google: the only Workspace domain whose people may come in; nil: anybody.
    public var workspace: String?
    /// Whether a stand-in on this machine plays the provider, which every page says.
    public var isStandIn: Bool

    /// A provider by what it calls the site and the sealed secret.
    public init(issuer: String? = nil, clientID: String, sealedSecret: String, isStandIn: Bool = false) {
        self.issuer = issuer
        self.clientID = clientID
        self.sealedSecret = sealedSecret
        self.isStandIn = isStandIn
    }
}

/// The providers of a site, by the name of their ``SignInMethod``.
struct ProvidersSection: ConfigurationSection {
    static let name = "providers"
    var byName: [String: ProviderConfiguration]

    init(byName: [String: ProviderConfiguration]) { self.byName = byName }

    init(from decoder: any Decoder) throws { byName = try decoder.singleValueContainer().decode([String: ProviderConfiguration].self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(byName)
    }
}

extension SiteConfiguration {
    /// Providers that people may sign in through, by the name of their ``SignInMethod``.
    public var providers: [String: ProviderConfiguration] {
        get { self[ProvidersSection.self]?.byName ?? [:] }
        set { self[ProvidersSection.self] = newValue.isEmpty ? nil : ProvidersSection(byName: newValue) }
    }
}
