import Core
import Interface
import Markup
import Payments
import Web

/// An order while it is paid, made and picked up (CAF-033), and its receipt afterwards.
struct OrderPage: PageAnswer {
    let order: Order
    let lines: [OrderLine]
    /// Newest first.
    let payments: [Payment]
    let receipts: [ReceiptLink]
    let providers: [any PaymentProvider]
    let now: Instant
    /// Where it is picked up; empty where nobody said.
    let place: String
    /// The place in the event stream at which this page was drawn.
    let sequence: Int64
    var problem: Problem?

    var title: Text { "Order \(order.number)" }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.orders() }
    var scripts: [String] { ["cafeteria/js/countdown.js", "cafeteria/js/order-kept.js"] }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.orders()) }

    var body: some HTML {
        div(
            .class("narrow stack"), .id("order"), .live(order.topic), .data("live-after", String(sequence)), .data("live-refresh"),
            .aria("live", "polite")
        ) {
            PageHeader(title)
            ProblemAlert(problem)
            if order.status == .pendingPayment { payment } else { OrderProgress(order: order) }
            if order.status == .cancelled { cancelled } else { refunds }
            if order.status.isActive { pickup }
            Card("Your order") {
                ul(.class("order-lines")) {
                    for line in lines {
                        OrderLineRow(quantity: line.quantity, name: line.name, choices: line.choiceNames, total: order.money(line.total))
                    }
                }
            }
            OrderSums(subtotal: order.subtotal, discount: order.discount, points: order.points, currency: order.currency)
            facts
            Actions {
                if order.status != .pendingPayment {
                    Form(CafeteriaPaths.reorder(order.id)) {
                        Button("Order again", icon: .refresh, style: order.status.isOver ? .primary : .secondary)
                    }
                }
                if order.status.canBeCancelled {
                    LinkButton("Cancel order…", href: CafeteriaPaths.cancel(order.id), style: .secondary)
                }
            }
        }
    }

    private var latest: Payment? { payments.first }

    @HTMLBuilder private var payment: Node {
        section(.class("card stack pay-card"), .aria("labelledby", "pay-title")) {
            if let latest, latest.isOpen {
                h2(.id("pay-title")) { latest.isCash ? "Pay at the counter" : "Check your phone" }
                if let phone = latest.payingPhone {
                    p { "Enter your M-Pesa PIN on \(phone.readable) to pay \(order.cost)." }
                } else {
                    p(.class("pickup pickup-number")) { order.number }
                    p { "Give this number and pay \(order.cost). The kitchen starts when you’ve paid." }
                }
                countdown
            } else {
                h2(.id("pay-title")) { "Not paid yet" }
                if let failure = latest?.failure { Alert(.warning) { failure } }
                countdown
                again
            }
        }
    }

    private var countdown: some HTML {
        p(.class("countdown"), .data("countdown", String(order.payableUntil.milliseconds)), .role("timer")) {
            "Pay before \(time: order.payableUntil), or the order is cancelled."
        }
    }

    private var again: some HTML {
        Form(CafeteriaPaths.pay(order.id), .class("stack")) {
            RadioGroup(
                "How do you want to pay?", name: "provider", choices: providers.map { Choice($0.id, $0.name) },
                selected: latest?.provider ?? providers.first?.id)
            if providers.contains(where: \.asksPhone) {
                TextField(
                    "M-Pesa phone number", name: "phone", value: latest?.payingPhone?.readable ?? "", kind: .tel,
                    error: problem?.fields["phone"], isConditional: true, .autocomplete("tel"), .maxlength(20))
            }
            Actions { Button("Continue", .data("needs-connection")) }
        }
    }

    @HTMLBuilder private var cancelled: Node {
        Alert(.info, title: order.cancelReason) {
            for payment in payments { if let words = refundWords(payment) { p { words } } }
        }
    }

    private func refundWords(_ payment: Payment) -> Text? {
        switch payment.status {
        case .refundRequested: "\(payment.amount) is on its way back to you."
        case .refunded: "\(payment.amount) was refunded."
        case .refundFailed: "Sending the money back failed. Ask for it at the counter."
        default: nil
        }
    }

    /// Of an order that goes on, or is over, without its money.
    @HTMLBuilder private var refunds: Node {
        for payment in payments {
            if let refund = payment.refund, let words = refundWords(payment) { Alert(.info, title: words) { refund.reason } }
        }
    }

    @HTMLBuilder private var pickup: Node {
        section(.class("card pickup"), .aria("label", "Pickup")) {
            p(.class("pickup-number")) { order.number }
            p {
                if order.status == .ready {
                    "Show this number at the counter." as Text
                } else if now > order.promisedAt {
                    "It’s taking longer than planned. You’ll be told when it’s ready." as Text
                } else {
                    "Ready at about \(time: order.promisedAt). Show this number at the counter then." as Text
                }
            }
            if !place.isEmpty { p(.dir("auto")) { place } }
            QRCodeImage(order.token, label: "Code for pickup")
        }
    }

    private var facts: some HTML {
        Card("Details") {
            DescriptionList([
                .init("Ordered") { "\(moment: order.createdAt)" as Text },
                .init("Picked up") { if let moment = order.completedAt { "\(moment: moment)" as Text } },
                .init("Payment") { if let paid = payments.first(where: { $0.receipt != nil }) { name(of: paid) } },
                .init("Transaction ID", payments.compactMap(\.transactionID).first ?? ""),
                .init("Receipt") { if !receipts.isEmpty { ReceiptLinks(receipts) } },
                .init("Points earned") { if order.earned > 0 { "\(order.earned)" as Text } },
                .init("Special instructions", order.instructions),
            ])
        }
    }

    private func name(of payment: Payment) -> Text { providers.first { $0.id == payment.provider }?.receiptName ?? .verbatim(payment.provider) }
}

/// The steps of an order, and where it is (CAF-033).
struct OrderProgress: HTML {
    let order: Order

    private static let steps: [OrderStatus] = [.confirmed, .preparing, .ready, .completed]

    var body: some HTML {
        if let place = Self.steps.firstIndex(of: order.status) {
            ol(.class("order-steps")) {
                for (index, step) in Self.steps.enumerated() {
                    li(
                        .class(index < place ? "done" : index == place ? "current" : "to-come"), .if(index == place, .aria("current", "step"))
                    ) {
                        span(.class("order-step-dot"), .aria("hidden", true)) {
                            if index < place || step == .completed && index == place { Icon.check }
                        }
                        step.name
                    }
                }
            }
        } else {
            OrderBadge(status: order.status)
        }
    }
}
