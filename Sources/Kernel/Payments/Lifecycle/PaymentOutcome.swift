public import Core

/// What became of a payment.
public enum PaymentOutcome: Sendable, Equatable {
    /// The money is here.
    case confirmed(PaymentReceipt)
    /// In words for the person who tried.
    case failed(Text)
    /// Nobody paid in time.
    case expired
    /// The money is to go back, for this reason.
    case refundRequested(Text)
    /// The money went back.
    case refunded(PaymentReceipt)
    /// The provider does not send it back, in words for staff: they give it back another way.
    case refundFailed(Text)
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
