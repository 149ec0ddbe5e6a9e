public import Core
public import Crypto
import Foundation
import Synchronization
public import Web

/// Plays a provider of OpenID Connect: Google, or Sign in with Apple.
public final class OpenIDStandIn: StandIn {
    /// Which provider it plays.
    public enum Kind: String, Sendable, CaseIterable {
        case google, apple
    }

    /// What a code stands for until it is redeemed.
    struct Grant: Sendable {
        var user: TestUser
        var returnAddress: String
        var nonce: String?
        var challenge: String?
        /// Whether the site wants to ask again later.
        var isOffline: Bool
        /// When the person signed in, where the token says so: at Apple always, elsewhere when the site said how old it may be.
        var authenticatedAt: Instant?
        var expiresAt: Instant
    }

    struct State: Sendable {
        var faultMode = FaultMode.none
        var keys: [TokenForge.NamedKey]
        /// The set as it was before the last rotation.
        var staleKeys: [TokenForge.NamedKey]
        var made = 1
        var codes: [String: Grant] = [:]
        var access: [String: TestUser] = [:]
        /// Tokens with which the site may ask again.
        var refresh: [String: TestUser] = [:]
        /// When each person last signed in here; who did stays signed in.
        var signedInAt: [String: Instant] = [:]
        /// Where the site is that asked last.
        var site: String?
        var addresses: [String: String] = [:]
        var names: [String: String] = [:]
        /// Apple: who has authorised before, and gets no name any more.
        var known: Set<String> = []
        var failures = 0
    }

    let kind: Kind
    /// What it calls itself.
    public let issuer: String
    let clock: SiteClock
    /// Apple: the key that the site signs with; a real one is downloaded once from the developer's portal.
    public let clientKey: P256PrivateKey
    let stranger: RSAPrivateKey
    /// Guards everything that changes.
    let state: Mutex<State>

    /// Stands under `address`, at `/google` or `/apple`.
    public init(_ kind: Kind, at address: String, clock: SiteClock = .wall) throws {
        self.kind = kind
        issuer = "\(address)/\(kind.rawValue)"
        self.clock = clock
        clientKey = try P256PrivateKey()
        stranger = try TokenForge.NamedKey.stranger()
        let first = try TokenForge.NamedKey.first(of: kind)
        state = Mutex(State(keys: [first], staleKeys: [first]))
    }

    /// `google` or `apple`.
    public var name: String { kind.rawValue }

    /// Its addresses.
    public var routes: [Route] {
        let base = "/\(name)"
        return [
            .get(Path("\(base)/.well-known/openid-configuration"), allow: .everyone, use: discovery),
            .get(Path("\(base)/authorize"), allow: .everyone, use: authorize),
            .post(Path("\(base)/token"), allow: .everyone, use: token),
            .get(Path("\(base)/userinfo"), allow: .everyone, use: userinfo),
            .get(Path("\(base)/keys"), allow: .everyone, use: keys),
            .post(Path("\(base)/revoke"), allow: .everyone, use: revoke),
            .get(Path("\(base)/client-key.p8"), allow: .everyone, use: clientKeyFile),
            .get(Path("\(base)/picture/{user}", String.self), allow: .everyone, use: picture),
        ]
    }

    /// Behaves as told: a ``FaultMode``, or one of `rotate-keys`, `forget`, `email USER ADDRESS`, `name USER NAME`;
    /// Apple: `event TYPE USER` tells the site that asked last.
    public func control(_ order: ControlOrder) async -> Bool {
        if let word = order.faultMode {
            guard let faultMode = FaultMode(rawValue: word) else { return false }
            behave(faultMode)
        }
        guard let action = order.action else { return true }
        let words = action.split(separator: " ", maxSplits: 2).map(String.init)
        switch (words.first, words.count) {
        case ("rotate-keys", 1): return (try? rotateKeys()) != nil
        case ("forget", 1): state.withLock { $0.known = [] }
        case ("email", 3): state.withLock { $0.addresses[words[1]] = words[2] }
        case ("name", 3): state.withLock { $0.names[words[1]] = words[2] }
        case ("notice", 3):
            guard let site = state.withLock({ $0.site }), let event = try? event(words[1], about: words[2]) else { return false }
            return await SiteCall.send(json: event, to: site + "/account/with/apple/notices")
        default: return false
        }
        return true
    }

    /// Does something wrong from now on.
    public func behave(_ faultMode: FaultMode) {
        state.withLock {
            $0.faultMode = faultMode
            $0.failures = 0
        }
    }

    /// Signs with a new key from now on; the set shows it and the one before.
    public func rotateKeys() throws {
        let number = state.withLock { state in
            state.made += 1
            return state.made
        }
        let key = try TokenForge.NamedKey(number)
        state.withLock { state in
            state.staleKeys = state.keys
            state.keys = [key] + state.keys.prefix(1)
        }
    }

    /// The tokens with which a site may still ask about somebody.
    public func liveTokens(of id: String) -> Int { state.withLock { $0.refresh.values.count { $0.id == id } } }

    /// Everybody takes back what they allowed.
    public func forgetTokens() { state.withLock { $0.refresh = [:] } }

    var faultMode: FaultMode { state.withLock { $0.faultMode } }

    /// A user as the orders so far have left them.
    func user(_ id: String) -> TestUser? {
        guard var user = TestUser.all.first(where: { $0.id == id }) else { return nil }
        state.withLock { state in
            user.email = state.addresses[id] ?? user.email
            user.name = state.names[id] ?? user.name
        }
        return user
    }
}
