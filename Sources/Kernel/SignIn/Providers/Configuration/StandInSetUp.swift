import Core
import Crypto
import Database
public import Foundation
public import Platform

/// Lets the stand-ins of this machine play the providers, for demos and tests. A site that has providers of its own keeps them.
public struct StandInSetUp: Sendable, Decodable {
    private let address: String
    private let clientID: String
    private let clientSecret: String
    private let appleTeam: String
    private let appleKeyID: String
    private let appleKey: String

    /// What stand-ins say about themselves, as `stoa-standins --describe` writes it.
    public init(reading description: Data) throws { self = try JSONDecoder().decode(Self.self, from: description) }

    /// Puts them into a configuration.
    public func apply(to configuration: inout SiteConfiguration, key: SealingKey) {
        for method in [SignInMethod.google, .facebook, .apple] {
            if let own = configuration.providers[method.rawValue], !own.isStandIn { continue }
            let secret = method == .apple ? appleKey : clientSecret
            var provider = ProviderConfiguration(
                issuer: "\(address)/\(method.rawValue)", clientID: clientID, sealedSecret: ProviderRegistry.seal(secret, of: method, by: key),
                isStandIn: true)
            if method == .apple {
                provider.teamID = appleTeam
                provider.keyID = appleKeyID
            }
            configuration.providers[method.rawValue] = provider
        }
    }

    /// Gives an account the identity of one of the stand-in's people, so that a demo's people can sign in both ways.
    public static func link(_ user: String, of method: SignInMethod, to person: PersonID, site: Site, in write: Write) throws {
        let identity = ProvidedIdentity(
            issuer: issuer(method), subject: "\(method.rawValue)-\(user)", email: nil, isEmailProven: false, name: nil, picture: nil)
        let name = method.title(site.configuration.providers[method.rawValue])
        try site.service(Identities.self).add(identity, method, name: name, to: person, in: write)
    }

    /// What an identity at a stand-in is kept under: its port changes from one start to the next.
    static func issuer(_ method: SignInMethod) -> String { "stand-in:\(method.rawValue)" }
}
