public import Core

/// A way to pay: prompting a phone, a page of a card company, the counter. It keeps nothing of its own that a restart may lose; payments are kept
/// before it is asked.
public protocol PaymentProvider: Sendable {
    /// Stable: `mpesa`.
    var id: String { get }
    /// What people choose: “M-Pesa”.
    var name: Text { get }
    /// What a receipt says how it was paid: “M-Pesa”, “Cash”.
    var receiptName: Text { get }
    /// One for each currency that it takes.
    var limits: [PaymentLimit] { get }

    /// Whether it can be used on this site at present: set up, and not stopped by staff.
    var isReady: Bool { get }
    /// Whether it prompts a phone, whose number it therefore needs.
    var asksPhone: Bool { get }

    /// When it is asked how a payment stands while it tells nothing by itself, counted from the beginning of the payment. The end of the time to
    /// pay is always such a moment.
    var questions: [Duration] { get }

    /// Asks the provider to take a payment.
    /// - Throws: ``PaymentProviderFailure/refused(_:)`` when nothing was begun; ``PaymentProviderFailure/noAnswer`` when nobody knows. Then it
    ///   must not be begun again: the person would be asked to pay twice.
    func begin(_ order: PaymentOrder) async throws(PaymentProviderFailure) -> PaymentStart

    /// What the provider says about a payment when it is asked.
    /// - Throws: ``PaymentProviderFailure/noAnswer``, which never means that a payment failed.
    func standing(of reference: PaymentReference) async throws(PaymentProviderFailure) -> PaymentStanding

    /// Asks the provider to give money back.
    /// - Throws: as ``begin(_:)``.
    func refund(_ order: RefundOrder) async throws(PaymentProviderFailure) -> PaymentReference

    /// What the provider says about a refund when it is asked.
    /// - Throws: ``PaymentProviderFailure/noAnswer``, also where it cannot be asked: then the result that it sends is all there is.
    func standing(ofRefund reference: PaymentReference) async throws(PaymentProviderFailure) -> PaymentStanding

    /// Reads what somebody sent to the provider's address here, after checking its signature where there is one. Anybody can send there, so
    /// the answer only says what to ask about.
    func read(_ callback: PaymentCallback) throws(PaymentProviderFailure) -> PaymentClaim
}

extension PaymentProvider {
    /// Its ``name``.
    public var receiptName: Text { name }

    /// Whether this provider can take an amount.
    public func check(_ amount: Money) throws(PaymentRefusal) {
        guard let limit = limits.first(where: { $0.currency == amount.currency }) else { throw .otherCurrency(amount.currency) }
        if amount.minor < limit.least { throw .belowLimit(Money(minor: limit.least, currency: limit.currency)) }
        if amount.minor > limit.most { throw .aboveLimit(Money(minor: limit.most, currency: limit.currency)) }
        if amount.minor % limit.step != 0 { throw .noFractions }
    }
}

/// What a provider takes of one currency in one payment.
public struct PaymentLimit: Sendable, Equatable {
    /// ISO 4217.
    public let currency: String
    /// In the currency's smallest unit.
    public let least: Int, most: Int
    /// Amounts are multiples of it: 100 for a provider that takes whole shillings.
    public let step: Int

    /// A currency from `least` to `most`.
    public init(_ currency: String, least: Int = 1, most: Int, step: Int = 1) {
        self.currency = currency
        self.least = least
        self.most = most
        self.step = max(1, step)
    }
}

/// What a provider is asked to take.
public struct PaymentOrder: Sendable, Equatable {
    /// The payment.
    public let payment: PaymentID
    /// Unguessable and made for this attempt alone: part of the address for callbacks, and the key under which an attempt counts once where the
    /// provider knows such keys.
    public let attempt: String
    /// How much.
    public let amount: Money
    /// What the payer reads, in their language; providers cut it short.
    public let line: String
    /// The phone to prompt, where the provider prompts one.
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

/// What a provider is asked to give back.
public struct RefundOrder: Sendable, Equatable {
    /// The payment.
    public let payment: PaymentID
    /// Made for this refund alone, as ``PaymentOrder/attempt`` is for the payment.
    public let attempt: String
    /// What its confirmation came with.
    public let receipt: PaymentReceipt
    /// The whole amount or a part of it.
    public let amount: Money
    /// Why, for the provider's record.
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

/// The provider's name for a payment or a refund, opaque to everybody else.
public struct PaymentReference: Hashable, Sendable, Codable {
    /// As the provider wrote it.
    public let text: String

    /// Wraps what a provider answered.
    public init(_ text: String) { self.text = text }
}

/// A payment that a provider has begun.
public struct PaymentStart: Sendable, Equatable {
    /// The provider's name for it.
    public let reference: PaymentReference
    /// What the person does next.
    public let step: Step

    /// What a person does to pay.
    public enum Step: Sendable, Equatable {
        /// Goes on at this address, outside this site.
        case redirect(to: String)
        /// Confirms on their phone.
        case confirmOnPhone
        /// Shows this code at the counter.
        case payAtCounter(code: String)
    }

    /// A reference and a step.
    public init(reference: PaymentReference, step: Step) {
        self.reference = reference
        self.step = step
    }
}

/// What a provider says when it is asked.
public enum PaymentStanding: Sendable, Equatable {
    /// Not yet decided.
    case pending
    /// The receipt's number is nil where the provider only tells it in a callback.
    case succeeded(number: String?, at: Instant)
    /// In words for the person.
    case failed(Text)
    case expired
}

/// Why a provider did not do what it was asked.
public enum PaymentProviderFailure: Error, Equatable {
    /// It said no, and nothing was begun. In words for the person.
    case refused(Text)
    /// No answer, or one that says nothing.
    case noAnswer
    /// Something was sent here that the provider does not send.
    case notOurs
}

extension ExtensionPoint where Value == any PaymentProvider {
    public static var paymentProviders: Self { Self("payment-providers") }
}
