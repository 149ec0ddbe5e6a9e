import Core
import Crypto
import Foundation

/// Makes ID tokens, right ones and wrong ones.
struct TokenForge: Sendable {
    /// A key with its name in the key set.
    struct NamedKey: Sendable {
        let name: String
        let key: RSAPrivateKey

        /// A key that nobody has seen before.
        init(_ number: Int) throws {
            name = "stand-in-\(number)"
            key = try RSAPrivateKey()
        }

        // Making a key takes longer than most tests: those that a stand-in begins with are made once a process.
        private static let firsts = Result {
            try Dictionary(OpenIDStandIn.Kind.allCases.map { ($0, try NamedKey(1)) }) { first, _ in first }
        }
        private static let strangers = Result { try RSAPrivateKey() }

        /// The key that a provider begins with.
        static func first(of kind: OpenIDStandIn.Kind) throws -> NamedKey { try firsts.get()[kind] ?? NamedKey(1) }

        /// A key that stands in no key set.
        static func stranger() throws -> RSAPrivateKey { try strangers.get() }

        /// As the key set shows it.
        var shown: [String: String] {
            [
                "kty": "RSA", "use": "sig", "alg": "RS256", "kid": name, "n": key.publicKey.modulus.base64URL,
                "e": key.publicKey.exponent.base64URL,
            ]
        }
    }

    let key: NamedKey
    let stranger: RSAPrivateKey
    let now: Instant
    let faultMode: FaultMode

    func token(
        for user: TestUser, subject: String, issuer: String, client: String, nonce: String?, accessToken: String, picture: String?,
        authenticatedAt: Instant?
    ) throws -> String {
        let seconds = now.milliseconds / 1000
        var claims: [String: any Sendable] = [
            "iss": faultMode == .wrongIssuer ? "https://issuer.elsewhere.example" : issuer,
            "aud": faultMode == .wrongAudience ? "another-client" : client,
            "azp": faultMode == .wrongParty ? "another-client" : client, "sub": subject,
            "iat": faultMode == .issuedInFuture ? seconds + 3600 : faultMode == .expired ? seconds - 7200 : seconds,
            "exp": faultMode == .issuedInFuture ? seconds + 7200 : faultMode == .expired ? seconds - 3600 : seconds + 3600,
            "at_hash": faultMode == .wrongAccessHash
                ? "AAAAAAAAAAAAAAAAAAAAAA" : Array(sha256(Array(accessToken.utf8)).prefix(16)).base64URL,
        ]
        if let nonce { claims["nonce"] = faultMode == .wrongNonce ? "another-nonce" : nonce }
        if let email = user.email {
            claims["email"] = email
            claims["email_verified"] = faultMode == .stringBooleans ? (user.isVerified ? "true" : "false") : user.isVerified
        }
        if let authenticatedAt { claims["auth_time"] = authenticatedAt.milliseconds / 1000 }
        if let domain = user.domain { claims["hd"] = domain }
        if let picture {
            claims["name"] = user.name
            claims["picture"] = picture
        }
        if faultMode == .missingSubject { claims["sub"] = nil }
        return try sign(JSONSerialization.data(withJSONObject: claims))
    }

    /// A notification as Apple sends it, about somebody or, misbehaving, wrong in one way.
    func event(_ type: String, subject: String, issuer: String, client: String) throws -> String {
        let seconds = now.milliseconds / 1000
        let event: [String: any Sendable] = ["type": type, "sub": subject, "event_time": now.milliseconds]
        let claims: [String: any Sendable] = [
            "iss": faultMode == .wrongIssuer ? "https://issuer.elsewhere.example" : issuer,
            "aud": faultMode == .wrongAudience ? "another-client" : client, "jti": Token().text,
            "iat": faultMode == .issuedInFuture ? seconds + 3600 : faultMode == .expired ? seconds - 2 * 86_400 : seconds,
            "events": String(decoding: try JSONSerialization.data(withJSONObject: event), as: UTF8.self),
        ]
        return try sign(JSONSerialization.data(withJSONObject: claims))
    }

    private func sign(_ claims: Data) throws -> String {
        switch faultMode {
        case .algorithmNone: return try signed(["alg": "none", "typ": "JWT"], claims) { _ in [] }
        case .publicKeyAsSecret:
            // The attack that confuses a public key with a shared secret.
            let secret = key.key.publicKey.modulus
            return try signed(["alg": "HS256", "kid": key.name], claims) { hmacSHA256($0, key: secret) }
        case .unknownKey: return try signed(["alg": "RS256", "kid": "nobody-knows-me"], claims) { stranger.sign($0) }
        case .wrongSignature: return try signed(["alg": "RS256", "kid": key.name], claims) { stranger.sign($0) }
        default: return try signed(["alg": "RS256", "kid": key.name, "typ": "JWT"], claims) { key.key.sign($0) }
        }
    }

    private func signed(_ header: [String: String], _ claims: Data, _ sign: ([UInt8]) -> [UInt8]) throws -> String {
        let text = [UInt8](try JSONEncoder().encode(header)).base64URL + "." + [UInt8](claims).base64URL
        return text + "." + sign(Array(text.utf8)).base64URL
    }
}
