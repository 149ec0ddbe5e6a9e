import Core
import Platform
import Web

/// Where providers tell what became of payments. They sign nothing, so the address is the secret, and what comes is a reason to ask (CORE-029).
struct CallbackRoutes: Sendable {
    let payments: Payments
    /// Guesses of one network.
    let pace: RateLimiter

    var routes: [Route] {
        [
            .post(PaymentsPaths.callback, allow: .everyone, body: .bytes(limit: 32_768), use: receive).fromOtherSites(),
            .post(PaymentsPaths.timeout, allow: .everyone, body: .bytes(limit: 32_768), use: wait).fromOtherSites(),
        ]
    }

    /// What Daraja's documentation asks for as an answer; other providers read the status alone.
    private struct Taken: Encodable, JSONAnswer {
        let ResultCode = 0
        let ResultDesc = "Accepted"
    }

    func receive(_ request: Request, _ visitor: Visitor, _ attempt: String) async throws -> Response {
        if let seconds = pace.take(request.network) {
            throw Problem(.tooManyRequests, "payments.too-many", "Too many in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
        }
        guard case .bytes(let body) = request.body else { throw Problem.notFound }
        let isKnown = try await payments.receive(PaymentCallback(attempt: attempt, from: request.remoteAddress, body: body))
        guard isKnown else { throw Problem.notFound }
        pace.give(request.network)
        return try await Taken().response(for: request)
    }

    func wait(_ request: Request, _ visitor: Visitor, _ attempt: String) async throws -> Response { try await Taken().response(for: request) }
}
