import Core
import Crypto
import Foundation
import Outbound

/// The state of the service.
actor CloverService {
    /// Sends a request. Tests without a server of their own hand in another than the one over HTTP.
    typealias Sender = @Sendable (OutboundRequest) async throws -> OutboundAnswer

    private(set) var credentials: CloverCredentials
    let clock: SiteClock
    private let deliver: Sender
    /// How long a session lasts.
    private static let life = Duration.seconds(900)
    private var faults = CloverFaults()
    /// Whether addresses to send people back to must be encrypted, as the real one wants; not on one machine.
    private(set) var wantsHTTPS = false
    private(set) var sessions: [CloverSession] = []
    private(set) var payments: [CloverPayment] = []
    private(set) var refunds: [CloverRefund] = []
    /// What was sent to the site, the oldest first.
    private(set) var deliveries: [CloverDelivery] = []
    private var webhookURL: String?
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var serial = 0

    init(_ credentials: CloverCredentials, clock: SiteClock, deliver: @escaping Sender) {
        self.credentials = credentials
        self.clock = clock
        self.deliver = deliver
    }

    // Orders of tests.

    func behave(_ fault: CloverFault, _ values: [String: String]) { faults.set(fault, values) }
    func take(_ area: CloverFault.Area, for call: CloverCall? = nil) -> CloverFaults.Mode? { faults.take(area, for: call) }
    func wantHTTPS(_ wants: Bool) { wantsHTTPS = wants }
    func rotate(secret: String) { credentials.webhookSecret = secret }
    func call(at url: String) { webhookURL = url }

    // Sessions.

    func open(amount: Int, line: String, note: String, success: String, failure: String, cancel: String) -> CloverSession {
        let now = clock.now()
        let session = CloverSession(
            id: CloverName.session(), amount: amount, line: line, note: note, success: success, failure: failure, cancel: cancel, createdAt: now,
            endsAt: now + Self.life)
        sessions.append(session)
        return session
    }

    func session(_ id: String) -> CloverSession? { sessions.first { $0.id == id } }

    func isOpen(_ session: CloverSession) -> Bool { !session.isPaid && clock.now() < session.endsAt }

    /// Charges a card; nil where the session is over.
    @discardableResult
    func pay(_ id: String, with card: CloverCard) async -> CloverPayment? {
        guard let index = sessions.firstIndex(where: { $0.id == id }), isOpen(sessions[index]) else { return nil }
        if card == .approved { sessions[index].isPaid = true }
        let session = sessions[index]
        let payment = CloverPayment(
            id: CloverName.object(), session: id, order: CloverName.object(), amount: session.amount, line: session.line, note: session.note,
            isApproved: card == .approved, createdAt: clock.now())
        payments.append(payment)
        await tell(of: payment, session)
        return payment
    }

    /// Other tills of the merchant take so many payments.
    func sell(_ count: Int) {
        for _ in 0..<count {
            payments.append(
                CloverPayment(
                    id: CloverName.object(), session: "", order: CloverName.object(), amount: 4_50, line: "Coffee", note: "", isApproved: true,
                    createdAt: clock.now()))
        }
    }

    func payment(_ id: String) -> CloverPayment? { payments.first { $0.id == id } }

    // Refunds.

    /// Sends money back. The same key answers the same refund.
    func refund(_ payment: CloverPayment, _ amount: Int, key: String?) -> CloverRefund? {
        if let key, let known = refunds.first(where: { $0.key == key && $0.payment == payment.id }) { return known }
        let mode = take(.refund)?.fault
        let gone = refunds.filter { $0.payment == payment.id && $0.state != .failed }.reduce(0) { $0 + $1.amount }
        guard gone + amount <= payment.amount else { return nil }
        let state: CloverRefund.State = mode == .refundFailed ? .failed : mode == .refundPending ? .pending : .succeeded
        let refund = CloverRefund(id: CloverName.object(), payment: payment.id, amount: amount, state: state, key: key, createdAt: clock.now())
        refunds.append(refund)
        return refund
    }

    /// Whether refunds are refused at once, without counting a request.
    func refundMode() -> CloverFault? { faults[.refund]?.fault }

    func refund(_ id: String) -> CloverRefund? { refunds.first { $0.id == id } }

    func settleRefunds(as state: CloverRefund.State) {
        for index in refunds.indices where refunds[index].state == .pending { refunds[index].state = state }
    }

    /// What is left on the merchant's account, in cents.
    var balance: Int {
        payments.filter(\.isApproved).reduce(0) { $0 + $1.amount } - refunds.filter { $0.state == .succeeded }.reduce(0) { $0 + $1.amount }
    }

    // Webhooks.

    private func tell(of payment: CloverPayment, _ session: CloverSession) async {
        let url = webhookURL ?? Self.origin(of: session.success) + "/payments/clover/webhook"
        let body = CloverWebhookBody(payment: payment, merchant: credentials.merchant, style: take(.payload)?.fault).bytes
        let mode = take(.webhook)
        switch mode?.fault {
        case .webhookNever: break
        case .webhookLate: schedule(after: mode?.milliseconds(else: 5000) ?? .zero) { await $0.send(body, to: url) }
        case .webhookEarly: await send(body, to: url)
        case .webhookTwice:
            schedule(after: .zero) { service in
                await service.send(body, to: url)
                await service.send(body, to: url)
            }
        case .webhookUnsigned: schedule(after: .zero) { await $0.send(body, to: url, signature: nil) }
        case .webhookWronglySigned:
            schedule(after: .zero) { await $0.send(body, to: url, signature: $0.signature(of: body, secret: "another secret")) }
        case .webhookStale:
            schedule(after: .zero) { await $0.send(body, to: url, signature: $0.signature(of: body, age: .seconds(600))) }
        default: schedule(after: .zero) { await $0.send(body, to: url) }
        }
    }

    func signature(of body: [UInt8], secret: String? = nil, age: Duration = .zero) -> String {
        let time = (clock.now() - age).milliseconds / 1000
        let code = hmacSHA256(Array("\(time).".utf8) + body, key: Array((secret ?? credentials.webhookSecret).utf8)).hex
        return "t=\(time),v1=\(code)"
    }

    private func send(_ body: [UInt8], to url: String) async { await send(body, to: url, signature: signature(of: body)) }

    /// Posts to the site once; nothing is tried again.
    func send(_ body: [UInt8], to url: String, signature: String?) async {
        var headers = [(name: "Content-Type", value: "application/json")]
        if let signature { headers.append((name: "Clover-Signature", value: signature)) }
        let answer = try? await deliver(OutboundRequest("POST", url, headers: headers, body: body))
        deliveries.append(CloverDelivery(body: body, signature: signature, status: answer?.status))
    }

    static func origin(of address: String) -> String { address.split(separator: "/").prefix(2).joined(separator: "//") }

    // Work beside the answers.

    var isIdle: Bool { tasks.isEmpty }

    private func schedule(after delay: Duration, _ work: @escaping @Sendable (CloverService) async -> Void) {
        serial += 1
        let number = serial
        tasks[number] = Task {
            do {
                if delay > .zero { try await Task.sleep(for: delay) }
                await work(self)
            } catch {
                // Cancelled: the stand-in has ended.
            }
            finished(number)
        }
    }

    private func finished(_ number: Int) { tasks[number] = nil }

    func stop() {
        for task in tasks.values { task.cancel() }
    }
}

/// The body of a webhook.
struct CloverWebhookBody {
    let payment: CloverPayment
    let merchant: String
    let style: CloverFault?

    var bytes: [UInt8] {
        var json = JSONText()
        json.beginObject()
        func key(_ name: String) { json.key(style == .pascalCase ? name.prefix(1).uppercased() + name.dropFirst() : name) }
        key("createdTime")
        json.integer(payment.createdAt.milliseconds / 1000)
        key("message")
        json.string("\(payment.isApproved ? "Approved" : "Decline") for \(payment.amount)")
        key("status")
        json.string(payment.isApproved ? "APPROVED" : "DECLINED")
        key("type")
        json.string("PAYMENT")
        key("id")
        json.string(payment.id)
        key("merchantId")
        json.string(merchant)
        if style != .noData {
            key(style == .otherKey ? "session" : "data")
            json.string(payment.session)
        }
        json.endObject()
        return json.bytes
    }
}
