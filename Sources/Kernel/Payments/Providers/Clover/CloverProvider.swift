import Core
import Database
import Outbound
import Platform
import Web

/// Cards by Clover’s Hosted Checkout: people pay on Clover’s page, so no number of a card comes here (MUS-013, MUS-050).
struct CloverProvider: PaymentGateway {
    static let providerID = "clover"

    let id = Self.providerID
    let name: Text = "Card"
    let asksPhone = false
    let answersAboutRefunds = true
    /// Often while somebody is likely to be at it: where no webhook comes, this is how the payment is found.
    let questions: [Duration] =
        stride(from: 20, through: 300, by: 20).map { .seconds($0) } + stride(from: 360, through: 840, by: 60).map { .seconds($0) }

    let site: Site
    let client: CloverClient

    private static let unusable: Text = "Cards can’t be used here at the moment. Choose another way to pay."
    private static let busy: Text = "Clover is busy. Try again in a minute."

    init(site: Site, client: HTTPClient = HTTPClient(timeout: .seconds(6), limit: 1 << 20)) {
        self.site = site
        self.client = CloverClient(site: site, client: client)
    }

    var isReady: Bool { site.configuration.clover.map { !$0.isStopped } ?? false }
    var limits: [PaymentLimit] { site.configuration.clover.map { [PaymentLimit($0.currency, most: 100_000_00)] } ?? [] }
    var pageSources: [String] { site.configuration.clover?.pageSources ?? [] }

    /// A lost answer is a no: the page that Clover made is known to nobody, so nobody can pay on it, and another may be made.
    func begin(_ order: PaymentOrder) async throws(PaymentGatewayFailure) -> PaymentBeginning {
        let configuration = try configured()
        let checkout = CloverCheckout(
            shoppingCart: .init(lineItems: [
                .init(name: String(order.line.prefix(120)), price: order.amount.minor, note: CloverPayments.note(order.attempt))
            ]), redirectUrls: .init(success: order.back(.success), failure: order.back(.failure), cancel: order.back(.cancel)))
        let address = configuration.addresses.platform + "/invoicingcheckoutservice/v1/checkouts"
        switch await client.post(address, checkout, configuration) {
        case .accepted(let answer):
            guard let session = answer["checkoutSessionId"], session.utf8.count <= 200, let page = answer["href"], configuration.isPage(page) else {
                site.log(.error, "clover.strange-page", ["page": .string(String((answer["href"] ?? "").prefix(200)))])
                throw .refused(Self.unusable)
            }
            return PaymentBeginning(PaymentReference(session), page: page)
        case .refused(429, _): throw .refused(Self.busy)
        case .refused(let status, _): throw .refused(status < 500 ? Self.unusable : Self.busy)
        case .lost, .unreached: throw .refused("Clover can’t be reached at the moment. Try again, or choose another way to pay.")
        }
    }

    func standing(of question: PaymentQuestion) async throws(PaymentGatewayFailure) -> PaymentStanding {
        try await CloverPayments(client: client, configuration: try configured()).standing(of: question)
    }

    /// The session has to be in it; which payment of it succeeded, only Clover’s own answer tells.
    func read(_ callback: PaymentCallback, about payment: Payment) throws(PaymentGatewayFailure) -> PaymentClaim {
        guard let webhook = CloverWebhook(callback.body), webhook.isPayment, let reference = payment.reference,
            webhook.sessions.contains(reference.text)
        else { throw .notOurs }
        return PaymentClaim(reference: reference, lookUp: webhook.payment)
    }

    // MARK: Refunds

    func refund(_ order: RefundOrder) async throws(PaymentGatewayFailure) -> PaymentReference {
        let configuration = try configured()
        let routes: [CloverConfiguration.RefundRoute] = configuration.refundRoute == .payments ? [.payments, .charges] : [.charges, .payments]
        for route in routes {
            switch await post(order, by: route, configuration) {
            case .accepted(let answer):
                if answer["status"]?.lowercased() == "failed" { throw .refused("Clover refused the refund.") }
                guard let reference = answer["id"] else { throw .noAnswer }
                await note(route, configuration)
                return PaymentReference(reference)
            // Nobody but us and staff in Clover’s dashboard send money back: what has gone back is looked up.
            case .refused(_, "charge_already_refunded"): return PaymentReference("refunded-\(order.receipt.number)")
            case .refused(401, _), .refused(429, _): throw .refused("Clover can’t be used at the moment.")
            // This way isn’t open to the merchant, or doesn’t know the payment.
            case .refused(let status, _) where status < 500: continue
            case .refused, .lost: throw .noAnswer
            case .unreached: throw .refused("Clover can’t be reached at the moment.")
            }
        }
        throw .refused("Clover refused the refund.")
    }

    private func post(
        _ order: RefundOrder, by route: CloverConfiguration.RefundRoute, _ configuration: CloverConfiguration
    ) async -> CloverClient.Reply {
        let (payment, amount) = (order.receipt.number, order.amount.minor)
        return switch route {
        case .charges:
            await client.post(
                configuration.addresses.ecommerce + "/v1/refunds", CloverChargeRefund(charge: payment, amount: amount), configuration,
                key: order.attempt)
        case .payments:
            await client.post(
                CloverPayments.address(of: payment, configuration) + "/refunds", CloverPaymentRefund(amount: amount, fullRefund: true), configuration,
                key: order.attempt)
        }
    }

    /// Keeps which way worked, so that the next refund takes it first.
    private func note(_ route: CloverConfiguration.RefundRoute, _ configuration: CloverConfiguration) async {
        guard configuration.refundRoute != route else { return }
        try? await site.configure { $0.clover?.refundRoute = route }
    }

    func standing(ofRefund question: RefundQuestion) async throws(PaymentGatewayFailure) -> PaymentStanding {
        let configuration = try configured()
        if let reference = question.reference, CloverPayments.isID(reference.text),
            case .accepted(let answer) = await client.get(configuration.addresses.ecommerce + "/v1/refunds/\(reference.text)", configuration),
            answer["id"] == reference.text, let status = answer["status"]
        {
            switch status.lowercased() {
            case "succeeded": return .succeeded(number: reference.text, at: answer.moment("created") ?? site.clock.now())
            case "failed": return .failed("Clover refused the refund.")
            default: return .pending
            }
        }
        guard let payment = question.receipt?.number, CloverPayments.isID(payment),
            case .accepted(let answer) = await client.get(CloverPayments.address(of: payment, configuration) + "?expand=refunds", configuration)
        else { throw .noAnswer }
        let refunds = answer.list("refunds") ?? []
        guard !refunds.isEmpty || question.reference != nil else { throw .neverAsked }
        guard
            let found = refunds.first(where: { $0["id"] == question.reference?.text })
                ?? refunds.first(where: { $0.integer("amount") == question.amount.minor }),
            let number = found["id"]
        else { throw .noAnswer }
        return .succeeded(number: number, at: found.moment("createdTime") ?? site.clock.now())
    }

    private func configured() throws(PaymentGatewayFailure) -> CloverConfiguration {
        guard let configuration = site.configuration.clover else { throw .refused(Self.unusable) }
        return configuration
    }
}
