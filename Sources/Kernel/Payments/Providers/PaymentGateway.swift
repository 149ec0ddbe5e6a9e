public import Core

/// A service outside that takes money and gives it back: one that prompts a phone, a card company. It keeps nothing of its own that a restart
/// may lose; payments are kept before it is asked.
public protocol PaymentGateway: PaymentProvider {
    /// When it is asked how a payment stands while it tells nothing by itself, counted from the beginning of the payment. The end of the time to
    /// pay is always such a moment.
    var questions: [Duration] { get }

    /// Asks the gateway to take a payment, and answers its name for it.
    /// - Throws: ``PaymentGatewayFailure/refused(_:)`` when nothing was begun; ``PaymentGatewayFailure/noAnswer`` when nobody knows. Then it
    ///   must not be begun again: the person would be asked to pay twice.
    func begin(_ order: PaymentOrder) async throws(PaymentGatewayFailure) -> PaymentReference

    /// What the gateway says about a payment when it is asked.
    /// - Throws: ``PaymentGatewayFailure/noAnswer``, which never means that a payment failed.
    func standing(of reference: PaymentReference) async throws(PaymentGatewayFailure) -> PaymentStanding

    /// Asks the gateway to give money back.
    /// - Throws: as ``begin(_:)``.
    func refund(_ order: RefundOrder) async throws(PaymentGatewayFailure) -> PaymentReference

    /// What the gateway says about a refund when it is asked.
    /// - Throws: ``PaymentGatewayFailure/noAnswer``, also where it cannot be asked: then the result that it sends is all there is.
    func standing(ofRefund reference: PaymentReference) async throws(PaymentGatewayFailure) -> PaymentStanding

    /// Reads what somebody sent to the gateway's address here, after checking its signature where there is one. Anybody can send there, so
    /// the answer only says what to ask about.
    func read(_ callback: PaymentCallback) throws(PaymentGatewayFailure) -> PaymentClaim
}

/// What a gateway is asked to take.
public struct PaymentOrder: Sendable, Equatable {
    /// The payment.
    public let payment: PaymentID
    /// Unguessable and made for this attempt alone: part of the address for callbacks, and the key under which an attempt counts once where the
    /// gateway knows such keys.
    public let attempt: String
    /// How much.
    public let amount: Money
    /// What the payer reads, in their language; providers cut it short.
    public let line: String
    /// The phone to prompt, where the gateway prompts one.
    public let phone: String?
    /// Until when it can be paid.
    public let payableUntil: Instant

    /// An order.
    public init(payment: PaymentID, attempt: String, amount: Money, line: String, phone: String? = nil, payableUntil: Instant) {
        self.payment = payment
        self.attempt = attempt
        self.amount = amount
        self.line = line
        self.phone = phone
        self.payableUntil = payableUntil
    }
}

/// What a gateway is asked to give back.
public struct RefundOrder: Sendable, Equatable {
    /// The payment.
    public let payment: PaymentID
    /// Made for this refund alone, as ``PaymentOrder/attempt`` is for the payment.
    public let attempt: String
    /// What its confirmation came with.
    public let receipt: PaymentReceipt
    /// The whole amount or a part of it.
    public let amount: Money
    /// Why, for the gateway's record.
    public let reason: String

    /// A refund.
    public init(payment: PaymentID, attempt: String, receipt: PaymentReceipt, amount: Money, reason: String) {
        self.payment = payment
        self.attempt = attempt
        self.receipt = receipt
        self.amount = amount
        self.reason = reason
    }
}

/// The gateway's name for a payment or a refund, opaque to everybody else.
public struct PaymentReference: Hashable, Sendable, Codable {
    /// As the gateway wrote it.
    public let text: String

    /// Wraps what a gateway answered.
    public init(_ text: String) { self.text = text }
}

/// What a gateway says when it is asked.
public enum PaymentStanding: Sendable, Equatable {
    /// Not yet decided.
    case pending
    /// The receipt's number is nil where the gateway only tells it in a callback.
    case succeeded(number: String?, at: Instant)
    /// In words for the person.
    case failed(Text)
    case expired
}

/// Why a gateway did not do what it was asked.
public enum PaymentGatewayFailure: Error, Equatable {
    /// It said no, and nothing was begun. In words for the person.
    case refused(Text)
    /// No answer, or one that says nothing.
    case noAnswer
    /// Something was sent here that the gateway does not send.
    case notOurs
}
