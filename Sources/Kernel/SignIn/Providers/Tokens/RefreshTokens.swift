import Core
import Crypto
import Database
import Jobs
import Platform

/// Tokens with which the site may ask a provider again about somebody. Each is sealed, used for the name and the picture alone
/// (RES-005), and given back to the provider when the identity or the account goes.
public struct RefreshTokens: Sendable {
    let site: Site

    static let revoke = Job<Order>("accounts.revoke-token")

    /// A token on its way back.
    struct Order: Codable, Sendable {
        var method: SignInMethod
        var sealed: String
    }

    /// Keeps what came with a sign-in; without one, the token from before stays.
    func keep(_ token: String?, of identity: IdentityID, _ method: SignInMethod, in write: Write) throws {
        guard let token, token.utf8.count <= 4096 else { return }
        let sealed = site.key.seal(Array(token.utf8), context: Self.context(method))
        try write.run("UPDATE account_identity SET sealed_refresh_token = \(sealed) WHERE id = \(identity)")
    }

    /// Gives back what is kept of a person, or of one identity of theirs, in the transaction that removes it.
    public func giveBack(of person: PersonID, identity: IdentityID? = nil, in write: Write) throws {
        let rows = try write.all(
            """
            SELECT id, provider, sealed_refresh_token FROM account_identity
            WHERE person_id = \(person) AND sealed_refresh_token IS NOT NULL ORDER BY id LIMIT 50
            """ as Query<Row3<IdentityID, String, [UInt8]>>)
        for row in rows where identity == nil || identity == row.first {
            guard let method = SignInMethod(rawValue: row.second) else { continue }
            try write.enqueue(Self.revoke, Order(method: method, sealed: row.third.base64URL))
        }
    }

    /// Gives tokens back; the provider may be away for a day.
    func kind(_ registry: ProviderRegistry) -> JobKind {
        JobKind(Self.revoke, retries: 12, timeout: .seconds(60)) { (order: Order, _: JobContext) in
            guard let sealed = [UInt8](base64URL: order.sealed), let token = open(sealed, order.method),
                let configuration = site.configuration.providers[order.method.rawValue],
                let provider = registry.provider(order.method, configuration) as? OpenIDProvider
            else { return }
            try await provider.revoke(token)
        }
    }

    func open(_ sealed: [UInt8], _ method: SignInMethod) -> String? {
        guard let bytes = try? site.key.open(sealed, context: Self.context(method)) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func context(_ method: SignInMethod) -> String { "provider-refresh:\(method.rawValue)" }
}
