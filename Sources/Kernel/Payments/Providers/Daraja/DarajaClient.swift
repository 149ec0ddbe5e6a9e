import Core
import Crypto
import Foundation
import Outbound
import Platform
import Synchronization

/// Speaks to Safaricom: keeps one token, asks for another when it is refused, and tells “said no” from “no answer”.
final class DarajaClient: Sendable {
    /// What a call came to.
    enum Reply: Sendable {
        /// 200 with a body.
        case accepted(DarajaAnswer)
        /// Another status with the code and the message of the error, where it has them.
        case refused(status: Int, code: String?, message: String)
        /// It was asked, or may have been, and nobody knows more.
        case lost
        /// Nothing reached it.
        case unreached
    }

    private struct Token {
        let text: String
        let owner: String
        let until: Duration
    }

    private let site: Site
    private let client: HTTPClient
    /// A new token ends the one before it, so only one call asks for one.
    private let asking = KeyedLock<String>()
    /// Guards the token in use.
    private let token = Mutex<Token?>(nil)
    /// A token is renewed this long before it ends.
    private static let margin = 60
    private static let tokenCodes: Set<String> = ["404.001.03", "401.002.01", "400.003.01"]

    init(site: Site, client: HTTPClient) {
        self.site = site
        self.client = client
    }

    /// Posts a call, and once more with a new token when the old one was refused.
    func post(_ path: String, _ call: some Encodable & Sendable, _ configuration: DarajaConfiguration) async -> Reply {
        var reply = await attempt(path, call, configuration)
        if case .refused(let status, let code, _) = reply, status == 401 || code.map(Self.tokenCodes.contains) == true {
            token.withLock { $0 = nil }
            reply = await attempt(path, call, configuration)
        }
        return reply
    }

    private func attempt(_ path: String, _ call: some Encodable & Sendable, _ configuration: DarajaConfiguration) async -> Reply {
        guard let token = await bearer(configuration) else { return .unreached }
        let answer: OutboundAnswer
        do {
            let request = try OutboundRequest.json(configuration.address + path, call, headers: [("Authorization", "Bearer \(token)")])
            answer = try await client.send(request)
        } catch let failure as OutboundFailure {
            site.log(.warning, "daraja.unreached", ["path": .string(path), "cause": .string(failure.cause)])
            return failure.mayHaveArrived ? .lost : .unreached
        } catch {
            return .unreached
        }
        let body = DarajaAnswer(answer.body)
        if answer.status == 200 { return .accepted(body) }
        let message = body["errorMessage"] ?? ""
        site.log(
            .warning, "daraja.refused",
            ["path": .string(path), "status": .integer(Int64(answer.status)), "code": .string(body["errorCode"] ?? ""), "cause": .string(message)])
        return .refused(status: answer.status, code: body["errorCode"], message: message)
    }

    /// A token that holds for a while yet; nil when Safaricom gives none.
    private func bearer(_ configuration: DarajaConfiguration) async -> String? {
        if let kept = kept(configuration) { return kept }
        return await asking.withLock("token") {
            if let kept = kept(configuration) { return kept }
            return await fetch(configuration)
        } ?? nil
    }

    private func kept(_ configuration: DarajaConfiguration) -> String? {
        let now = site.clock.steady()
        return token.withLock { $0.flatMap { $0.owner == owner(configuration) && $0.until > now ? $0.text : nil } }
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
        guard let text = body["access_token"], let life = body["expires_in"].flatMap({ Int($0) }) else { return nil }
        let until = site.clock.steady() + .seconds(max(1, life - Self.margin))
        token.withLock { $0 = Token(text: text, owner: owner(configuration), until: until) }
        return text
    }

    /// Another configuration needs another token.
    private func owner(_ configuration: DarajaConfiguration) -> String { "\(configuration.address) \(configuration.consumerKey)" }
}
