import Core
import Outbound
import Platform

/// Speaks to Safaricom: asks for another token when one is refused, and tells “said no” from “no answer”.
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

    private let site: Site
    private let client: HTTPClient
    private let tokens: DarajaTokens
    private static let tokenCodes: Set<String> = ["404.001.03", "401.002.01", "400.003.01"]

    init(site: Site, client: HTTPClient) {
        self.site = site
        self.client = client
        tokens = DarajaTokens(site: site, client: client)
    }

    /// Posts a call, and once more with another token when the first was refused.
    func post(_ path: String, _ call: some Encodable & Sendable, _ configuration: DarajaConfiguration) async -> Reply {
        guard let token = await tokens.token(configuration) else { return .unreached }
        let reply = await attempt(path, call, configuration, token)
        guard case .refused(let status, let code, _) = reply, status == 401 || code.map(Self.tokenCodes.contains) == true else { return reply }
        guard let other = await tokens.token(configuration, instead: token) else { return .unreached }
        return await attempt(path, call, configuration, other)
    }

    private func attempt(
        _ path: String, _ call: some Encodable & Sendable, _ configuration: DarajaConfiguration, _ token: String
    ) async -> Reply {
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
}
