/// What an identity provider does wrong until it is told otherwise.
public enum FaultMode: String, Sendable, CaseIterable {
    case none
    // Tokens
    case algorithmNone = "alg-none"
    case publicKeyAsSecret = "hs256"
    case unknownKey = "unknown-kid"
    case wrongSignature = "wrong-signature"
    case wrongIssuer = "wrong-issuer"
    case wrongAudience = "wrong-audience"
    case wrongParty = "wrong-azp"
    case wrongNonce = "wrong-nonce"
    case expired = "expired"
    case issuedInFuture = "issued-in-future"
    case missingSubject = "missing-subject"
    case stringBooleans = "string-booleans"
    case wrongAccessHash = "wrong-at-hash"
    // Servers
    case down = "down"
    case keysFail = "keys-fail"
    case keysSlow = "keys-slow"
    case keysStale = "keys-stale"
    case tokenFails = "token-fails"
    case tokenFailsOnce = "token-fails-once"
    case discoveryOfAnother = "discovery-of-another"
    case nonsense = "nonsense"
    // What comes back through the browser
    case otherIssuer = "other-issuer"
    // Facebook
    case foreignToken = "foreign-token"
    case otherPerson = "other-person"
    case invalidToken = "invalid-token"
    case rateLimit = "rate-limit"
}
