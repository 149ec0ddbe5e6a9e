import Core
import Crypto
import Foundation

/// What an ID token says about somebody (OpenID Connect Core §2). Only ``check(_:by:_:)`` makes one.
struct IDToken: Sendable, Equatable {
    let issuer: String
    let subject: String
    let email: String?
    let isEmailVerified: Bool
    let name: String?
    let picture: String?
    /// Google: the Workspace domain that the account belongs to.
    let hostedDomain: String?
    /// When the person signed in to the provider; those that were not asked for it may leave it out.
    let authenticatedAt: Instant?

    /// What a token must agree with.
    struct Expectation: Sendable {
        /// The issuer, and other names that it is known by.
        var issuers: Set<String>
        /// What the provider calls this site.
        var clientID: String
        /// What this attempt sent along.
        var nonce: String
        var now: Instant
        /// The access token that came with it, when it is going to be used.
        var accessToken: String?
    }

    /// Clocks differ by so much.
    static let leeway: Duration = .seconds(60)
    /// A provider's clock may be ahead by so much.
    static let mostAhead: Duration = .seconds(300)

    /// Reads a token that `key` has signed and that is meant for this attempt (OpenID Connect Core §3.1.3.7).
    static func check(_ token: JSONWebToken, by key: RSAPublicKey, _ expected: Expectation) throws(TokenError) -> IDToken {
        guard token.header.alg == "RS256", token.header.crit == nil else { throw .algorithm(token.header.alg) }
        guard key.verifies(token.signature, of: token.signed) else { throw .signature }
        guard let claims = try? JSONDecoder().decode(Claims.self, from: Data(token.payload)) else { throw .malformed }
        guard expected.issuers.contains(claims.iss) else { throw .issuer }
        guard claims.aud.values.contains(expected.clientID) else { throw .audience }
        // Whoever else it is for must not be the one that asked for it.
        if let party = claims.azp {
            guard party == expected.clientID else { throw .audience }
        } else if claims.aud.values.count > 1 {
            throw .audience
        }
        guard claims.exp > seconds(expected.now - leeway) else { throw .expired }
        guard claims.iat <= seconds(expected.now + mostAhead) else { throw .issuedInFuture }
        guard let nonce = claims.nonce, constantTimeEquals(Array(nonce.utf8), Array(expected.nonce.utf8)) else { throw .nonce }
        guard let subject = claims.sub, (1...255).contains(subject.utf8.count) else { throw .subject }
        if let access = expected.accessToken, let digest = claims.at_hash {
            guard digest == Array(sha256(Array(access.utf8)).prefix(16)).base64URL else { throw .accessToken }
        }
        return IDToken(
            issuer: claims.iss, subject: subject, email: claims.email, isEmailVerified: claims.email_verified?.value ?? false, name: claims.name,
            picture: claims.picture, hostedDomain: claims.hd,
            authenticatedAt: claims.auth_time.map { Instant(milliseconds: Int64(saturating: $0 * 1000)) })
    }

    private static func seconds(_ instant: Instant) -> Double { Double(instant.milliseconds) / 1000 }

    /// The members under the names that the standard gives them.
    private struct Claims: Decodable {
        var iss: String
        var sub: String?
        var aud: Audience
        var azp: String?
        var exp: Double
        var iat: Double
        var nonce: String?
        var auth_time: Double?
        var at_hash: String?
        var email: String?
        var email_verified: Flag?
        var name: String?
        var picture: String?
        var hd: String?
    }
}

/// One audience or several.
private struct Audience: Decodable {
    let values: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        values = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
    }
}

/// A boolean, which Apple also writes as the string `"true"`.
struct Flag: Decodable, Sendable {
    let value: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try (try? container.decode(Bool.self)) ?? (container.decode(String.self) == "true")
    }
}
