import Core
import Crypto
import Foundation
import Outbound
import Platform
import Web

/// M-Pesa by Safaricom's Daraja: prompts a phone (STK push), asks how that stands, and reverses (CAF-026, CAF-027).
struct DarajaProvider: PaymentGateway {
    let id = "mpesa"
    let name: Text = "M-Pesa"
    /// From 10 to 50,000 shillings (CAF-026); whole ones, since Safaricom takes no others.
    let limits = [PaymentLimit("KES", least: 10_00, most: 50_000_00, step: 100)]
    let asksPhone = true
    let questions: [Duration] = [10, 20, 40, 60, 90, 150, 210, 270].map { .seconds($0) }

    private static let toPaybill = "CustomerPayBillOnline"
    private static let toTill = "CustomerBuyGoodsOnline"
    /// What Safaricom is told where there are no words that it takes.
    private static let unnamed = "Payment"
    private static let unsaidReason = "Refund"
    private static let unusable = PaymentGatewayFailure.refused("M-Pesa can’t be used here at the moment. Choose another way to pay.")

    private let site: Site
    private let client: DarajaClient

    init(site: Site, client: HTTPClient = HTTPClient(timeout: .seconds(10), limit: 65_536)) {
        self.site = site
        self.client = DarajaClient(site: site, client: client)
    }

    var isReady: Bool { site.configuration.mpesa.map { !$0.isStopped } ?? false }

    func begin(_ order: PaymentOrder) async throws(PaymentGatewayFailure) -> PaymentBeginning {
        let configuration = try configured()
        guard let phone = order.phone else { throw .refused("Your phone number is needed to ask you to pay.") }
        let (password, timestamp) = try password(configuration)
        let prompt = DarajaPrompt(
            BusinessShortCode: configuration.shortcode, Password: password, Timestamp: timestamp,
            TransactionType: configuration.till == nil ? Self.toPaybill : Self.toTill, Amount: order.amount.minor / 100,
            PartyA: phone, PartyB: configuration.till ?? configuration.shortcode, PhoneNumber: phone, CallBackURL: callback(order.attempt),
            AccountReference: Self.plain(order.line, 12), TransactionDesc: Self.plain(order.line, 13))
        switch await client.post("/mpesa/stkpush/v1/processrequest", prompt, configuration) {
        case .accepted(let answer):
            guard answer["ResponseCode"] == "0" else { throw .refused("M-Pesa couldn’t ask this phone. Try again.") }
            guard let reference = answer["CheckoutRequestID"] else { throw .noAnswer }
            return PaymentBeginning(PaymentReference(reference))
        case .refused(let status, let code, let message):
            guard let words = DarajaCodes.refusal(status: status, code: code, message: message) else { throw .noAnswer }
            throw .refused(words)
        case .lost: throw .noAnswer
        case .unreached: throw .refused("M-Pesa can’t be reached at the moment. Try again, or choose another way to pay.")
        }
    }

    func standing(of asked: PaymentQuestion) async throws(PaymentGatewayFailure) -> PaymentStanding {
        let configuration = try configured()
        let (password, timestamp) = try password(configuration)
        let question = DarajaQuestion(
            BusinessShortCode: configuration.shortcode, Password: password, Timestamp: timestamp, CheckoutRequestID: asked.reference.text)
        // Whatever is no result of this very prompt is no answer: errors come for finished payments too.
        guard case .accepted(let answer) = await client.post("/mpesa/stkpushquery/v1/query", question, configuration),
            let code = answer["ResultCode"], answer["CheckoutRequestID"] == asked.reference.text
        else { throw .noAnswer }
        return DarajaCodes.standing(code, at: site.clock.now())
    }

    func refund(_ order: RefundOrder) async throws(PaymentGatewayFailure) -> PaymentReference {
        let configuration = try configured()
        guard let reversal = configuration.reversal, let secret = DarajaConfiguration.open(reversal.sealedPassword, for: site),
            let key = try? RSAPublicKey(pem: reversal.certificate), let credential = try? key.encrypt(Array(secret.utf8))
        else { throw .refused("Reversals by M-Pesa aren’t set up here. Pay the money out in cash.") }
        let call = DarajaReversal(
            Initiator: reversal.initiator, SecurityCredential: Data(credential).base64EncodedString(), TransactionID: order.receipt.number,
            Amount: order.amount.minor / 100, ReceiverParty: configuration.shortcode, ResultURL: callback(order.attempt),
            QueueTimeOutURL: site.configuration.linkBase + PaymentsPaths.timeout(order.attempt),
            Remarks: String((order.reason.trimmed.count < 2 ? Self.unsaidReason : order.reason.trimmed).prefix(100)))
        switch await client.post("/mpesa/reversal/v1/request", call, configuration) {
        case .accepted(let answer):
            guard answer["ResponseCode"] == "0" else { throw .refused("M-Pesa refused the reversal.") }
            guard let reference = answer["ConversationID"] else { throw .noAnswer }
            return PaymentReference(reference)
        case .refused(let status, let code, let message):
            guard DarajaCodes.refusal(status: status, code: code, message: message) != nil else { throw .noAnswer }
            throw .refused("M-Pesa refused the reversal (\(code ?? String(status))).")
        case .lost: throw .noAnswer
        case .unreached: throw .refused("M-Pesa can’t be reached at the moment.")
        }
    }

    func read(_ callback: PaymentCallback, about payment: Payment) throws(PaymentGatewayFailure) -> PaymentClaim {
        if let listed = site.configuration.mpesa?.callbackAddresses, !listed.isEmpty, !listed.contains(callback.address) { throw .notOurs }
        let body = DarajaAnswer(callback.body)
        let push = body.object("Body").object("stkCallback")
        if let reference = push["CheckoutRequestID"], push["ResultCode"] != nil {
            let items = push.object("CallbackMetadata").named("Item", by: "Name", at: "Value")
            return PaymentClaim(
                reference: PaymentReference(reference), number: items["MpesaReceiptNumber"],
                at: items["TransactionDate"].flatMap { DarajaTime.moment($0) }, amount: items["Amount"].flatMap { Money(shillings: $0) },
                phone: items["PhoneNumber"])
        }
        let result = body.object("Result")
        guard let reference = result["ConversationID"], let code = result["ResultCode"] else { throw .notOurs }
        let items = result.object("ResultParameters").named("ResultParameter", by: "Key", at: "Value")
        let moment = items["TransCompletedTime"].flatMap(DarajaTime.moment) ?? site.clock.now()
        return PaymentClaim(
            reference: PaymentReference(reference), standing: DarajaCodes.refundStanding(code, number: result["TransactionID"], at: moment),
            amount: items["Amount"].flatMap { Money(shillings: $0) })
    }

    private func configured() throws(PaymentGatewayFailure) -> DarajaConfiguration {
        guard let configuration = site.configuration.mpesa else { throw Self.unusable }
        return configuration
    }

    /// The password of a call, and the time that is part of it.
    private func password(_ configuration: DarajaConfiguration) throws(PaymentGatewayFailure) -> (String, String) {
        guard let passkey = DarajaConfiguration.open(configuration.sealedPasskey, for: site) else {
            throw Self.unusable
        }
        let timestamp = DarajaTime.text(site.clock.now())
        return (Self.password(configuration.shortcode, passkey, timestamp), timestamp)
    }

    static func password(_ shortcode: String, _ passkey: String, _ timestamp: String) -> String {
        Data("\(shortcode)\(passkey)\(timestamp)".utf8).base64EncodedString()
    }

    private func callback(_ attempt: String) -> String { site.configuration.linkBase + PaymentsPaths.callback(attempt) }

    /// Letters and digits alone, as Safaricom wants them; shown on the prompt and in the message that proves the payment.
    private static func plain(_ line: String, _ most: Int) -> String {
        let letters = line.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(most)
        return letters.isEmpty ? unnamed : String(letters)
    }
}
