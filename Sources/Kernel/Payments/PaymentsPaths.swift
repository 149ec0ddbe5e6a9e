import Core
import Web

/// Every URL of the part, each written once.
enum PaymentsPaths {
    /// Where providers tell of payments and refunds. No name of a provider is in it: Safaricom refuses addresses with its own words.
    static let callback = Path("/payments/callbacks/{attempt}", String.self)
    /// Where they say that a refund takes longer, which decides nothing.
    static let timeout = Path("/payments/callbacks/{attempt}/delay", String.self)
}
