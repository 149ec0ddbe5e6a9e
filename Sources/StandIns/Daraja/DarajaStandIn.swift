public import Core
import Crypto
import Foundation
import Outbound
public import Web

/// Plays M-Pesa's Daraja API and the phones of those who pay: tokens, pushes to a phone, queries, reversals, and the callbacks that tell of
/// them. What a prompt comes to is decided by the number (``DarajaScript``) or by somebody at the phone page, `/daraja/phone`.
public struct DarajaStandIn: StandIn {
    /// `daraja`.
    public let name = "daraja"
    /// What a site has to be configured with.
    public let credentials: DarajaCredentials
    let service: DarajaService

    /// Stands under `address`, at `/daraja`.
    /// - Parameter deliver: posts callbacks and results; nil posts them over plain HTTP, to this machine and private networks only.
    public init(
        at address: String, clock: SiteClock = .wall, timing: DarajaTiming = DarajaTiming(), deliver: DarajaDelivery.Sender? = nil
    ) throws {
        let key = try DarajaKey.shared()
        credentials = DarajaCredentials(address: "\(address)/daraja", publicKey: key.publicKey.pem)
        service = DarajaService(credentials, key: key, clock: clock, timing: timing, deliver: deliver ?? Self.post)
    }

    private static let client = HTTPClient(timeout: .seconds(10))

    /// Nothing that a demo pays may reach the world, whatever address it gives.
    private static let post: DarajaDelivery.Sender = { request in
        guard request.url.hasPrefix("http://") else { throw OutboundFailure("only plain HTTP stays within private networks", isTemporary: false) }
        return try await client.send(request)
    }

    /// The API, the phones, and what moved.
    public var routes: [Route] { apiRoutes + phoneRoutes }

    /// Behaves as told: a ``DarajaFault`` with its values, or at once one of `pay` (`msisdn`, `pin`), `cancel` (`msisdn`), `settle` (`msisdn`,
    /// `code`), `forge` (`msisdn`, and what shall be wrong), `expire-token`, `timing` (milliseconds by the names of ``DarajaTiming``).
    public func control(_ order: ControlOrder) async -> Bool {
        let values = order.values ?? [:]
        if order.action == nil || order.faultMode != nil {
            guard let fault = DarajaFault(rawValue: order.faultMode ?? "none") else { return false }
            await behave(fault, values)
        }
        let msisdn = values["msisdn"] ?? ""
        switch order.action {
        case nil: return true
        case "pay": return await pay(msisdn: msisdn, pin: values["pin"] ?? DarajaCredentials.pin)
        case "cancel": return await cancel(msisdn: msisdn)
        case "settle":
            guard let code = values["code"].flatMap({ Int($0) }) else { return false }
            return await settle(msisdn: msisdn, as: DarajaOutcome(code: code))
        case "forge": return await forge(msisdn: msisdn, values)
        case "expire-token":
            await expireToken()
            return true
        case "timing": return await service.change(timing: values)
        default: return false
        }
    }

    /// Ends what waits.
    public func stop() async { await service.stop() }

    // For tests in the same process.

    /// Does something wrong from now on.
    public func behave(_ fault: DarajaFault, _ values: [String: String] = [:]) async { await service.behave(fault, values) }

    /// Everything that moved, the oldest first.
    public func ledger() async -> [DarajaEntry] { await service.ledger.entries }

    /// Every prompt, or those of a phone, the oldest first.
    public func prompts(msisdn: String? = nil) async -> [DarajaPrompt] { await service.prompts(on: msisdn) }

    /// What was sent to the site, the oldest first.
    public func deliveries() async -> [DarajaDelivery] { await service.deliveries }

    /// Pays the prompt that a phone shows; false when it shows none. Any PIN but ``DarajaCredentials/pin`` is a wrong one.
    @discardableResult
    public func pay(msisdn: String, pin: String = DarajaCredentials.pin) async -> Bool { await answer(msisdn) { await service.answer($0, pin: pin) } }

    /// Cancels the prompt that a phone shows.
    @discardableResult
    public func cancel(msisdn: String) async -> Bool { await answer(msisdn) { await service.answer($0, pin: nil) } }

    /// Ends the prompt that a phone shows in any way, such as ``DarajaOutcome/noAnswer``, without waiting for its time.
    @discardableResult
    public func settle(msisdn: String, as outcome: DarajaOutcome) async -> Bool { await answer(msisdn) { await service.settle($0, outcome) } }

    /// Posts a callback that claims that the newest prompt of a phone was paid. `receipt`, `amount`, `checkout` and `code` take the place of
    /// what would be right.
    @discardableResult
    public func forge(msisdn: String, _ values: [String: String] = [:]) async -> Bool { await service.forge(msisdn, values) }

    /// The present token is worth nothing any more.
    public func expireToken() async { await service.expireToken() }

    /// Waits until everything that has begun is over, but for prompts that wait for somebody.
    public func settled() async throws {
        while await !service.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// The prompt that a phone shows is the oldest that is open.
    private func answer(_ msisdn: String, _ act: (String) async -> Bool) async -> Bool {
        guard let prompt = await prompts(msisdn: msisdn).first(where: \.isOpen) else { return false }
        return await act(prompt.checkoutRequestID)
    }
}
