import Crypto
public import Platform

/// Lets the stand-ins of this machine play the providers, for demos and tests. A site that has providers of its own keeps them.
public struct StandInSetUp: Sendable {
    private let address: String
    private let clientID: String
    private let secret: String
    private let apple: (team: String, keyID: String, pem: String)?

    /// - Parameters:
    ///   - address: where the stand-ins are: `http://127.0.0.1:4711`.
    ///   - apple: what the stand-in of Apple knows this site by; nil leaves it out.
    public init(_ address: String, clientID: String, secret: String, apple: (team: String, keyID: String, pem: String)?) {
        self.address = address
        self.clientID = clientID
        self.secret = secret
        self.apple = apple
    }

    /// Puts them into a configuration.
    public func apply(to configuration: inout SiteConfiguration, key: SealingKey) {
        for method in [SignInMethod.google, .facebook, .apple] {
            if let own = configuration.providers[method.rawValue], !own.isStandIn { continue }
            guard method != .apple || apple != nil else { continue }
            var provider = ProviderConfiguration(
                issuer: "\(address)/\(method.rawValue)", clientID: clientID,
                sealedSecret: ProviderDesk.seal(method == .apple ? apple?.pem ?? "" : secret, of: method, by: key), isStandIn: true)
            if method == .apple {
                provider.teamID = apple?.team
                provider.keyID = apple?.keyID
            }
            configuration.providers[method.rawValue] = provider
        }
    }
}
