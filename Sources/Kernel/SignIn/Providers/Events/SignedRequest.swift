import Core
import Crypto
import Foundation

/// What Facebook tells an app about somebody without being asked: `signature.payload`, signed with the app's secret.
struct SignedRequest: Sendable, Equatable {
    /// Whom it is about, as this app knows them.
    let subject: String
    let issuedAt: Instant

    /// How long after it was signed a request is still taken.
    static let life: Duration = .seconds(86_400)
    private static let longest = 4096

    /// Reads a request that was signed with `secret`.
    init(_ text: String, secret: String, now: Instant) throws(TokenError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard text.utf8.count <= Self.longest, parts.count == 2, let signature = [UInt8](base64URL: parts[0]),
            let payload = [UInt8](base64URL: parts[1])
        else { throw .malformed }
        guard constantTimeEquals(signature, hmacSHA256(Array(parts[1].utf8), key: Array(secret.utf8))) else { throw .signature }
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(payload)), let issuedAt = Instant(seconds: content.issued_at) else {
            throw .malformed
        }
        guard content.algorithm.uppercased() == "HMAC-SHA256" else { throw .algorithm(content.algorithm) }
        guard issuedAt <= now + IDToken.mostAhead else { throw .issuedInFuture }
        guard issuedAt > now - Self.life else { throw .expired }
        guard (1...255).contains(content.user_id.utf8.count) else { throw .subject }
        subject = content.user_id
        self.issuedAt = issuedAt
    }

    /// The members under the names that Facebook gives them.
    private struct Content: Decodable {
        var algorithm: String
        var issued_at: Double
        var user_id: String
    }
}
