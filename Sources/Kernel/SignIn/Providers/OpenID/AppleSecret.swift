import Core
import Crypto

/// What Apple takes for a client secret: a short note signed with the team's key, made fresh for every call.
struct AppleSecret: Sendable {
    let teamID: String
    let keyID: String
    let clientID: String
    let audience: String
    let key: P256PrivateKey

    /// How long one counts; Apple allows six months.
    static let life: Duration = .seconds(300)

    func make(at now: Instant) throws -> String {
        struct Claims: Encodable {
            let iss: String
            let iat: Int64
            let exp: Int64
            let aud: String
            let sub: String
        }
        let claims = Claims(
            iss: teamID, iat: now.milliseconds / 1000, exp: (now + Self.life).milliseconds / 1000, aud: audience, sub: clientID)
        return try JSONWebToken.es256(claims, kid: keyID, key: key)
    }
}
