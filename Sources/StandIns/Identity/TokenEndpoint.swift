import Core
import Crypto
import Foundation
import Synchronization
import Web

extension OpenIDStandIn {
    private struct Tokens: Encodable {
        let access_token: String
        let expires_in = 3599
        let token_type = "Bearer"
        let scope = "openid email profile"
        let id_token: String
        let refresh_token: String?
    }

    private struct Renewed: Encodable {
        let access_token: String
        let expires_in = 3599
        let token_type = "Bearer"
    }

    /// Redeems a code once, from the site it was given to, for the address and the verifier it was given with.
    func token(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.formFields()
        let (faultMode, failures) = state.withLock { state in
            state.failures += 1
            return (state.faultMode, state.failures)
        }
        switch faultMode {
        case .down, .tokenFails: return .text("down\n", status: .serviceUnavailable)
        case .tokenFailsOnce where failures == 1: return .text("down\n", status: .internalServerError)
        default: break
        }
        guard form["client_id"] == StandInClient.id, isSecret(form["client_secret"] ?? "") else {
            return try .oauthError("invalid_client", "The client is not who it says.", status: .unauthorized)
        }
        if form["grant_type"] == "refresh_token" { return try renew(form["refresh_token"] ?? "") }
        guard form["grant_type"] == "authorization_code" else { return try .oauthError("unsupported_grant_type", "Codes and refresh tokens.") }
        let now = clock.now()
        guard let grant = state.withLock({ $0.codes.removeValue(forKey: form["code"] ?? "") }), grant.expiresAt > now else {
            return try .oauthError("invalid_grant", "The code was used, has expired, or never was.")
        }
        guard form["redirect_uri"] == grant.returnAddress else { return try .oauthError("redirect_uri_mismatch", "Another address than before.") }
        if let challenge = grant.challenge {
            guard sha256(Array((form["code_verifier"] ?? "").utf8)).base64URL == challenge else {
                return try .oauthError("invalid_grant", "The verifier does not fit.")
            }
        }
        return try answer(grant, faultMode, at: now)
    }

    private func answer(_ grant: Grant, _ faultMode: FaultMode, at now: Instant) throws -> Response {
        let access = Token().text
        let refresh = grant.isOffline ? Token().text : nil
        let key = state.withLock { state in
            state.access[access] = grant.user
            if let refresh { state.refresh[refresh] = grant.user }
            return state.keys[0]
        }
        let forge = TokenForge(key: key, stranger: stranger, now: now, faultMode: faultMode)
        let token = try forge.token(
            for: grant.user, subject: subject(of: grant.user), issuer: issuer, client: StandInClient.id, nonce: grant.nonce, accessToken: access,
            picture: kind == .google ? "\(issuer)/picture/\(grant.user.id)" : nil, authenticatedAt: grant.authenticatedAt)
        return try .json(Tokens(access_token: access, id_token: token, refresh_token: refresh))
    }

    /// A new access token for somebody who let the site ask again.
    private func renew(_ refresh: String) throws -> Response {
        let access = Token().text
        let isKnown = state.withLock { state in
            guard let user = state.refresh[refresh] else { return false }
            state.access[access] = user
            return true
        }
        guard isKnown else { return try .oauthError("invalid_grant", "The token was taken back, or never was.") }
        return try .json(Renewed(access_token: access))
    }

    /// Google takes the secret as it is; Apple a note signed with the team's key.
    func isSecret(_ text: String) -> Bool {
        guard kind == .apple else { return text == StandInClient.secret }
        struct Header: Decodable {
            let alg: String
            let kid: String
        }
        struct Claims: Decodable {
            let iss: String
            let sub: String
            let aud: String
            let iat: Int64
            let exp: Int64
        }
        let parts = text.split(separator: ".").map(String.init)
        guard parts.count == 3, let head = [UInt8](base64URL: parts[0]), let body = [UInt8](base64URL: parts[1]),
            let signature = [UInt8](base64URL: parts[2]), let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(body))
        else { return false }
        let now = clock.now().milliseconds / 1000
        return header.alg == "ES256" && header.kid == StandInClient.keyID && claims.iss == StandInClient.team && claims.sub == StandInClient.id
            && claims.aud == issuer && claims.exp > now && claims.exp <= claims.iat + 15_777_000
            && clientKey.publicKey.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8))
    }
}
