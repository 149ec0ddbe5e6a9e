import Core
import Crypto
import Foundation

/// A signed JSON Web Token taken apart (RFC 7515 §3.1); nothing in it is to be believed before its signature was checked.
struct JSONWebToken: Sendable {
    struct Header: Decodable, Sendable {
        var alg: String
        var kid: String?
        /// Extensions that must be understood; we know none (RFC 7515 §4.1.11).
        var crit: [String]?
    }

    let header: Header
    let payload: [UInt8]
    let signature: [UInt8]
    /// What the signature is over.
    let signed: [UInt8]

    /// Longest token that is looked at, in bytes.
    static let longest = 16_384

    init(_ text: String) throws(TokenError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.longest, parts.count == 3, let head = [UInt8](base64URL: String(parts[0])),
            let payload = [UInt8](base64URL: String(parts[1])), let signature = [UInt8](base64URL: String(parts[2])),
            let header = try? JSONDecoder().decode(Header.self, from: Data(head))
        else { throw .malformed }
        self.header = header
        self.payload = payload
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Writes a token signed with ES256 (RFC 7518 §3.4).
    static func es256(_ claims: some Encodable, kid: String?, key: P256PrivateKey) throws -> String {
        let head = try JSONEncoder().encode(["alg": "ES256", "kid": kid, "typ": "JWT"].compactMapValues { $0 })
        let signed = [UInt8](head).base64URL + "." + [UInt8](try JSONEncoder().encode(claims)).base64URL
        return signed + "." + key.sign(Array(signed.utf8)).base64URL
    }
}

/// Why a token proves nothing; for the log, the person is told that the answer could not be trusted.
enum TokenError: Error, Equatable, Sendable {
    case malformed
    /// Another algorithm than the one that was agreed: `none`, or a public key used as a shared secret.
    case algorithm(String)
    case unknownKey
    case signature
    case issuer
    case audience
    case expired
    case issuedInFuture
    case nonce
    case subject
    case accessToken
}
