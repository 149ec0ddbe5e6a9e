import Core
import Crypto
import Foundation

/// Judges the `Authorization` of a message (RFC 8292) as strict services do.
struct VAPIDCheck {
    struct Fault: Error {
        let status: Int
        let reason: String
    }

    private struct Header: Decodable {
        var alg: String
    }

    private struct Claims: Decodable {
        var aud: String
        var exp: Double
        var sub: String
    }

    let origin: String
    let now: Instant

    /// - Parameter siteKey: the key that the browser subscribed with.
    func check(_ authorization: String?, siteKey: [UInt8]) throws(Fault) {
        guard let authorization, authorization.hasPrefix("vapid ") else { throw Fault(status: 401, reason: "there is no vapid authorization") }
        var parts: [String: String] = [:]
        for part in authorization.dropFirst(6).split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if pair.count == 2 { parts[pair[0]] = pair[1] }
        }
        guard let token = parts["t"], let given = parts["k"].flatMap({ [UInt8](base64URL: $0) }) else {
            throw Fault(status: 401, reason: "t or k is missing")
        }
        guard given == siteKey else { throw Fault(status: 403, reason: "the key is not the one of the subscription") }
        let pieces = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard pieces.count == 3, let key = try? P256PublicKey(uncompressed: given), let signature = [UInt8](base64URL: pieces[2]),
            signature.count == 64,
            key.verifies(signature, of: Array("\(pieces[0]).\(pieces[1])".utf8))
        else { throw Fault(status: 403, reason: "the signature is wrong") }
        guard let header: Header = read(pieces[0]), header.alg == "ES256", let claims: Claims = read(pieces[1]) else {
            throw Fault(status: 403, reason: "the token cannot be read")
        }
        let seconds = Double(now.milliseconds) / 1000
        guard claims.aud == origin else { throw Fault(status: 403, reason: "aud is \(claims.aud), not \(origin)") }
        guard claims.exp > seconds, claims.exp <= seconds + 86_400 else { throw Fault(status: 403, reason: "exp is not within the next day") }
        let isContact = (claims.sub.hasPrefix("mailto:") || claims.sub.hasPrefix("https://")) && !claims.sub.contains { " <>".contains($0) }
        guard isContact else { throw Fault(status: 403, reason: "sub is no contact") }
    }

    private func read<T: Decodable>(_ piece: String) -> T? {
        [UInt8](base64URL: piece).flatMap { try? JSONDecoder().decode(T.self, from: Data($0)) }
    }
}
