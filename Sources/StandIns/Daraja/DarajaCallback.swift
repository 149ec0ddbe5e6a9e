import Core
import Foundation
public import Outbound

/// Something that was sent to the site.
public struct DarajaDelivery: Sendable {
    /// Sends a request. Tests without a server of their own hand in another than the one over HTTP.
    public typealias Sender = @Sendable (OutboundRequest) async throws -> OutboundAnswer

    public let url: String
    public let body: [UInt8]
    /// What the site answered; nil when it could not be reached.
    public let status: Int?
    /// Whether the service itself sent it.
    public let isGenuine: Bool
}

/// How numbers and the balance are written, as ``DarajaFault/payload`` says.
struct PayloadStyle: Sendable {
    enum Numbers: String, Sendable { case decimal, integer, string }
    enum Balance: String, Sendable { case empty, absent, given }

    let numbers: Numbers
    let balance: Balance

    init(_ mode: DarajaFaults.Mode?) {
        numbers = mode?.values["numbers"].flatMap(Numbers.init) ?? .decimal
        balance = mode?.values["balance"].flatMap(Balance.init) ?? .empty
    }

    /// A code, a time or a number of a phone.
    func whole(_ number: Int, in json: inout JSONText) { numbers == .string ? json.string(String(number)) : json.integer(number) }

    func amount(_ amount: Int, in json: inout JSONText) {
        switch numbers {
        case .decimal: json.number(Double(amount))
        case .integer: json.integer(amount)
        case .string: json.string("\(amount).00")
        }
    }
}

/// The body of a callback.
struct DarajaCallback {
    let prompt: DarajaPrompt
    let outcome: DarajaOutcome
    let receipt: String?
    let amount: Int
    let paidAt: Instant
    let style: PayloadStyle

    var body: [UInt8] {
        var json = JSONText()
        json.beginObject()
        json.key("Body")
        json.beginObject()
        json.key("stkCallback")
        json.beginObject()
        json.key("MerchantRequestID")
        json.string(prompt.merchantRequestID)
        json.key("CheckoutRequestID")
        json.string(prompt.checkoutRequestID)
        json.key("ResultCode")
        style.whole(outcome.code, in: &json)
        json.key("ResultDesc")
        json.string(outcome.description(inQuery: false))
        if outcome == .paid { writeMetadata(to: &json) }
        json.endObject()
        json.endObject()
        json.endObject()
        return json.bytes
    }

    private func writeMetadata(to json: inout JSONText) {
        json.key("CallbackMetadata")
        json.beginObject()
        json.key("Item")
        json.beginArray()
        item("Amount", in: &json) { style.amount(amount, in: &$0) }
        item("MpesaReceiptNumber", in: &json) { $0.string(receipt ?? "") }
        switch style.balance {
        case .absent: break
        case .empty: item("Balance", in: &json, value: nil)
        case .given: item("Balance", in: &json) { style.amount(12_345, in: &$0) }
        }
        item("TransactionDate", in: &json) { style.whole(Int(NairobiTime.stamp(paidAt)) ?? 0, in: &$0) }
        item("PhoneNumber", in: &json) { style.whole(Int(prompt.msisdn) ?? 0, in: &$0) }
        json.endArray()
        json.endObject()
    }

    private func item(_ name: String, in json: inout JSONText, value: ((inout JSONText) -> Void)?) {
        json.beginObject()
        json.key("Name")
        json.string(name)
        if let value {
            json.key("Value")
            value(&json)
        }
        json.endObject()
    }
}

extension DarajaService {
    /// Tells the site how a prompt ended, or does what was asked for instead.
    func tell(_ prompt: DarajaPrompt, _ outcome: DarajaOutcome) {
        let id = prompt.checkoutRequestID
        let callback = DarajaCallback(
            prompt: prompt, outcome: outcome, receipt: prompt.receipt, amount: prompt.amount, paidAt: clock.now(),
            style: PayloadStyle(take(.payload)))
        let (url, body) = (prompt.callbackURL, callback.body)
        let mode = take(.callback)
        switch mode?.fault {
        case .callbackNever: change(id) { $0.isDelivered = true }
        case .callbackAfterQuery: change(id) { $0.owesCallback = true }
        case .callbackLate:
            schedule(after: mode?.milliseconds(else: 5000) ?? .zero) { await $0.call(url, body, about: id) }
        case .callbackTwice:
            schedule(after: .zero) { service in
                await service.call(url, body, about: id)
                await service.call(url, body, about: id)
            }
        default: schedule(after: .zero) { await $0.call(url, body, about: id) }
        }
    }

    /// Sends the callback that waited for a query.
    func tellAfterQuery(_ prompt: DarajaPrompt, _ outcome: DarajaOutcome) {
        guard prompt.owesCallback else { return }
        let id = prompt.checkoutRequestID
        change(id) { $0.owesCallback = false }
        let callback = DarajaCallback(
            prompt: prompt, outcome: outcome, receipt: prompt.receipt, amount: prompt.amount, paidAt: clock.now(),
            style: PayloadStyle(take(.payload)))
        schedule(after: timing.result) { await $0.call(prompt.callbackURL, callback.body, about: id) }
    }

    /// Claims, as a stranger who knows the address, that the newest prompt of a phone was paid; false when there is none.
    /// - Parameter values: `receipt`, `amount`, `checkout`, `code` take the place of what would be right.
    func forge(_ msisdn: String, _ values: [String: String]) -> Bool {
        guard var prompt = prompts(on: msisdn).last else { return false }
        let address = prompt.callbackURL
        if let id = values["checkout"] { prompt = prompt.with(checkoutRequestID: id) }
        let outcome = values["code"].flatMap { Int($0) }.map(DarajaOutcome.init) ?? .paid
        let amount = values["amount"].flatMap { Int($0) } ?? prompt.amount
        let callback = DarajaCallback(
            prompt: prompt, outcome: outcome, receipt: values["receipt"] ?? ledger.newReceipt(at: clock.now()), amount: amount, paidAt: clock.now(),
            style: PayloadStyle(nil))
        schedule(after: .zero) { await $0.call(address, callback.body, isGenuine: false) }
        return true
    }

    /// Posts to the site once; nothing is tried again.
    /// - Parameter id: the prompt that it tells of.
    func call(_ url: String, _ body: [UInt8], about id: String? = nil, isGenuine: Bool = true) async {
        var headers = [
            (name: "Content-Type", value: "application/json;charset=UTF-8"),
            // As a proxy in front of the site would say it: one of the service's addresses, or a stranger's.
            (name: "X-Forwarded-For", value: isGenuine ? "196.201.214.200" : "203.0.113.66"),
        ]
        if id != nil { headers.append((name: "BusinessShortCode", value: credentials.shortcode)) }
        let answer = try? await deliver(OutboundRequest("POST", url, headers: headers, body: body))
        deliveries.append(DarajaDelivery(url: url, body: body, status: answer?.status, isGenuine: isGenuine))
        if let id { change(id) { $0.isDelivered = true } }
    }
}

extension DarajaPrompt {
    fileprivate func with(checkoutRequestID id: String) -> DarajaPrompt {
        DarajaPrompt(
            checkoutRequestID: id, merchantRequestID: merchantRequestID, msisdn: msisdn, amount: amount, accountReference: accountReference,
            transactionDesc: transactionDesc, callbackURL: callbackURL, openedAt: openedAt, endsAt: endsAt)
    }
}
