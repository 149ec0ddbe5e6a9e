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
    /// The same, opened from where staff work: it keeps their frame and leads back to what was sold.
    public var workPath: String { link(path, query: [Self.from: Self.work]) }
    /// The same, which goes to the printer of a counter at once.
    public var printPath: String { link(path, query: [Self.from: Self.work, Self.print: "true"]) }

    static let from = "from"
    static let work = "work"
    static let print = "print"

    init(_ receipt: Receipt) {
        number = receipt.number
        isCredit = receipt.series == .creditNote
        path = PaymentsPaths.receipt(receipt.id)
    }
}

/// Links to the receipts of one thing, for its own page.
public struct ReceiptLinks: HTML {
    private let links: [ReceiptLink]
    private let isWork: Bool

    /// Nothing where there are none.
    /// - Parameter isWork: Whether they stand where staff work, see ``ReceiptLink/workPath``.
    public init(_ links: [ReceiptLink], isWork: Bool = false) {
        self.links = links
        self.isWork = isWork
    }

    /// The links, one below the other.
    public var body: some HTML {
        for link in links {
            p(.class("receipt-link")) {
                a(.href(isWork ? link.workPath : link.path)) { link.isCredit ? "Credit note \(link.number)" : "Receipt \(link.number)" }
            }
        }
    }
}
