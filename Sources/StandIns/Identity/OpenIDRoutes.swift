import Core
import Crypto
import Foundation
import Synchronization
import Web

extension OpenIDStandIn {
    private struct Discovery: Encodable {
        let issuer: String
        let authorization_endpoint: String
        let token_endpoint: String
        let userinfo_endpoint: String
        let revocation_endpoint: String
        let jwks_uri: String
        let response_types_supported = ["code"]
        let id_token_signing_alg_values_supported = ["RS256"]
        let token_endpoint_auth_methods_supported = ["client_secret_post"]
        let code_challenge_methods_supported: [String]?
        let authorization_response_iss_parameter_supported: Bool?
    }

    func discovery(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (faultMode, isGoogle) = (faultMode, kind == .google)
        guard faultMode != .down else { return .text("down\n", status: .serviceUnavailable) }
        let named = faultMode == .discoveryOfAnother ? "https://issuer.elsewhere.example" : issuer
        var response = try Response.json(
            Discovery(
                issuer: named, authorization_endpoint: "\(issuer)/authorize", token_endpoint: "\(issuer)/token",
                userinfo_endpoint: "\(issuer)/userinfo", revocation_endpoint: "\(issuer)/revoke", jwks_uri: "\(issuer)/keys",
                code_challenge_methods_supported: isGoogle ? ["plain", "S256"] : nil,
                authorization_response_iss_parameter_supported: isGoogle ? true : nil))
        response.headers.set("Cache-Control", "public, max-age=3600")
        return response
    }

    func keys(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (faultMode, keys, stale) = state.withLock { ($0.faultMode, $0.keys, $0.staleKeys) }
        switch faultMode {
        case .down, .keysFail: return .text("down\n", status: .internalServerError)
        case .keysSlow: try await Task.sleep(for: .seconds(20))
        case .nonsense: return .text("<html>")
        default: break
        }
        var response = try Response.json(["keys": (faultMode == .keysStale ? stale : keys).map(\.shown)])
        response.headers.set("Cache-Control", "public, max-age=3600")
        return response
    }

    /// Shows the page, or answers the choice made on it.
    func authorize(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = request.query
        guard query["client_id"] == StandInClient.id else { return .text("invalid_client\n", status: .unauthorized) }
        let back = query["redirect_uri"] ?? ""
        guard StandInClient.mayReturn(to: back, provider: name) else { return .text("redirect_uri_mismatch\n", status: .badRequest) }
        guard query["response_type"] == "code", let nonce = query["nonce"], query["state"] != nil else {
            return .text("invalid_request\n", status: .badRequest)
        }
        if kind == .google, query["code_challenge_method"] != "S256" { return .text("invalid_request: PKCE\n", status: .badRequest) }
        if kind == .apple, query["response_mode"] != "form_post" { return .text("invalid_request: response_mode\n", status: .badRequest) }
        let choice = query["choose"] ?? query["login_hint"]
        if choice == nil, query["prompt"] == "none" { return deliver(query, error: "login_required") }
        guard let choice else {
            return ConsentPage(
                provider: kind == .google ? "Google" : "Apple", client: "this site",
                scopes: (query["scope"] ?? "").split(separator: " ").map(String.init),
                users: TestUser.all.compactMap { user($0.id) }, address: request.head.target
            ).response(for: request)
        }
        guard let user = user(choice) else {
            return deliver(query, error: kind == .apple ? "user_cancelled_authorize" : "access_denied")
        }
        let code = Token().text
        let now = clock.now()
        let isFirst = state.withLock { state in
            let signedInAt = Self.signIn(since: state.signedInAt[user.id], query, at: now)
            state.signedInAt[user.id] = signedInAt
            state.codes[code] = Grant(
                user: user, returnAddress: back, nonce: nonce, challenge: query["code_challenge"],
                isOffline: kind == .apple || query["access_type"] == "offline",
                authenticatedAt: kind == .apple || query["max_age"] != nil ? signedInAt : nil,
                expiresAt: now + .seconds(kind == .apple ? 300 : 600))
            state.site = StandInClient.site(of: back)
            return state.known.insert(user.id).inserted
        }
        return deliver(query, code: code, firstTime: isFirst ? user : nil)
    }

    /// When the person signed in who goes on: now, if they were not signed in, for longer than the site allows, or are to sign in anew
    /// (OpenID Connect Core §3.1.2.1).
    private static func signIn(since known: Instant?, _ query: QueryItems, at now: Instant) -> Instant {
        guard let known, query["prompt"] != "login" else { return now }
        guard let most = query["max_age"].flatMap({ Int64($0) }), now - known >= .seconds(most) else { return known }
        return now
    }

    private func deliver(_ query: QueryItems, code: String? = nil, error: String? = nil, firstTime: TestUser? = nil) -> Response {
        let back = query["redirect_uri"] ?? ""
        guard kind == .apple else {
            let named = faultMode == .otherIssuer ? "https://issuer.elsewhere.example" : issuer
            return .back(to: back, [("state", query["state"]), ("code", code), ("error", error), ("scope", query["scope"]), ("iss", named)])
        }
        var fields = [("state", query["state"] ?? "")]
        if let code { fields.append(("code", code)) }
        if let error { fields.append(("error", error)) }
        if let firstTime {
            let names = firstTime.name.split(separator: " ", maxSplits: 1).map(String.init)
            let user = #"{"name":{"firstName":"\#(names.first ?? "")","lastName":"\#(names.last ?? "")"},"email":"\#(firstTime.email ?? "")"}"#
            fields.append(("user", user))
        }
        return FormPost(address: back, fields: fields).response
    }

    func userinfo(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard faultMode != .down else { return .text("down\n", status: .serviceUnavailable) }
        let token = (request.headers["Authorization"] ?? "").dropFirst("Bearer ".count)
        guard let user = state.withLock({ $0.access[String(token)] }) else {
            return try .oauthError("invalid_token", "Unknown token.", status: .unauthorized)
        }
        let present = self.user(user.id) ?? user
        return try .json(["sub": subject(of: user), "name": present.name, "picture": "\(issuer)/picture/\(user.id)"])
    }

    func revoke(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.formFields()
        guard kind == .google || form["client_id"] == StandInClient.id && isSecret(form["client_secret"] ?? "") else {
            return try .oauthError("invalid_client", "The client is not who it says.", status: .badRequest)
        }
        let token = form["token"] ?? ""
        state.withLock { state in
            state.access[token] = nil
            state.refresh[token] = nil
        }
        return Response(.ok)
    }

    /// The file that Apple's portal offers for download, once; here to whoever asks.
    func clientKeyFile(_ request: Request, _ visitor: Visitor) async throws -> Response {
        kind == .apple ? .text(clientKey.pem) : Problem.notFound.response(for: request)
    }

    func picture(_ request: Request, _ visitor: Visitor, _ user: String) async throws -> Response {
        .bytes(TestPicture.png(for: user), type: "image/png")
    }

    func subject(of user: TestUser) -> String { "\(kind.rawValue)-\(user.id)" }
}

/// A page that posts a form by itself, as Apple sends people back.
struct FormPost {
    let address: String
    let fields: [(String, String)]

    var response: Response {
        let inputs = fields.map { "<input type=\"hidden\" name=\"\(Self.safe($0))\" value=\"\(Self.safe($1))\">" }.joined()
        let page = """
            <!doctype html><title>Going on</title><form method="post" action="\(Self.safe(address))">\(inputs)<button>Continue</button></form>
            <script>document.forms[0].submit()</script>
            """
        return .html(Array(page.utf8))
    }

    private static func safe(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
