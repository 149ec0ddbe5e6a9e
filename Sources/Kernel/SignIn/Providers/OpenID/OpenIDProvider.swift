import Core
import Crypto
import Foundation
import Outbound
import Web

/// A provider of OpenID Connect by its issuer: authorization code, PKCE, nonce. Google and Apple are this with traits of their own.
struct OpenIDProvider: Provider {
    let issuer: String
    let clientID: String
    let traits: Traits
    let registry: ProviderRegistry

    /// What differs from one provider to the next.
    struct Traits: Sendable {
        /// Other names under which the issuer signs.
        var otherIssuers: Set<String> = []
        var scope = "openid email profile"
        /// Added to the address that the browser is sent to.
        var parameters: [(String, String)] = []
        /// What makes the provider ask somebody who is signed in there.
        var prompt: String?
        /// Makes what this site proves itself with, fresh for each use.
        var secret: @Sendable () throws -> String
        /// Whether the provider answers for the mailbox, so that no email of ours is needed.
        var vouches: @Sendable (_ email: String, _ token: IDToken) -> Bool
        /// Google: the only Workspace domain that may come in.
        var workspace: String?
    }

    func destination(for authorization: AuthorizationRequest, again: Bool) async throws(ProviderFailure) -> String {
        let document = try await registry.discoveries.document(of: issuer)
        var query = [
            ("client_id", clientID), ("redirect_uri", authorization.returnAddress), ("response_type", "code"), ("scope", traits.scope),
            ("state", authorization.state), ("nonce", authorization.nonce),
        ]
        if document.challengeMethods?.contains("S256") ?? false {
            query += [("code_challenge", sha256(Array(authorization.verifier.utf8)).base64URL), ("code_challenge_method", "S256")]
        }
        query += traits.parameters
        if again {
            // The answer must then say when the person signed in (OpenID Connect Core §3.1.2.1), which is what counts: whoever sits at
            // the browser can take this out of the address.
            query.append(("max_age", "0"))
            if let prompt = traits.prompt { query.append(("prompt", prompt)) }
        }
        return document.authorizationEndpoint + (document.authorizationEndpoint.contains("?") ? "&" : "?") + QueryItems(query).encoded
    }

    func identity(for callback: AuthorizationResponse, _ authorization: AuthorizationRequest) async throws(ProviderFailure) -> ProvidedIdentity {
        let document = try await registry.discoveries.document(of: issuer)
        // Whoever mixes up two providers would have a code of one redeemed at the other.
        guard callback.issuer == nil ? !(document.namesItself ?? false) : callback.issuer == issuer else { throw .untrusted(.issuer) }
        let tokens = try await redeem(callback.code, authorization, document)
        let token = try await check(tokens, authorization, document)
        if let workspace = traits.workspace, token.hostedDomain?.lowercased() != workspace.lowercased() { throw .wrongDomain }
        let told = token.email == nil || token.name == nil ? try await userinfo(of: token.subject, tokens.access_token, document) : nil
        let email = token.email ?? told?.email
        let isVerified = token.email == nil ? told?.email_verified?.value ?? false : token.isEmailVerified
        return ProvidedIdentity(
            issuer: issuer, subject: token.subject, email: email, isEmailProven: isVerified && email.map { traits.vouches($0, token) } ?? false,
            name: token.name ?? told?.name ?? callback.name, picture: token.picture ?? told?.picture, refreshToken: tokens.refresh_token,
            authenticatedAt: token.authenticatedAt)
    }

    /// What the provider says now about somebody who let the site ask again; nil when it tells nothing.
    func profile(of subject: String, _ refresh: String) async throws(ProviderFailure) -> ProvidedIdentity? {
        let document = try await registry.discoveries.document(of: issuer)
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh)]
        let answer = try await registry.service.send(try form(document.tokenEndpoint, fields, document))
        guard answer.status == 200 else { throw OAuthError(answer).failure }
        guard let renewed = try? answer.json(Renewed.self) else { throw .notUnderstood("the token endpoint's answer") }
        guard let told = try await userinfo(of: subject, renewed.access_token, document) else { return nil }
        return ProvidedIdentity(
            issuer: issuer, subject: subject, email: told.email, isEmailProven: false, name: told.name, picture: told.picture)
    }

    /// Gives a token back (RFC 7009). A provider that says it is none has nothing more to forget.
    func revoke(_ token: String) async throws(ProviderFailure) {
        let document = try await registry.discoveries.document(of: issuer)
        guard let endpoint = document.revocationEndpoint else { return }
        let answer = try await registry.service.send(
            try form(endpoint, [("token", token), ("token_type_hint", "refresh_token")], document))
        guard answer.status == 200 || answer.status == 400 else { throw OAuthError(answer).failure }
    }

    /// What Apple says about somebody without being asked.
    func event(_ payload: String) async throws(ProviderFailure) -> AppleEvent {
        let token: JSONWebToken
        do throws(TokenError) { token = try JSONWebToken(payload) } catch { throw .untrusted(error) }
        guard token.header.alg == "RS256" else { throw .untrusted(.algorithm(token.header.alg)) }
        let document = try await registry.discoveries.document(of: issuer)
        guard let key = try await registry.keys.key(token.header.kid, at: document.keysAddress) else { throw .untrusted(.unknownKey) }
        let expected = AppleEvent.Expectation(issuer: issuer, clientID: clientID, now: registry.clock.now())
        do throws(TokenError) { return try AppleEvent.check(token, by: key, expected) } catch { throw .untrusted(error) }
    }

    private func check(
        _ tokens: Tokens, _ authorization: AuthorizationRequest, _ document: DiscoveryDocument
    ) async throws(ProviderFailure) -> IDToken {
        let expected = IDToken.Expectation(
            issuers: traits.otherIssuers.union([issuer]), clientID: clientID, nonce: authorization.nonce, now: registry.clock.now(),
            accessToken: tokens.access_token)
        let token: JSONWebToken
        do throws(TokenError) { token = try JSONWebToken(tokens.id_token) } catch { throw .untrusted(error) }
        guard token.header.alg == "RS256" else { throw .untrusted(.algorithm(token.header.alg)) }
        guard let key = try await registry.keys.key(token.header.kid, at: document.keysAddress) else { throw .untrusted(.unknownKey) }
        do throws(TokenError) { return try IDToken.check(token, by: key, expected) } catch { throw .untrusted(error) }
    }

    private func redeem(_ code: String, _ authorization: AuthorizationRequest, _ document: DiscoveryDocument) async throws(ProviderFailure) -> Tokens
    {
        var fields = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", authorization.returnAddress)]
        if document.challengeMethods?.contains("S256") ?? false { fields.append(("code_verifier", authorization.verifier)) }
        let answer = try await registry.service.send(try form(document.tokenEndpoint, fields, document))
        guard answer.status == 200 else { throw OAuthError(answer).failure }
        guard let tokens = try? answer.json(Tokens.self) else { throw .notUnderstood("the token endpoint's answer") }
        return tokens
    }

    /// A form with which this site also says who it is.
    private func form(
        _ address: String, _ fields: [(String, String)], _ document: DiscoveryDocument
    ) throws(ProviderFailure) -> OutboundRequest {
        guard let secret = try? traits.secret() else { throw .siteRefused("the client secret cannot be read") }
        var (fields, headers) = (fields, [(name: "Accept", value: "application/json")])
        // The header is the standard's usual way, and what a client is registered for when nobody said otherwise.
        let ways = document.clientAuthentication ?? ["client_secret_basic"]
        if !ways.contains("client_secret_basic"), ways.contains("client_secret_post") {
            fields += [("client_id", clientID), ("client_secret", secret)]
        } else {
            let words = PercentEncoding.encode(clientID) + ":" + PercentEncoding.encode(secret)
            headers.append(("Authorization", "Basic " + Data(words.utf8).base64EncodedString()))
        }
        return .form(address, fields, headers: headers)
    }

    /// What the provider tells beyond the token, as long as it is about the same subject (OpenID Connect Core §5.3.2).
    private func userinfo(of subject: String, _ access: String?, _ document: DiscoveryDocument) async throws(ProviderFailure) -> UserInfo? {
        guard let access, let endpoint = document.userinfoEndpoint else { return nil }
        let answer = try await registry.service.send(.get(endpoint, headers: [("Authorization", "Bearer \(access)")]))
        guard answer.status == 200, let info = try? answer.json(UserInfo.self) else { return nil }
        guard info.sub == subject else { throw .untrusted(.subject) }
        return info
    }

    /// The members under the names that the standard gives them.
    private struct Tokens: Decodable {
        var id_token: String
        var access_token: String?
        var refresh_token: String?
    }

    private struct Renewed: Decodable {
        var access_token: String
    }

    private struct UserInfo: Decodable {
        var sub: String
        var email: String?
        var email_verified: Flag?
        var name: String?
        var picture: String?
    }
}

/// Why a token endpoint refused (RFC 6749 §5.2).
struct OAuthError: Decodable {
    var error: String

    init(_ answer: OutboundAnswer) { self = (try? answer.json(OAuthError.self)) ?? OAuthError(error: "status \(answer.status)") }

    private init(error: String) { self.error = error }

    var failure: ProviderFailure {
        ["invalid_grant", "invalid_request"].contains(error) ? .codeRefused(error) : .siteRefused(error)
    }
}
