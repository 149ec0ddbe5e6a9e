public import Core
import Crypto
import Foundation
import Synchronization
public import Web

/// Plays Facebook Login: the dialog and the calls of the Graph.
public final class FacebookStandIn: StandIn {
    struct Grant: Sendable {
        var user: TestUser
        var returnAddress: String
        var expiresAt: Instant
    }

    struct State: Sendable {
        var faultMode = FaultMode.none
        var codes: [String: Grant] = [:]
        var used: Set<String> = []
        var tokens: [String: TestUser] = [:]
        var addresses: [String: String] = [:]
        /// Where the site is that asked last.
        var site: String?
    }

    /// Where it stands; the dialog and the Graph are below it.
    public let address: String
    let clock: SiteClock
    /// Guards everything that changes.
    private let state = Mutex(State())

    /// Stands under `address`, at `/facebook`.
    public init(at address: String, clock: SiteClock = .wall) {
        self.address = "\(address)/facebook"
        self.clock = clock
    }

    /// `facebook`.
    public var name: String { "facebook" }

    /// Its addresses.
    public var routes: [Route] {
        [
            .get(Path("/facebook/v21.0/dialog/oauth"), allow: .everyone, use: dialog),
            .get(Path("/facebook/v21.0/oauth/access_token"), allow: .everyone, use: accessToken),
            .get(Path("/facebook/v21.0/me"), allow: .everyone, use: me),
            .get(Path("/facebook/debug_token"), allow: .everyone, use: debugToken),
            .get(Path("/facebook/picture/{user}", String.self), allow: .everyone, use: picture),
        ]
    }

    /// Behaves as told: a ``FaultMode``, or `email USER ADDRESS`; `deauthorize USER` and `delete USER` tell the site
    /// that asked last.
    public func control(_ order: ControlOrder) async -> Bool {
        if let word = order.faultMode {
            guard let faultMode = FaultMode(rawValue: word) else { return false }
            behave(faultMode)
        }
        guard let action = order.action else { return true }
        let words = action.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("email", 3): state.withLock { $0.addresses[words[1]] = words[2] }
        case ("deauthorize", 2), ("delete", 2):
            guard let site = state.withLock({ $0.site }), let signed = try? signedRequest(about: words[1]) else { return false }
            let place = words[0] == "delete" ? "deletion" : "deauthorize"
            return await SiteCall.send(form: [("signed_request", signed)], to: "\(site)/account/with/facebook/\(place)")
        default: return false
        }
        return true
    }

    /// Does something wrong from now on.
    public func behave(_ faultMode: FaultMode) { state.withLock { $0.faultMode = faultMode } }

    func dialog(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = request.query
        let back = query["redirect_uri"] ?? ""
        guard query["client_id"] == StandInClient.id, StandInClient.mayReturn(to: back, provider: name), let sent = query["state"] else {
            return .text("The app is not set up for this address.\n", status: .badRequest)
        }
        guard let choice = query["choose"] else {
            return ConsentPage(
                provider: "Facebook", client: "this site", scopes: (query["scope"] ?? "").split(separator: ",").map(String.init),
                users: TestUser.all, address: request.head.target
            ).response(for: request)
        }
        guard let user = user(choice) else {
            return .back(
                to: back,
                [
                    ("error", "access_denied"), ("error_reason", "user_denied"), ("error_description", "Permissions error"), ("state", sent),
                ])
        }
        let code = Token().text
        let end = clock.now() + .seconds(600)
        state.withLock { state in
            state.codes[code] = Grant(user: user, returnAddress: back, expiresAt: end)
            state.site = StandInClient.site(of: back)
        }
        return .back(to: back, [("code", code), ("state", sent)])
    }

    func accessToken(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let refusal = try fault() { return refusal }
        let query = request.query
        guard query["client_id"] == StandInClient.id, query["client_secret"] == StandInClient.secret else {
            return try FacebookAnswer.error(101, "Error validating client secret.")
        }
        let code = query["code"] ?? ""
        let now = clock.now()
        let (grant, wasUsed) = state.withLock { state in
            defer { state.used.insert(code) }
            return (state.codes.removeValue(forKey: code), state.used.contains(code))
        }
        guard let grant else { return try FacebookAnswer.error(100, "This authorization code has been used.", subcode: wasUsed ? 36009 : nil) }
        guard grant.expiresAt > now else { return try FacebookAnswer.error(100, "This authorization code has expired.", subcode: 36007) }
        guard grant.returnAddress == query["redirect_uri"] else { return try FacebookAnswer.error(100, "redirect_uri isn't identical.") }
        let token = Token().text
        state.withLock { $0.tokens[token] = grant.user }
        return try .json(FacebookAnswer.Token(access_token: token))
    }

    func me(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let refusal = try fault() { return refusal }
        let token = request.query["access_token"] ?? ""
        guard let user = state.withLock({ $0.tokens[token] }) else {
            return try FacebookAnswer.error(190, "Invalid OAuth access token.", subcode: 467)
        }
        let proof = hmacSHA256(Array(token.utf8), key: Array(StandInClient.secret.utf8)).hex
        guard request.query["appsecret_proof"] == proof else {
            return try FacebookAnswer.error(100, "Invalid appsecret_proof provided.", type: "GraphMethodException")
        }
        let picture = FacebookAnswer.Profile.Picture(data: .init(url: "\(address)/picture/\(user.id)", is_silhouette: false))
        return try .json(FacebookAnswer.Profile(id: subject(of: user), name: user.name, email: user.email, picture: picture))
    }

    func debugToken(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let refusal = try fault() { return refusal }
        guard request.query["access_token"] == "\(StandInClient.id)|\(StandInClient.secret)" else {
            return try FacebookAnswer.error(190, "Not an app token.")
        }
        let faultMode = state.withLock { $0.faultMode }
        let user = state.withLock { $0.tokens[request.query["input_token"] ?? ""] }
        let end = clock.now().milliseconds / 1000 + (faultMode == .expired ? -60 : 5_183_944)
        return try .json(
            FacebookAnswer.AboutToken(
                data: .init(
                    app_id: faultMode == .foreignToken ? "another-app" : StandInClient.id,
                    is_valid: user != nil && faultMode != .invalidToken, expires_at: end,
                    user_id: faultMode == .otherPerson ? "facebook-somebody-else" : user.map(subject) ?? "")))
    }

    func picture(_ request: Request, _ visitor: Visitor, _ user: String) async throws -> Response {
        .bytes(TestPicture.png(for: user), type: "image/png")
    }

    func subject(of user: TestUser) -> String { "facebook-\(user.id)" }

    private func user(_ id: String) -> TestUser? {
        guard var user = TestUser.all.first(where: { $0.id == id }) else { return nil }
        user.email = state.withLock { $0.addresses[id] } ?? user.email
        return user
    }

    private func fault() throws -> Response? {
        switch state.withLock({ $0.faultMode }) {
        case .down: .text("down\n", status: .serviceUnavailable)
        case .rateLimit: try FacebookAnswer.error(4, "Application request limit reached")
        case .nonsense: .text("<html>")
        default: nil
        }
    }
}
