import Core
import Database
import Platform
import Web

/// Where Clover tells of payments. It signs what it sends; what comes is still only a reason to ask (CORE-029).
struct CloverRoutes: Sendable {
    let payments: Payments
    /// Guesses of one network.
    let pace: RateLimiter

    private var site: Site { payments.site }
    /// How long a payment without a session in its webhook may have begun before.
    private static let recently = Duration.seconds(3600)

    var routes: [Route] {
        [.post(PaymentsPaths.cloverWebhook, allow: .everyone, body: .bytes(limit: 32_768), use: receive).fromOtherSites()]
    }

    private struct Taken: Encodable, JSONAnswer {
        let received = true
    }

    private static let unsigned = Problem(
        .unauthenticated, "payments.webhook-unsigned", "This wasn’t signed by Clover.", remedy: "Compare the signing secret with Clover’s dashboard.")

    func receive(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let seconds = pace.take(request.network) {
            throw Problem(.tooManyRequests, "payments.too-many", "Too many in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
        }
        guard let configuration = site.configuration.clover, case .bytes(let body) = request.body else { throw Problem.notFound }
        let webhook = CloverWebhook(body)
        // Clover sends its code before there is a secret to sign with.
        if let code = webhook?.verificationCode {
            try await CloverVerification(site: site).keep(code)
            return try await Taken().response(for: request)
        }
        guard let header = request.headers["Clover-Signature"], let signature = CloverSignature(header),
            let secret = configuration.sealedWebhookSecret.flatMap({ CloverConfiguration.open($0, for: site) }),
            signature.proves(body, secret: secret, at: site.clock.now())
        else {
            site.log(.warning, "clover.unsigned", ["from": .string(request.remoteAddress)])
            throw Self.unsigned
        }
        pace.give(request.network)
        if let webhook, webhook.isPayment, webhook.merchant.map({ $0 == configuration.merchant }) ?? true {
            try await take(PaymentCallback(attempt: "", from: request.remoteAddress, body: body), webhook)
        }
        return try await Taken().response(for: request)
    }

    /// Keeps it with the payment whose session it names, and asks about that; one that names none is a reason to ask about all that are open.
    private func take(_ callback: PaymentCallback, _ webhook: CloverWebhook) async throws {
        let sessions = Array(webhook.sessions.prefix(20))
        try await site.write(by: nil, once: nil) { [payments] write in
            let known: [PaymentID] = try write.all(
                """
                SELECT id FROM payment_payment WHERE provider = \(CloverProvider.providerID) AND reference IN \(list: sessions) ORDER BY id LIMIT 5
                """)
            for id in known { try payments.keep(callback, about: id, in: write) }
            guard known.isEmpty else { return }
            let open: [PaymentID] = try write.all(
                """
                SELECT id FROM payment_payment
                WHERE provider = \(CloverProvider.providerID) AND status IN ('prompted', 'expired') AND reference IS NOT NULL
                    AND created_at > \(write.now - Self.recently)
                ORDER BY id DESC LIMIT 50
                """)
            for id in open { try payments.askNow(about: id, in: write) }
        }
    }
}
