import Core
import Interface
import Markup
import Notifications
import Payments
import Platform
import Web

/// An order while it is paid, made and picked up (CAF-033), and its receipt afterwards.
struct OrderPage: PageAnswer {
    let order: Order
    let lines: [OrderLine]
    /// Of what is still on the menu.
    let pictures: [MenuItemID: StoredPicture]
    /// Newest first.
    let payments: [Payment]
    let receipts: [ReceiptLink]
    let providers: [any PaymentProvider]
    let clock: ClockWords
    /// Where it is picked up; empty where nobody said.
    let place: String
    /// The place in the event stream at which this page was drawn.
    let sequence: Int64
    /// What it earns by what runs now.
    let points: Int
    var problem: Problem?
    /// The number that was typed, where something is wrong with it.
    var phone: String?

    private var isReady: Bool { order.status == .ready }
    private var now: Instant { clock.now }

    /// A tab in the background says it too.
    var title: Text { isReady ? "Order \(order.number) is ready" : "Order \(order.number)" }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.orders() }
    var scripts: [String] {
        ["countdown", "order-late", "order-ready", "order-kept", "cart-offline", "place-time"].map { "cafeteria/js/\($0).js" }
            + ["notifications/js/push.js"]
    }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.orders()) }

    var body: some HTML {
        div(
            .class("narrow stack"), .id("order"), .live(order.topic), .data("live-after", String(sequence)), .data("live-refresh"),
            .aria("live", "polite")
        ) {
            PageHeader(title)
            if isReady { ready }
            ProblemAlert(order.status == .pendingPayment ? problem?.beside(["phone"]) : problem)
            if order.status == .pendingPayment {
                OrderPaymentCard(
                    order: order, latest: payments.first, providers: providers, place: place, clock: clock, problem: problem, typed: phone)
            } else {
                OrderProgress(order: order)
            }
            if !order.status.isOver { OrderOffline(order: order, isByPhone: payments.first?.payingPhone != nil, clock: clock) }
            if order.status == .cancelled { cancelled } else { refunds }
            if order.status.isActive, !isReady { pickup }
            div(.data("notify-place")) {}
            Card("Your order") {
                ul(.class("order-lines")) {
                    for line in lines {
                        OrderLineRow(
                            quantity: line.quantity, name: line.name, choices: line.choiceNames, total: order.money(line.total),
                            picture: DishPicture(of: line.item, name: line.name, pictures[line.item], size: .small))
                    }
                }
            }
            OrderSums(subtotal: order.subtotal, discount: order.discount, points: order.points, currency: order.currency)
            if order.status.isActive, points > 0 { p(.class("muted")) { "You get \(points) points when you pick it up." } }
            facts
            Actions {
                if order.status != .pendingPayment {
                    Form(CafeteriaPaths.reorder(order.id)) {
                        Button(
                            "Order again", icon: .refresh, style: order.status.isOver ? .primary : .secondary, .data("needs-connection"))
                    }
                }
                if order.status.canBeCancelled {
                    LinkButton(
                        "Cancel order…", href: CafeteriaPaths.cancel(order.id), style: .secondary, .data("needs-connection"),
                        Dialog.opening(CancelOrderDialog.id))
                }
            }
        }
        if !order.status.isOver { div(.class("narrow")) { PlaceTime(zone: clock.zone) } }
        // Outside of what is drawn anew at each step. A script puts the offer into its place.
        if !isReady, !order.status.isOver { notify }
        if order.status.canBeCancelled { CancelOrderDialog(order: order, money: CancelledMoney(payments), sequence: sequence) }
    }

    @HTMLBuilder private var cancelled: Node {
        Alert(.info, title: order.cancelReason) {
            for payment in payments { if let words = refundWords(payment) { p { words } } }
            if isUntouched { p { "No money was taken." } }
        }
    }

    /// Whether there was something to pay and nothing of it ever came.
    private var isUntouched: Bool { order.total > 0 && payments.allSatisfy { !$0.isPaid && refundWords($0) == nil } }

    private func refundWords(_ payment: Payment) -> Text? {
        switch payment.status {
        case .refundRequested where payment.isCash: "Collect \(payment.amount) at the counter."
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
            if now > order.promisedAt {
                p { late }
            } else {
                // A page that stays open says it by the clock.
                p(.data("late-from", String(order.promisedAt.milliseconds)), .data("late", text: late)) {
                    "Ready \(clock.about(order.promisedAt)). Show this number at the counter then."
                }
            }
            whereAndCode
        }
    }

    @HTMLBuilder private var whereAndCode: Node {
        if !place.isEmpty { p(.dir("auto")) { place } }
        QRCodeImage(order.token, label: "Code for pickup")
    }

    /// What somebody came for, before everything else; a script makes it heard and felt when it comes while the page is open.
    private var ready: some HTML {
        section(.class("card pickup ready-card"), .data("ready"), .aria("labelledby", "ready-title")) {
            h2(.id("ready-title")) { "Ready – bring this code to the counter" }
            p(.class("pickup-number")) { order.number }
            whereAndCode
        }
    }

    /// The offer to hear of it elsewhere; hidden where this device can't, or does already.
    private var notify: some HTML {
        div(.data("push", NotificationsPaths.apiPush())) {
            div(.class("card order-notify"), .data("push-offer"), .flag("hidden")) {
                Icon.bell
                p { "Get a notification when it’s ready?" }
                Button("Turn on", style: .secondary, .type("button"), .data("push-on"), .data("needs-connection"))
            }
            p(.class("muted"), .data("push-word", "denied"), .flag("hidden"), .role("status")) {
                "Notifications are blocked for this site. To allow them, tap the icon beside the address and turn on Notifications."
            }
            p(.class("muted"), .data("push-word", "failed"), .flag("hidden"), .role("status")) {
                "That didn’t work. Check your connection and try again."
            }
        }
    }

    private var late: Text { "It’s taking longer than planned. You’ll be told when it’s ready." }

    private var facts: some HTML {
        Card("Details") {
            DescriptionList([
                .init("Ordered") { "\(moment: order.createdAt)" as Text },
                .init("Completed") { if let moment = order.completedAt { "\(moment: moment)" as Text } },
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
