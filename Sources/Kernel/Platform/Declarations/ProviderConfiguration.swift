/// A provider that people may sign in through, as `site.json` keeps it (CORE-007). Adding one is configuration.
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
