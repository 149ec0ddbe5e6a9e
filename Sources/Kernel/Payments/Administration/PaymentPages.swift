import Core
import Interface
import Markup
import Web

/// How far a payment is, in its colour.
struct PaymentBadge: HTML {
    let payment: Payment

    var body: some HTML { Badge(words, tone: tone) }

    var words: Text {
        switch payment.status {
        case .created: "Starting"
        case .prompted: "Waiting for payment"
        case .confirmed: "Paid"
        case .failed: "Payment failed"
        case .expired: "Not paid in time"
        case .refundRequested: payment.isCash ? "Refund due" : "Being refunded"
        case .refunded: "Refunded"
        case .refundFailed: "Refund failed"
        }
    }

    private var tone: Tone {
        switch payment.status {
        case .refundRequested: payment.isCash ? .warning : .info
        case .created, .prompted: .info
        case .confirmed: .success
        case .failed, .expired, .refunded: .neutral
        case .refundFailed: .danger
        }
    }
}

/// A payment with everything that is known of it, and what can be done.
struct PaymentPage: PageAnswer {
    let payment: Payment
    let receipts: [ReceiptLink]
    let payments: Payments
    let isToDo: Bool
    /// Where what was paid for is looked after; nil for who may not.
    let staffPath: String?
    var problem: Problem?

    var title: Text { "Payment \(payment.id.description)" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { PaymentsPaths.list() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Payments", href: PaymentsPaths.list())])
        ProblemAlert(problem)
        Card(payment.line) {
            PaymentBadge(payment: payment)
            if let failure = payment.failure { p { failure } }
            DescriptionList([
                .init("Paid for") { if let staffPath { a(.href(staffPath)) { payment.line } } },
                .init("Amount") { "\(payment.amount)" as Text },
                .init("Payment method") { payments.name(ofProvider: payment.provider) },
                .init("Phone", payment.payingPhone?.readable ?? ""),
                .init("Started") { "\(moment: payment.createdAt)" as Text },
                .init("Paid") { if let receipt = payment.receipt { "\(moment: receipt.at)" as Text } },
                .init("Receipt") { if !receipts.isEmpty { ReceiptLinks(receipts) } },
                .init("Transaction ID", payment.receipt?.number ?? ""),
                .init("Provider’s reference", payment.isCash ? "" : payment.reference?.text ?? ""),
            ])
        }
        if payments.canAsk(about: payment) {
            Actions {
                Form(PaymentsPaths.ask(payment.id)) {
                    Button("Ask \(payments.name(ofProvider: payment.provider)) again", icon: .refresh, style: .secondary)
                }
            }
        }
        if let refund = payment.refund { refundCard(refund) }
        if payment.status == .confirmed {
            Actions { LinkButton("Refund…", href: PaymentsPaths.refund(payment.id), style: .secondary) }
        }
    }

    private func refundCard(_ refund: Payment.Refund) -> some HTML {
        Card("Refund") {
            if let failure = refund.failure { Alert(.warning, title: failure) }
            DescriptionList([
                .init("Reason") { refund.reason },
                .init("Refunded") { if let receipt = refund.receipt { "\(moment: receipt.at)" as Text } },
                .init("Transaction ID", refund.receipt?.number ?? ""),
                .init("Paid out") { if refund.isInCash { "In cash" as Text } },
            ])
            // While the provider is at it there is nothing to do: what staff pay out meanwhile would be paid twice.
            if isToDo, payment.status == .refundFailed || payment.status == .refundRequested {
                Actions {
                    Form(PaymentsPaths.cash(payment.id)) { Button("Mark as paid out in cash") }
                    if !payment.isCash {
                        Form(PaymentsPaths.retry(payment.id)) { Button("Try again", style: .secondary) }
                    }
                }
            }
        }
    }
}
