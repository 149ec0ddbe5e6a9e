import Core
import Crypto

/// A reversal that was acknowledged.
struct DarajaReversal: Sendable {
    let order: ReversalOrder
    let originatorID: String
    let conversationID: String
    let begunAt: Instant
    let style: PayloadStyle
}

/// How a reversal ends.
enum ReversalResult: Sendable {
    case reversed(DarajaEntry)
    /// Codes are numbers, or words such as `R000001`.
    case failed(code: String, String)

    static let poor = ReversalResult.failed(code: "1", "The balance is insufficient for the transaction.")
    static let alreadyReversed = ReversalResult.failed(code: "R000001", "The transaction has already been reversed.")
    static let unknownReceipt = ReversalResult.failed(code: "R000002", "The OriginalTransactionID is invalid.")
    static let badInitiator = ReversalResult.failed(code: "2001", "The initiator information is invalid.")
    static let aboveOriginal = ReversalResult.failed(code: "2006", "Declined due to account rule: the amount is above the original.")
}

extension DarajaService {
    /// Takes a reversal on; its result comes later.
    func reverse(_ order: ReversalOrder) -> DarajaReply {
        let now = clock.now()
        let reversal = DarajaReversal(
            order: order, originatorID: newRequestID(), conversationID: "AG_\(NairobiTime.stamp(now).prefix(8))_\(randomBytes(10).hex)",
            begunAt: now, style: PayloadStyle(take(.payload)))
        let mode = take(.reversal)
        let (address, timeout) = (order.resultAddress, order.timeoutAddress)
        switch mode?.fault {
        case .reversalTimeout:
            let late = mode?.milliseconds(else: 1000) ?? .zero
            schedule(after: timing.result) { service in
                await service.call(timeout, reversal.timeoutBody)
                await service.schedule(after: late) { await $0.call(address, reversal.body($0.carryOut(reversal))) }
            }
        case .reversalNever: schedule(after: timing.result) { _ = await $0.carryOut(reversal) }
        case .reversalTwice:
            schedule(after: timing.result) { service in
                let body = reversal.body(await service.carryOut(reversal))
                await service.call(address, body)
                await service.call(address, body)
            }
        case .reversalPoor: schedule(after: timing.result) { await $0.call(address, reversal.body(.poor)) }
        case .reversalCode:
            let code = mode?.values["code"] ?? "2028"
            schedule(after: timing.result) { await $0.call(address, reversal.body(.failed(code: code, "The request could not be completed."))) }
        default: schedule(after: timing.result) { await $0.call(address, reversal.body($0.carryOut(reversal))) }
        }
        return .object([
            "OriginatorConversationID": reversal.originatorID, "ConversationID": reversal.conversationID, "ResponseCode": "0",
            "ResponseDescription": "Accept the service request successfully.",
        ])
    }

    /// Gives the money back, or says why not.
    private func carryOut(_ reversal: DarajaReversal) -> ReversalResult {
        let order = reversal.order
        guard order.initiator == credentials.initiator, let password = key.decrypt(order.credential),
            constantTimeEquals(password, Array(credentials.initiatorPassword.utf8))
        else { return .badInitiator }
        guard let original = ledger[order.receipt], original.kind == .payment else { return .unknownReceipt }
        guard !original.isReversed else { return .alreadyReversed }
        guard order.amount <= original.amount else { return .aboveOriginal }
        guard order.amount <= ledger.balance else { return .poor }
        let now = clock.now()
        let entry = DarajaEntry(
            receipt: ledger.newReceipt(at: now), kind: .reversal, msisdn: original.msisdn, amount: order.amount,
            accountReference: original.accountReference, checkoutRequestID: nil, originalReceipt: original.receipt, begunAt: reversal.begunAt,
            completedAt: now)
        add(entry)
        return .reversed(entry)
    }
}

extension DarajaReversal {
    /// What is posted to `ResultURL`.
    func body(_ result: ReversalResult) -> [UInt8] {
        switch result {
        case .reversed(let entry):
            document(0, code: "0", "The service request is processed successfully.", transaction: entry.receipt) { json in
                json.key("ResultParameters")
                json.beginObject()
                json.key("ResultParameter")
                json.beginArray()
                parameter("Amount", in: &json) { style.amount(entry.amount, in: &$0) }
                parameter("OriginalTransactionID", in: &json) { $0.string(order.receipt) }
                parameter("TransCompletedTime", in: &json) { style.whole(Int(NairobiTime.stamp(entry.completedAt)) ?? 0, in: &$0) }
                parameter("Charge", in: &json) { style.amount(0, in: &$0) }
                parameter("DebitAccountBalance", in: &json) { $0.string("Utility Account|KES|0.00|0.00|0.00|0.00") }
                parameter("CreditPartyPublicName", in: &json) { $0.string("\(entry.msisdn) - \(PayerName.of(entry.msisdn).uppercased())") }
                parameter("DebitPartyPublicName", in: &json) { $0.string("Stand-in") }
                json.endArray()
                json.endObject()
            }
        case .failed(let code, let description): document(0, code: code, description, transaction: order.receipt) { _ in }
        }
    }

    /// What is posted to `QueueTimeOutURL`: that nothing is known yet. The service's pages do not say how it looks.
    var timeoutBody: [UInt8] { document(1, code: nil, "The service request timed out in the queue.", transaction: "") { _ in } }

    private func document(
        _ type: Int, code: String?, _ description: String, transaction: String, parameters: (inout JSONText) -> Void
    ) -> [UInt8] {
        var json = JSONText()
        json.beginObject()
        json.key("Result")
        json.beginObject()
        json.key("ResultType")
        style.whole(type, in: &json)
        if let code {
            json.key("ResultCode")
            if let number = Int(code) { style.whole(number, in: &json) } else { json.string(code) }
        }
        for (name, value) in [
            ("ResultDesc", description), ("OriginatorConversationID", originatorID), ("ConversationID", conversationID),
            ("TransactionID", transaction),
        ] {
            json.key(name)
            json.string(value)
        }
        parameters(&json)
        json.key("ReferenceData")
        json.beginObject()
        json.key("ReferenceItem")
        parameter("QueueTimeoutURL", in: &json) { $0.string(order.timeoutAddress) }
        json.endObject()
        json.endObject()
        json.endObject()
        return json.bytes
    }

    private func parameter(_ name: String, in json: inout JSONText, value: (inout JSONText) -> Void) {
        json.beginObject()
        json.key("Key")
        json.string(name)
        json.key("Value")
        value(&json)
        json.endObject()
    }
}
