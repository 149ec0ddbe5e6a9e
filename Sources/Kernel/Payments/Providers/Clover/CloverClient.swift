import Core
import Outbound
import Platform

/// Speaks to Clover, and tells “said no” from “no answer”.
struct CloverClient: Sendable {
    let site: Site
    let client: HTTPClient

    /// What a call came to.
    enum Reply: Sendable {
        /// 200 with an object.
        case accepted(CloverAnswer)
        /// Another status, with the code of the error where it has one.
        case refused(status: Int, code: String?)
        /// It was asked, or may have been, and nobody knows more.
        case lost
        /// Nothing reached it.
        case unreached
    }

    func get(_ address: String, _ configuration: CloverConfiguration) async -> Reply {
        guard let headers = headers(configuration) else { return .unreached }
        return await send(.get(address, headers: headers))
    }

    /// - Parameter key: under which Clover carries a call out once.
    func post(_ address: String, _ call: some Encodable & Sendable, _ configuration: CloverConfiguration, key: String? = nil) async -> Reply {
        guard var headers = headers(configuration) else { return .unreached }
        if let key { headers.append(("idempotency-key", Self.uuid(key))) }
        guard let request = try? OutboundRequest.json(address, call, headers: headers) else { return .unreached }
        return await send(request)
    }

    private func headers(_ configuration: CloverConfiguration) -> [(name: String, value: String)]? {
        guard let token = CloverConfiguration.open(configuration.sealedToken, for: site) else { return nil }
        return [("Authorization", "Bearer \(token)"), ("X-Clover-Merchant-Id", configuration.merchant), ("Accept", "application/json")]
    }

    private func send(_ request: OutboundRequest) async -> Reply {
        let path = String(request.url.prefix { $0 != "?" })
        let answer: OutboundAnswer
        do throws(OutboundFailure) {
            answer = try await client.send(request)
        } catch {
            site.log(.warning, "clover.unreached", ["path": .string(path), "cause": .string(error.cause)])
            return error.mayHaveArrived ? .lost : .unreached
        }
        let body = CloverAnswer(answer.body)
        if (200..<300).contains(answer.status), let body { return .accepted(body) }
        let error = body?.object("error")
        let code = error?["code"] ?? error?["type"]
        site.log(
            .warning, "clover.refused",
            [
                "path": .string(path), "status": .integer(Int64(answer.status)), "code": .string(code ?? ""),
                "cause": .string(error?["message"] ?? body?["message"] ?? ""),
            ])
        // A page in the place of an answer tells nothing.
        return (200..<300).contains(answer.status) ? .lost : .refused(status: answer.status, code: code)
    }

    /// 32 hexadecimal digits as a UUID of version 4, which is what Clover takes as a key.
    static func uuid(_ digits: String) -> String {
        var letters = Array(digits.prefix(32))
        guard letters.count == 32 else { return digits }
        (letters[12], letters[16]) = ("4", "a")
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(letters[$0]) }.joined(separator: "-")
    }
}
