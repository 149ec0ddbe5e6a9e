import Core
import Crypto
import Foundation
import Outbound
import Web

/// Facebook Login: OAuth 2.0 with calls of its own instead of an ID token.
struct FacebookProvider: Provider {
    let issuer: String
    /// Where the calls go; the dialog is at the issuer.
    let graph: String
    let appID: String
    let secret: String
    let service: ProviderService
    let clock: SiteClock

    /// Versions end about two years after they came.
    static let version = "v21.0"

    func destination(for authorization: AuthorizationRequest, again: Bool) async throws(ProviderFailure) -> String {
        // It never says when somebody signed in to it, so that asking them anew would prove nothing (``SignInMethod/tellsWhen``).
        let query = QueryItems([
            ("client_id", appID), ("redirect_uri", authorization.returnAddress), ("state", authorization.state), ("response_type", "code"),
            ("scope", "public_profile,email"),
        ])
        return "\(issuer)/\(Self.version)/dialog/oauth?\(query.encoded)"
    }

    func identity(for callback: AuthorizationResponse, _ authorization: AuthorizationRequest) async throws(ProviderFailure) -> ProvidedIdentity {
        let token: Token = try await call(
            "\(Self.version)/oauth/access_token",
            [("client_id", appID), ("redirect_uri", authorization.returnAddress), ("client_secret", secret), ("code", callback.code)])
        let profile: Profile = try await call(
            "\(Self.version)/me",
            [
                ("fields", "id,name,email,picture.width(256)"), ("access_token", token.access_token),
                ("appsecret_proof", Self.proof(of: token.access_token, secret: secret)),
            ])
        try await inspect(token.access_token, profile.id)
        guard (1...255).contains(profile.id.utf8.count) else { throw .untrusted(.subject) }
        // Facebook does not say whether it has confirmed an address, so an email of ours does.
        return ProvidedIdentity(
            issuer: issuer, subject: profile.id, email: profile.email, isEmailProven: false, name: profile.name,
            picture: profile.picture?.data.is_silhouette ?? false ? nil : profile.picture?.data.url)
    }

    /// Shows that whoever uses a token also knows the secret, so that a stolen token is worth nothing.
    static func proof(of token: String, secret: String) -> String { hmacSHA256(Array(token.utf8), key: Array(secret.utf8)).hex }

    /// What Facebook says about somebody without being asked.
    func read(_ signed: String) throws(TokenError) -> SignedRequest { try SignedRequest(signed, secret: secret, now: clock.now()) }

    /// Makes sure that the token was made for this app and this person.
    private func inspect(_ token: String, _ person: String) async throws(ProviderFailure) {
        let answer: Inspection = try await call("debug_token", [("input_token", token), ("access_token", "\(appID)|\(secret)")])
        let about = answer.data
        guard about.is_valid else { throw .untrusted(.signature) }
        guard about.app_id == appID else { throw .untrusted(.audience) }
        guard about.user_id == person else { throw .untrusted(.subject) }
        let end = about.expires_at ?? 0
        guard end == 0 || end > clock.now().milliseconds / 1000 else { throw .untrusted(.expired) }
    }

    private func call<Value: Decodable>(_ path: String, _ query: [(String, String)]) async throws(ProviderFailure) -> Value {
        let answer = try await service.send(.get("\(graph)/\(path)?\(QueryItems(query).encoded)"))
        guard answer.status == 200 else { throw GraphError(answer).failure }
        guard let value = try? answer.json(Value.self) else { throw .notUnderstood("the answer of \(path)") }
        return value
    }

    /// The members under the names that Facebook gives them.
    private struct Token: Decodable {
        var access_token: String
    }

    private struct Profile: Decodable {
        struct Picture: Decodable {
            struct Data: Decodable {
                var url: String?
                var is_silhouette: Bool?
            }
            var data: Data
        }
        var id: String
        var name: String?
        var email: String?
        var picture: Picture?
    }

    private struct Inspection: Decodable {
        struct About: Decodable {
            var app_id: String
            var is_valid: Bool
            var user_id: String
            var expires_at: Int64?
        }
        var data: About
    }
}

/// Why a call of the Graph was refused.
struct GraphError: Decodable {
    struct Cause: Decodable {
        var code: Int
        var error_subcode: Int?
    }
    var error: Cause

    init(_ answer: OutboundAnswer) { self = (try? answer.json(GraphError.self)) ?? GraphError(error: Cause(code: -answer.status)) }

    private init(error: Cause) { self.error = error }

    var failure: ProviderFailure {
        let words = "code \(error.code)" + (error.error_subcode.map { " (\($0))" } ?? "")
        return switch (error.code, error.error_subcode) {
        case (1, _), (2, _), (4, _), (17, _), (32, _), (613, _): .unreachable(words)
        case (100, 36007), (100, 36009): .codeRefused(words)
        case (190, _), (102, _): .codeRefused(words)
        default: .siteRefused(words)
        }
    }
}
