public import Core
public import Web

/// A service outside that takes money and gives it back: one that prompts a phone, a card company. It keeps nothing of its own that a restart
/// may lose; payments are kept before it is asked.
public protocol PaymentGateway: PaymentProvider {
    /// When it is asked how a payment stands while it tells nothing by itself, counted from the beginning of the payment. The end of the time to
    /// pay is always such a moment.
    var questions: [Duration] { get }

    /// Whether it can be asked how a refund stands. Where it can't, the result that it sends is all there is.
    var answersAboutRefunds: Bool { get }

    /// Asks the gateway to take a payment, and answers its name for it.
    /// - Throws: ``PaymentGatewayFailure/refused(_:)`` when nothing was begun; ``PaymentGatewayFailure/noAnswer`` when nobody knows. Then it
    ///   must not be begun again: the person would be asked to pay twice.
    func begin(_ order: PaymentOrder) async throws(PaymentGatewayFailure) -> PaymentBeginning

    /// What the gateway says about a payment when it is asked.
    /// - Throws: ``PaymentGatewayFailure/noAnswer``, which never means that a payment failed.
    func standing(of question: PaymentQuestion) async throws(PaymentGatewayFailure) -> PaymentStanding

    /// Asks the gateway to give money back.
    /// - Throws: as ``begin(_:)``.
    func refund(_ order: RefundOrder) async throws(PaymentGatewayFailure) -> PaymentReference

    /// What the gateway says about a refund when it is asked.
    /// - Throws: ``PaymentGatewayFailure/noAnswer``, also where it cannot be asked; ``PaymentGatewayFailure/neverAsked`` where it surely has no refund
    ///   of the payment. Then it is asked for it again, by the same ``RefundOrder/attempt``.
    func standing(ofRefund question: RefundQuestion) async throws(PaymentGatewayFailure) -> PaymentStanding

    /// Reads what somebody sent to the gateway's address here. Anybody can send there, so the answer only says what to ask about.
    func read(_ callback: PaymentCallback, about payment: Payment) throws(PaymentGatewayFailure) -> PaymentClaim
}

extension PaymentGateway {
    /// It can't.
    public var answersAboutRefunds: Bool { false }
    /// Nobody answers.
    public func standing(ofRefund question: RefundQuestion) async throws(PaymentGatewayFailure) -> PaymentStanding { throw .noAnswer }
}

/// What a gateway answers when it has begun a payment.
public struct PaymentBeginning: Sendable, Equatable {
    /// Its name for the payment.
    public let reference: PaymentReference
    /// The address of its page where the person pays; nil where none is needed.
    public let page: String?

    /// A payment that was begun.
    public init(_ reference: PaymentReference, page: String? = nil) {
        self.reference = reference
        self.page = page
    }
}

/// What a gateway is asked about.
public struct PaymentQuestion: Sendable {
    /// The payment as it is known here.
    public let payment: Payment
    /// The gateway's name for it.
    public let reference: PaymentReference
    /// See ``PaymentOrder/attempt``.
    public let attempt: String
    /// What callbacks told to look up, see ``PaymentClaim/lookUp``; the oldest first.
    public let lookUps: [String]
}

/// The refund that a gateway is asked about.
public struct RefundQuestion: Sendable {
    /// Its name for the refund; nil where its answer was lost.
    public let reference: PaymentReference?
    /// What the payment's confirmation came with; nil where that is not known.
    public let receipt: PaymentReceipt?
    /// How much is to go back.
    public let amount: Money
}

/// What a gateway is asked to take.
public struct PaymentOrder: Sendable {
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
    /// The address to which the gateway's page sends people back, one for each ``PaymentReturn``.
    public let back: @Sendable (PaymentReturn) -> String

    /// An order.
    public init(
        payment: PaymentID, attempt: String, amount: Money, line: String, phone: String? = nil, payableUntil: Instant,
        back: @escaping @Sendable (PaymentReturn) -> String
    ) {
        self.payment = payment
        self.attempt = attempt
        self.amount = amount
        self.line = line
        self.phone = phone
        self.payableUntil = payableUntil
        self.back = back
    }
}

/// Where people say they come from when they are back from the gateway's page. It proves nothing.
public enum PaymentReturn: String, Sendable, CaseIterable, PathValue {
    /// They have paid.
    case success
    /// It didn’t work.
    case failure
    /// They left.
    case cancel

    /// The word of an address.
    public init?(_ description: String) { self.init(rawValue: description) }
    /// As it stands in an address.
    public var description: String { rawValue }
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
    /// One try failed, in words for the person, who may try again on the same page.
    case declined(Text)
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
    /// It answered, and knows nothing of what it was to do: whoever wanted to ask it died before.
    case neverAsked
    /// Something was sent here that the gateway does not send.
    case notOurs
}
