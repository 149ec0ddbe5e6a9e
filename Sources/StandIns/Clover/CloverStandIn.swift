public import Core
import Crypto
import Foundation
import Outbound
public import Web

/// Plays Clover: the Hosted Checkout with its page, looking payments up, refunds, and webhooks.
public struct CloverStandIn: StandIn {
    /// Sends a request to the site.
    public typealias Sender = @Sendable (OutboundRequest) async throws -> OutboundAnswer

    /// `clover`.
    public let name = "clover"
    /// What a site has to be configured with.
    public let credentials: CloverCredentials
    let service: CloverService

    /// Stands under `address`, at `/clover`.
    /// - Parameter deliver: posts webhooks; nil posts them over plain HTTP, to this machine and private networks only.
    public init(at address: String, clock: SiteClock = .wall, deliver: Sender? = nil) {
        credentials = CloverCredentials(address: "\(address)/clover")
        service = CloverService(credentials, clock: clock, deliver: deliver ?? Self.post)
    }

    private static let client = HTTPClient(timeout: .seconds(10))

    /// Nothing that a demo pays may reach the world, whatever address it gives.
    private static let post: Sender = { request in
        guard request.url.hasPrefix("http://") else { throw OutboundFailure("only plain HTTP stays within private networks", isTemporary: false) }
        return try await client.send(request)
    }

    /// The API and the pages.
    public var routes: [Route] { apiRoutes + checkoutRoutes }

    /// Behaves as told: a ``CloverFault`` with its values, or at once one of `approve` and `decline` (`session`, the newest unless said),
    /// `settle-refunds` (`state`), `rotate-secret` (`secret`), `verify` (`code`), `replay`, `webhook` (`url`), `https` (`on`).
    public func control(_ order: ControlOrder) async -> Bool {
        let values = order.values ?? [:]
        if order.action == nil || order.faultMode != nil {
            guard let fault = CloverFault(rawValue: order.faultMode ?? "none") else { return false }
            await behave(fault, values)
        }
        switch order.action {
        case nil: return true
        case "approve": return await pay(values["session"], with: .approved)
        case "decline": return await pay(values["session"], with: .declined)
        case "settle-refunds": await settleRefunds(as: values["state"].flatMap(CloverRefund.State.init) ?? .succeeded)
        case "rotate-secret": await service.rotate(secret: values["secret"] ?? "")
        case "verify": await verify(code: values["code"] ?? "stand-in-code", at: values["url"] ?? "")
        case "replay": await replay()
        case "webhook": await service.call(at: values["url"] ?? "")
        case "https": await service.wantHTTPS(values["on"] == "true")
        default: return false
        }
        return true
    }

    /// Ends what waits.
    public func stop() async { await service.stop() }

    // For tests in the same process.

    /// Does something wrong from now on.
    public func behave(_ fault: CloverFault, _ values: [String: String] = [:]) async { await service.behave(fault, values) }

    /// Every page that was made, the oldest first.
    public func sessions() async -> [CloverSession] { await service.sessions }

    /// Every try, the oldest first.
    public func payments() async -> [CloverPayment] { await service.payments }

    /// Every refund, the oldest first.
    public func refunds() async -> [CloverRefund] { await service.refunds }

    /// What was sent to the site, the oldest first.
    public func deliveries() async -> [CloverDelivery] { await service.deliveries }

    /// What is left on the merchant's account, in cents.
    public func balance() async -> Int { await service.balance }

    /// Pays on a page, or on the newest one; false where its time is over or it is paid.
    @discardableResult
    public func pay(_ session: String? = nil, with card: CloverCard = .approved) async -> Bool {
        guard let id = if let session { session } else { await service.sessions.last?.id } else { return false }
        return await service.pay(id, with: card) != nil
    }

    /// Other tills of the merchant take so many payments, of which the site knows nothing.
    public func sell(_ count: Int) async { await service.sell(count) }

    /// Ends the refunds that are pending.
    public func settleRefunds(as state: CloverRefund.State = .succeeded) async { await service.settleRefunds(as: state) }

    /// Staff send the newest payment back in the dashboard.
    public func refundInDashboard() async {
        guard let payment = await service.payments.last else { return }
        _ = await service.refund(payment, payment.amount, key: nil)
    }

    /// Signs webhooks with another secret from now on.
    public func rotate(secret: String) async { await service.rotate(secret: secret) }

    /// Posts the code that proves an address, unsigned.
    public func verify(code: String, at url: String) async {
        await service.send(Array("{\"verificationCode\":\"\(code)\"}".utf8), to: url, signature: nil)
    }

    /// Posts the newest webhook once more, as it was, to where its session's site is.
    public func replay() async {
        guard let last = await deliveries().last, let session = await sessions().last else { return }
        await service.send(last.body, to: CloverService.origin(of: session.success) + "/payments/clover/webhook", signature: last.signature)
    }

    /// Posts any body, signed as the service signs.
    public func forge(_ body: String, signature: String?? = nil) async {
        guard let session = await sessions().last else { return }
        let bytes = Array(body.utf8)
        let right = await service.signature(of: bytes)
        await service.send(bytes, to: CloverService.origin(of: session.success) + "/payments/clover/webhook", signature: signature ?? right)
    }

    /// Waits until everything that has begun is over.
    public func settled() async throws {
        while await !service.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    }
}
