public import Core
public import Database
public import Platform

/// A kind of thing that people pay for: an order, a ticket, a membership. Apps hand these in; payments are found by ``kind`` and the id of the
/// thing, so that a confirmation that comes an hour later, on another node, reaches the app.
public protocol Payable: Sendable {
    /// Stable and dotted: `cafeteria.order`.
    var kind: String { get }

    /// What one of its things costs now, read in the transaction in which the payment is created; nil when it is gone.
    func quote(for id: Int64, in db: any Connection) throws -> Quote?

    /// Carries out what became of a payment, in the transaction that records it. A payment may fail or expire and be confirmed later, and each
    /// outcome of it is told once.
    func apply(_ outcome: PaymentOutcome, of payment: PaymentID, to id: Int64, in write: Write) throws
}

/// What is to be paid.
public struct Quote: Sendable, Equatable {
    /// The whole amount.
    public let cost: Money
    /// One line for the receipt: “Lunch, order 42”.
    public let line: Text
    /// Until when it can be paid.
    public let payableUntil: Instant

    /// An amount, its line and its end.
    public init(cost: Money, line: Text, payableUntil: Instant) {
        self.cost = cost
        self.line = line
        self.payableUntil = payableUntil
    }
}

/// What became of a payment.
public enum PaymentOutcome: Sendable, Equatable {
    case confirmed(PaymentReceipt)
    /// In words for the person who tried.
    case failed(Text)
    case expired
    /// The money went back.
    case refunded(PaymentReceipt)
}

/// What proves a payment or a refund.
public struct PaymentReceipt: Sendable, Equatable, Codable {
    /// The provider's own number of it, unique per provider.
    public let number: String
    /// When the provider took or gave the money.
    public let at: Instant

    /// A receipt.
    public init(number: String, at: Instant) {
        self.number = number
        self.at = at
    }
}

extension ExtensionPoint where Value == any Payable {
    /// What people can pay for, from every app.
    public static var payables: Self { Self("payables") }
}
