import Core
import Web

/// Every URL of the part, each written once.
enum PaymentsPaths {
    /// Where providers tell of payments and refunds. No name of a provider is in it: Safaricom refuses addresses with its own words.
    static let callback = Path("/payments/callbacks/{attempt}", String.self)
    /// Where they say that a refund takes longer, which decides nothing.
    static let timeout = Path("/payments/callbacks/{attempt}/delay", String.self)
    /// Where Clover tells of payments: one address for all, set up in its dashboard.
    static let cloverWebhook = Path("/payments/clover/webhook")
    /// Where a provider's page sends people back.
    static let back = Path("/payments/back/{attempt}/{return}", String.self, PaymentReturn.self)

    static let receipt = Path("/payments/receipts/{receipt}", ReceiptID.self)
    static let receiptPDF = Path("/payments/receipts/{receipt}/pdf", ReceiptID.self)

    // In the portal.
    static let list = Path("/admin/payments")
    static let listCSV = Path("/admin/payments.csv")
    static let payment = Path("/admin/payments/{payment}", PaymentID.self)
    /// Asks before the money goes back, and sends it.
    static let refund = Path("/admin/payments/{payment}/refund", PaymentID.self)
    /// Asks the provider how it stands.
    static let ask = Path("/admin/payments/{payment}/standing", PaymentID.self)
    static let retry = Path("/admin/payments/{payment}/refund/again", PaymentID.self)
    static let cash = Path("/admin/payments/{payment}/refund/cash", PaymentID.self)
    static let statement = Path("/admin/payments/statement")
    static let adopt = Path("/admin/payments/statement/take")
    static let mpesa = Path("/admin/payment-settings")
    static let mpesaStop = Path("/admin/payment-settings/stop")
    static let clover = Path("/admin/payment-settings/cards")
    static let cloverStop = Path("/admin/payment-settings/cards/stop")
}
