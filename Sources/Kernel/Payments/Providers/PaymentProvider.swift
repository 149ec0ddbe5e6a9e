public import Core

/// A way to pay. One that is no ``PaymentGateway`` asks nobody: somebody who works here takes the money and says so.
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
    /// Where its pages are, to which people are sent to pay, as sources of a content security policy; empty for one without pages.
    var pageSources: [String] { get }
}

extension PaymentProvider {
    /// Its ``name``.
    public var receiptName: Text { name }
    /// None.
    public var pageSources: [String] { [] }

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

extension ExtensionPoint where Value == any PaymentProvider {
    public static var paymentProviders: Self { Self("payment-providers") }
}
