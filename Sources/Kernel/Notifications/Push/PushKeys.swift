import Core
import Crypto
import Database
import Mail
import Platform
import Synchronization
import Web

/// The site's own key for push services (VAPID, RFC 8292), made once and sealed, and the tokens signed with it.
///
/// Another key would silence every device, so there is never a second one.
final class PushKeys: Sendable {
    private struct Known {
        var key: P256PrivateKey?
        var tokens: [String: (text: String, expires: Instant)] = [:]
    }

    private let site: Site
    /// Guards the key once it was read, and one token per push service.
    private let known = Mutex(Known())
    private static let context = "notification_push_key:1"
    private static let tokenLife = Duration.seconds(12 * 3600)

    init(site: Site) { self.site = site }

    /// The key; made when the first device asks for it.
    func key() async throws -> P256PrivateKey {
        if let key = known.withLock({ $0.key }) { return key }
        let fresh = try P256PrivateKey()
        let (seal, now) = (site.key, site.clock.now())
        try await site.write(by: nil) { write in
            try write.run(
                """
                INSERT INTO notification_push_key (id, public_key, sealed_private, changed_at)
                VALUES (1, \(fresh.publicKey.uncompressed), \(seal.seal(fresh.scalar, context: Self.context)), \(now)) ON CONFLICT (id) DO NOTHING
                """)
        }
        let stored = try await site.database.read { db in
            try db.one("SELECT public_key, sealed_private FROM notification_push_key WHERE id = 1" as Query<Row2<[UInt8], [UInt8]>>)
        }
        let key = try P256PrivateKey(
            scalar: seal.open(stored.second, context: Self.context), publicKey: P256PublicKey(uncompressed: stored.first))
        known.withLock { $0.key = key }
        return key
    }

    /// The `Authorization` for one push service. A `fresh` one replaces what the service refused.
    func authorization(for origin: String, fresh: Bool = false) async throws -> String {
        let key = try await key()
        let now = site.clock.now()
        let old = known.withLock { $0.tokens[origin] }
        let token: String
        if !fresh, let old, old.expires - now > .seconds(600) {
            token = old.text
        } else {
            let expires = now + Self.tokenLife
            token = try Self.token(for: origin, expires: expires, contact: site.configuration.pushContact, key: key)
            known.withLock { known in
                if known.tokens.count >= 100 { known.tokens = [:] }
                known.tokens[origin] = (token, expires)
            }
        }
        return "vapid t=\(token), k=\(key.publicKey.uncompressed.base64URL)"
    }

    static func token(for origin: String, expires: Instant, contact: String, key: P256PrivateKey) throws -> String {
        let payload = try JSONWriter.encode(Claims(aud: origin, exp: expires.milliseconds / 1000, sub: contact))
        let signed = Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8).base64URL + "." + payload.base64URL
        return signed + "." + key.sign(Array(signed.utf8)).base64URL
    }

    private struct Claims: Encodable {
        var aud: String
        var exp: Int64
        var sub: String
    }
}

extension SiteConfiguration {
    /// Whom a push service writes to when something is wrong with what we send.
    var pushContact: String {
        if let contact = push?.contact { return contact }
        if let mail { return "mailto:\(mail.from)" }
        return linkBase.hasPrefix("https://") ? linkBase : "mailto:webmaster@localhost"
    }
}
