import Core
import Crypto
import Foundation
import Outbound
import Synchronization
import Web

extension OpenIDStandIn {
    /// What Apple tells a site about somebody: `consent-revoked`, `account-delete`, `email-disabled`, `email-enabled`. The body of the
    /// request as it stands on the wire.
    public func event(_ type: String, about id: String) throws -> String {
        guard let user = user(id) else { throw StandInFault.unknownUser }
        let key = state.withLock { $0.keys[0] }
        let forge = TokenForge(key: key, stranger: stranger, now: clock.now(), faultMode: faultMode)
        let payload = try forge.event(type, subject: subject(of: user), issuer: issuer, client: StandInClient.id)
        return #"{"payload":"\#(payload)"}"#
    }
}

extension FacebookStandIn {
    /// What Facebook posts about somebody, to the deauthorize and to the data-deletion callback alike.
    /// - Parameters:
    ///   - secret: with another one than the app's it is forged.
    ///   - age: seconds since it was signed.
    public func signedRequest(about id: String, secret: String = StandInClient.secret, age: Int64 = 0) throws -> String {
        guard let user = TestUser.all.first(where: { $0.id == id }) else { throw StandInFault.unknownUser }
        let content: [String: any Sendable] = [
            "algorithm": "HMAC-SHA256", "issued_at": clock.now().milliseconds / 1000 - age, "user_id": subject(of: user),
        ]
        let payload = [UInt8](try JSONSerialization.data(withJSONObject: content)).base64URL
        return hmacSHA256(Array(payload.utf8), key: Array(secret.utf8)).base64URL + "." + payload
    }
}

/// Why a stand-in did not do what it was told.
enum StandInFault: Error {
    case unknownUser
}

/// Calls from a provider to the site, as its servers make them: without a browser, without an origin.
enum SiteCall {
    private static let client = HTTPClient(timeout: .seconds(10))

    /// Whether the site took it.
    static func send(json: String, to address: String) async -> Bool {
        await send(OutboundRequest("POST", address, headers: [("Content-Type", "application/json")], body: Array(json.utf8)))
    }

    /// The same with a form.
    static func send(form fields: [(String, String)], to address: String) async -> Bool { await send(.form(address, fields)) }

    private static func send(_ request: OutboundRequest) async -> Bool {
        guard let answer = try? await client.send(request) else { return false }
        return answer.status == 200
    }
}
