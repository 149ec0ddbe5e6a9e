import Core
import Platform

/// What administrators choose about payments.
enum PaymentsSettings {
    static let seller = Setting(
        "payments.seller", "Name on receipts", hint: "Who sells, as the tax office knows it. Empty: the name of the app or the site.", initial: "",
        limits: 120)
    static let address = Setting(
        "payments.seller-address", "Address on receipts", hint: "Street, postcode, town. Phone or email if you like.", initial: "", limits: 300)
    static let taxNumber = Setting(
        "payments.tax-number", "Tax number", hint: "KRA PIN, VAT number or organisation number.", initial: "", limits: 40)
    static let note = Setting(
        "payments.receipt-note", "Text below receipts", hint: "For example “Prices include VAT” or a word of thanks.", initial: "", limits: 200)

    static let all = [seller.declaration, address.declaration, taxNumber.declaration, note.declaration]
}
