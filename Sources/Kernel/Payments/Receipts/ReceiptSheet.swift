import Core
import Interface
import Markup

/// Everything that a receipt shows, read at one moment.
struct ReceiptFacts: Sendable {
    let receipt: Receipt
    /// How it was paid; nil where discounts left nothing to pay.
    let payment: Payment?
    /// The receipt that a credit note takes back, or the credit note of a receipt.
    let counterpart: Receipt?
    /// What the way to pay is called on receipts.
    let provider: Text
    /// Who paid, as far as it is known.
    let buyer: String?
    /// Whether what was sold was cancelled.
    let isCancelled: Bool

    var title: Text { receipt.series == .receipt ? "Receipt \(receipt.number)" : "Credit note \(receipt.number)" }
}

/// A receipt as it is on the page and on paper.
struct ReceiptSheet: HTML {
    let facts: ReceiptFacts

    private var receipt: Receipt { facts.receipt }
    private var sale: Sale { receipt.body.sale }
    private var isCredit: Bool { receipt.series == .creditNote }

    var body: some HTML {
        article(.class("receipt"), .aria("label", facts.title)) {
            header(.class("receipt-head")) {
                div(.class("receipt-seller")) {
                    strong(.dir("auto")) { receipt.body.seller.name }
                    for line in receipt.body.seller.address.split(whereSeparator: \.isNewline) { p(.dir("auto")) { String(line) } }
                    if !receipt.body.seller.taxNumber.isEmpty { p { "Tax number: \(receipt.body.seller.taxNumber)" as Text } }
                }
                div(.class("receipt-number")) {
                    p { isCredit ? "Credit note" : "Receipt" }
                    strong { receipt.number }
                    p { "\(moment: receipt.issuedAt)" as Text }
                }
            }
            if facts.isCancelled, !isCredit { p(.class("receipt-cancelled")) { "Cancelled" } }
            p(.class("receipt-title")) { sale.title }
            table(.class("receipt-lines")) {
                caption(.class("visually-hidden")) { facts.title }
                thead {
                    tr {
                        th(.scope("col")) { "Item" }
                        th(.scope("col"), .class("numeric")) { "Quantity" }
                        th(.scope("col"), .class("numeric")) { "Amount" }
                    }
                }
                tbody {
                    for line in sale.lines {
                        tr {
                            td {
                                span(.dir("auto")) { line.name }
                                if !line.details.isEmpty { span(.class("receipt-details"), .dir("auto")) { line.details } }
                            }
                            td(.class("numeric")) { "\(line.quantity)" as Text }
                            td(.class("numeric")) { money(line.amount) }
                        }
                    }
                }
                tfoot {
                    if !sale.discounts.isEmpty {
                        sum("Subtotal", sale.subtotal.minor)
                        for discount in sale.discounts { sum(discount.name, -discount.amount) }
                    }
                    sum(isCredit ? "Refunded" : "Total", sale.total.minor, isTotal: true)
                }
            }
            DescriptionList(isCredit ? refunded : paid)
            if !receipt.body.seller.note.isEmpty { p(.class("receipt-note"), .dir("auto")) { receipt.body.seller.note } }
        }
    }

    /// A credit note takes amounts back.
    private func money(_ minor: Int) -> Text { "\(Money(minor: isCredit ? -minor : minor, currency: sale.currency))" }

    private func sum(_ name: Text, _ minor: Int, isTotal: Bool = false) -> some HTML {
        tr(.if(isTotal, .class("receipt-total"))) {
            th(.scope("row"), .custom("colspan", "2")) { name }
            td(.class("numeric")) { money(minor) }
        }
    }

    private var paid: [DescriptionList.Item] {
        [
            .init("Buyer", facts.buyer ?? ""),
            .init("Payment") { if facts.payment == nil { "Nothing to pay" as Text } else { facts.provider } },
            .init("Paid") { "\(moment: facts.payment?.receipt?.at ?? receipt.issuedAt)" as Text },
            .init("Transaction ID", facts.payment?.transactionID ?? ""),
            .init("Refunded") { if let note = facts.counterpart { "Credit note \(note.number)" as Text } },
        ]
    }

    private var refunded: [DescriptionList.Item] {
        [
            .init("Buyer", facts.buyer ?? ""), .init("For receipt", facts.counterpart?.number ?? ""),
            .init("Reason") { receipt.body.reason },
            .init("Refund") {
                if facts.payment?.refund?.isInCash == true { "Cash" as Text } else if facts.payment != nil { facts.provider }
            },
            .init("Refunded") { if let proof = facts.payment?.refund?.receipt { "\(moment: proof.at)" as Text } },
            .init("Transaction ID", facts.payment?.refundTransactionID ?? ""),
        ]
    }
}

extension Payment {
    /// The provider's number of the payment, as the payer knows it; nil for cash, and until the provider has told it.
    public var transactionID: String? {
        guard !isCash, let receipt, !lacksNumber else { return nil }
        return receipt.number
    }

    /// The same of the refund.
    public var refundTransactionID: String? {
        guard let refund, !refund.isInCash, !isCash else { return nil }
        return refund.receipt?.number
    }
}
