import Crypto

/// What a site has to know to use the stand-ins; a demo reads it from a file.
public struct StandInDescription: Sendable, Codable {
    /// Where they are.
    public var address: String
    /// What they call the site.
    public var clientID: String
    /// What the site proves itself with.
    public var clientSecret: String
    /// Apple: the team that owns the key.
    public var appleTeam: String
    /// Apple: the name of the key.
    public var appleKeyID: String
    /// Apple: the key, as PEM.
    public var appleKey: String
    /// Where the mail server is: `smtp://127.0.0.1:4712`.
    public var mailServer: String?
    /// M-Pesa: what the merchant proves itself with, and where the API is.
    public var daraja: DarajaCredentials?
    /// Clover: the same.
    public var clover: CloverCredentials?
    /// MemberPress: where the WordPress site is, and what opens it.
    public var memberPress: MemberPressCredentials?

    /// What providers under an address need, and the others beside them.
    public init(
        _ providers: IdentityStandIns, mail: MailStandIn? = nil, daraja: DarajaStandIn? = nil, clover: CloverStandIn? = nil,
        memberPress: MemberPressStandIn? = nil, at address: String
    ) {
        mailServer = mail?.server
        self.daraja = daraja?.credentials
        self.clover = clover?.credentials
        self.memberPress = memberPress?.credentials
        self.address = address
        clientID = StandInClient.id
        clientSecret = StandInClient.secret
        appleTeam = StandInClient.team
        appleKeyID = StandInClient.keyID
        appleKey = providers.apple.clientKey.pem
    }
}
