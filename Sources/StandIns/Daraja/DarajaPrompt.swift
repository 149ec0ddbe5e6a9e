public import Core

/// A request to pay on somebody's phone.
public struct DarajaPrompt: Sendable {
    /// Names it in queries and callbacks.
    public let checkoutRequestID: String
    public let merchantRequestID: String
    /// The phone.
    public let msisdn: String
    /// Whole shillings.
    public let amount: Int
    public let accountReference: String
    public let transactionDesc: String?
    /// Where the outcome is told.
    public let callbackURL: String
    public let openedAt: Instant
    /// When nobody can answer it any more.
    public let endsAt: Instant
    /// Nil while the phone shows it.
    public internal(set) var outcome: DarajaOutcome?
    /// Nil unless money moved.
    public internal(set) var receipt: String?
    /// Whether a query has to come before the callback.
    var owesCallback = false
    /// Whether the callback went out, whatever the receiver said.
    var isDelivered = false

    /// Whether the phone shows it.
    public var isOpen: Bool { outcome == nil }
}
