import Core
import Crypto
import Database
import Foundation
import Outbound
import Platform
import Synchronization

/// The token that all nodes of a site call Safaricom with, sealed in the database: a new one ends the one before, so nodes that each asked for
/// their own would end one another's.
final class DarajaTokens: Sendable {
    private struct Token {
        let text: String
        let owner: String
        let until: Duration
    }

    private let site: Site
    private let client: HTTPClient
    /// One call at a time asks for a token.
    private let asking = KeyedLock<String>()
    /// Guards the token in use.
    private let current = Mutex<Token?>(nil)
    /// A token is renewed this long before it ends.
    private static let margin = Duration.seconds(60)
    /// What ties a sealed token to its place.
    private static let context = "payments:daraja-token"

    init(site: Site, client: HTTPClient) {
        self.site = site
        self.client = client
    }

    /// A token that holds for a while yet; nil when Safaricom gives none.
    /// - Parameter refused: one that Safaricom takes no longer. Another node may have replaced it.
    func token(_ configuration: DarajaConfiguration, instead refused: String? = nil) async -> String? {
        if let kept = kept(configuration), kept != refused { return kept }
        return await asking.withLock("token") {
            if let kept = kept(configuration), kept != refused { return kept }
            if let shared = await shared(configuration), shared != refused { return shared }
            return await fetch(configuration)
        } ?? nil
    }

    private func kept(_ configuration: DarajaConfiguration) -> String? {
        let now = site.clock.steady()
        return current.withLock { $0.flatMap { $0.owner == owner(configuration) && $0.until > now ? $0.text : nil } }
    }

    private func keep(_ text: String, _ configuration: DarajaConfiguration, for life: Duration) {
        let until = site.clock.steady() + life
        current.withLock { $0 = Token(text: text, owner: owner(configuration), until: until) }
    }

    /// The one that a node of this site asked for last.
    private func shared(_ configuration: DarajaConfiguration) async -> String? {
        let (owner, now) = (owner(configuration), site.clock.now())
        let found = try? await site.database.read { db in
            try db.first("SELECT sealed, ends_at FROM payment_token WHERE owner = \(owner) AND ends_at > \(now)" as Query<Row2<String, Instant>>)
        }
        guard let found, let bytes = [UInt8](base64URL: found.first), let opened = try? site.key.open(bytes, context: Self.context) else {
            return nil
        }
        let text = String(decoding: opened, as: UTF8.self)
        keep(text, configuration, for: found.second - now)
        return text
    }

    private func fetch(_ configuration: DarajaConfiguration) async -> String? {
        guard let secret = DarajaConfiguration.open(configuration.sealedConsumerSecret, for: site) else { return nil }
        let proof = Data("\(configuration.consumerKey):\(secret)".utf8).base64EncodedString()
        let request = OutboundRequest.get(
            "\(configuration.address)/oauth/v1/generate?grant_type=client_credentials", headers: [("Authorization", "Basic \(proof)")])
        guard let answer = try? await client.send(request), answer.status == 200 else {
            site.log(.error, "daraja.no-token", ["address": .string(configuration.address)])
            return nil
        }
        let body = DarajaAnswer(answer.body)
        guard let text = body["access_token"], let seconds = body["expires_in"].flatMap({ Int($0) }) else { return nil }
        let life = max(.seconds(1), .seconds(seconds) - Self.margin)
        keep(text, configuration, for: life)
        await share(text, configuration, for: life)
        return text
    }

    /// Hands a token to the other nodes. Where that fails each goes on with its own, and a call that is refused is made once more.
    private func share(_ text: String, _ configuration: DarajaConfiguration, for life: Duration) async {
        let (owner, sealed) = (owner(configuration), site.key.seal(Array(text.utf8), context: Self.context).base64URL)
        _ = try? await site.write(by: nil, once: nil) { write in
            try write.run(
                """
                INSERT INTO payment_token (owner, sealed, ends_at, changed_at, changed_by)
                VALUES (\(owner), \(sealed), \(write.now + life), \(write.now), \(write.actor))
                ON CONFLICT (owner) DO UPDATE SET sealed = excluded.sealed, ends_at = excluded.ends_at, changed_at = excluded.changed_at,
                    changed_by = excluded.changed_by
                """)
        }
    }

    /// Another configuration needs another token.
    private func owner(_ configuration: DarajaConfiguration) -> String { "\(configuration.address) \(configuration.consumerKey)" }
}
