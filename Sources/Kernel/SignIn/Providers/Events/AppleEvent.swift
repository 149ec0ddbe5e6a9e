import Core
import Crypto
import Foundation

/// What Apple tells a site about somebody without being asked; only ``check(_:by:_:)`` makes one.
struct AppleEvent: Sendable, Equatable {
    /// What happened.
    enum Kind: String, Sendable {
        /// Emails to the relay address are not forwarded any more, or are again.
        case emailDisabled = "email-disabled"
        case emailEnabled = "email-enabled"
        /// The person uses Apple no more to come here.
        case consentRevoked = "consent-revoked"
        /// The Apple account is gone for good.
        case accountDeleted = "account-delete"
    }

    /// Nil for an event that came into use after this was written.
    let kind: Kind?
    let subject: String
    let issuedAt: Instant

    /// What a notification must agree with.
    struct Expectation: Sendable {
        var issuer: String
        /// What Apple calls this site.
        var clientID: String
        var now: Instant
    }

    /// How long after it was signed a notification is still taken: Apple tries again while a site does not answer.
    static let life: Duration = .seconds(86_400)

    /// Reads a notice that `key` has signed and that is meant for this site.
    static func check(_ token: JSONWebToken, by key: RSAPublicKey, _ expected: Expectation) throws(TokenError) -> AppleEvent {
        guard token.header.alg == "RS256", token.header.crit == nil else { throw .algorithm(token.header.alg) }
        guard key.verifies(token.signature, of: token.signed) else { throw .signature }
        guard let claims = try? JSONDecoder().decode(Claims.self, from: Data(token.payload)),
            let event = try? JSONDecoder().decode(Event.self, from: Data(claims.events.utf8))
        else { throw .malformed }
        guard claims.iss == expected.issuer else { throw .issuer }
        guard claims.aud == expected.clientID else { throw .audience }
        guard let issuedAt = Instant(seconds: claims.iat) else { throw .malformed }
        guard issuedAt <= expected.now + IDToken.mostAhead else { throw .issuedInFuture }
        guard issuedAt > expected.now - life else { throw .expired }
        if let end = claims.exp.flatMap(Instant.init(seconds:)), end <= expected.now - IDToken.leeway { throw .expired }
        guard (1...255).contains(event.sub.utf8.count) else { throw .subject }
        // Both spellings have been seen.
        let kind = event.type == "account-deleted" ? .accountDeleted : Kind(rawValue: event.type)
        return AppleEvent(kind: kind, subject: event.sub, issuedAt: issuedAt)
    }

    private struct Claims: Decodable {
        var iss: String
        var aud: String
        var iat: Double
        var exp: Double?
        /// JSON inside JSON.
        var events: String
    }

    private struct Event: Decodable {
        var type: String
        var sub: String
    }
}

extension Instant {
    /// Seconds since 1970; nil for what is no time.
    init?(seconds: Double) {
        guard seconds.isFinite, (0...253_402_300_799).contains(seconds) else { return nil }
        self.init(milliseconds: Int64(seconds * 1000))
    }
}
