import Core
import Interface
public import Markup
import Web

/// Where a receipt or a credit note is.
public struct ReceiptLink: Sendable, Equatable {
    /// `2026-000123`.
    public let number: String
    /// Whether it is a credit note.
    public let isCredit: Bool
    /// Its page.
    public let path: String

    init(_ receipt: Receipt) {
        number = receipt.number
        isCredit = receipt.series == .creditNote
        path = PaymentsPaths.receipt(receipt.id)
    }
}

/// Links to the receipts of one thing, for its own page.
public struct ReceiptLinks: HTML {
    private let links: [ReceiptLink]

    /// Nothing where there are none.
    public init(_ links: [ReceiptLink]) { self.links = links }

    /// The links, one below the other.
    public var body: some HTML {
        for link in links {
            p(.class("receipt-link")) { a(.href(link.path)) { link.isCredit ? "Credit note \(link.number)" : "Receipt \(link.number)" } }
        }
    }
}
