import Core
import Database
import Platform
import Web

/// Where people come back to from a provider’s page. That they are back proves nothing; it is a reason to ask.
struct ReturnRoutes: Sendable {
    let payments: Payments
    /// Guesses of one network.
    let pace: RateLimiter

    var routes: [Route] { [.get(PaymentsPaths.back, allow: .everyone, use: comeBack)] }

    func comeBack(_ request: Request, _ visitor: Visitor, _ attempt: String, _ outcome: PaymentReturn) async throws -> Response {
        if let seconds = pace.take(request.network) {
            throw Problem(.tooManyRequests, "payments.too-many", "Too many in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
        }
        let path = try await payments.site.write(by: nil, once: nil) { [payments] write -> String? in
            let id: PaymentID? = try write.first("SELECT id FROM payment_payment WHERE attempt = \(attempt)")
            guard let id, let payment = try payments.find(id, in: write) else { return nil }
            if payment.reference != nil, payment.receipt == nil { try payments.askNow(about: id, in: write) }
            return try payments.payable(payment.subject.kind).path(of: payment.subject.id, in: write)
        }
        guard let path else { throw Problem.notFound }
        return .seeOther(link(path, query: [Payments.returnField: outcome.rawValue]))
    }
}
