import Core
import Crypto
import Foundation
import Outbound
import Platform
import Synchronization

/// The keys of providers, kept for as long as each allows.
///
/// A key that is not among them is looked for once more, at most once a minute, so that made-up key names cannot hammer the
/// provider. A set that cannot be fetched again serves on for a day: keys change in the middle of attempts, and hosts fail.
final class KeySets: Sendable {
    private struct KeySet: Sendable {
        var keys: [String: RSAPublicKey]
        var freshUntil: Instant
        /// When a name that is not in it last made us look again.
        var soughtAt: Instant?

        func key(_ name: String?) -> RSAPublicKey? {
            guard let name else { return keys.count == 1 ? keys.values.first : nil }
            return keys[name]
        }
    }

    private let service: ProviderService
    private let clock: SiteClock
    /// Guards the sets by their address.
    private let known = Mutex<[String: KeySet]>([:])

    static let refetchAfter: Duration = .seconds(60)
    static let grace: Duration = .seconds(86_400)

    init(service: ProviderService, clock: SiteClock) {
        self.service = service
        self.clock = clock
    }

    /// The key of that name, or, when a token names none, the only one there is.
    func key(_ name: String?, at address: String) async throws(ProviderFailure) -> RSAPublicKey? {
        let now = clock.now()
        let kept = known.withLock { $0[address] }
        if let kept, kept.freshUntil > now {
            if let key = kept.key(name) { return key }
            if let sought = kept.soughtAt, now - sought < Self.refetchAfter { return nil }
        }
        do throws(ProviderFailure) {
            var fetched = try await fetch(address, at: now)
            fetched.soughtAt = kept.map { $0.freshUntil > now } ?? false ? now : nil
            let found = fetched
            known.withLock { $0[address] = found }
            return found.key(name)
        } catch {
            guard let kept, kept.freshUntil + Self.grace > now, let key = kept.key(name) else { throw error }
            return key
        }
    }

    private func fetch(_ address: String, at now: Instant) async throws(ProviderFailure) -> KeySet {
        let answer = try await service.ask(.get(address))
        guard let set = try? answer.json(JSONWebKeySet.self) else { throw .notUnderstood("the key set at \(address)") }
        return KeySet(keys: set.signingKeys, freshUntil: now + answer.freshness(least: 60, usual: 3600, most: 86_400))
    }
}

/// A set of public keys (RFC 7517 §5); what is no RSA key for signatures is passed over.
struct JSONWebKeySet: Decodable {
    struct Key: Decodable {
        var kty: String?
        var kid: String?
        var use: String?
        var alg: String?
        var n: String?
        var e: String?
    }

    var keys: [Key]
    private static let mostKeys = 32

    /// By name; one without a name has the empty one.
    var signingKeys: [String: RSAPublicKey] {
        var found: [String: RSAPublicKey] = [:]
        for key in keys.prefix(Self.mostKeys) where key.kty == "RSA" && (key.use ?? "sig") == "sig" && (key.alg ?? "RS256") == "RS256" {
            guard let n = key.n.flatMap([UInt8].init(base64URL:)), let e = key.e.flatMap([UInt8].init(base64URL:)),
                let read = try? RSAPublicKey(modulus: n, exponent: e)
            else { continue }
            found[key.kid ?? ""] = read
        }
        return found
    }
}

extension OutboundAnswer {
    /// How long the answer may be kept, as `Cache-Control: max-age` says, within bounds; in seconds.
    func freshness(least: Int64, usual: Int64, most: Int64) -> Duration {
        let words = (self["Cache-Control"] ?? "").lowercased().split { $0 == "," || $0 == " " }
        let age = words.lazy.compactMap { $0.hasPrefix("max-age=") ? Int64($0.dropFirst("max-age=".count)) : nil }.first
        return .seconds(min(max(age ?? usual, least), most))
    }
}
