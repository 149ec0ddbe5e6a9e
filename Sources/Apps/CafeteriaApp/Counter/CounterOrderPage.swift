import Core
import Interface
import Markup
import Payments
import Web

/// An order as staff see it: whether it may be handed over, in large letters, and what else can be done with it.
struct CounterOrderPage: PageAnswer {
    let order: Order
    let lines: [OrderLine]
    /// Newest first.
    let payments: [Payment]
    let receipts: [ReceiptLink]
    let providers: [any PaymentProvider]
    /// The place in the event stream at which this page was drawn.
    let sequence: Int64
    let clock: ClockWords
    /// Whether the sale was made just now: what the cashier needs then comes first.
    var isSold = false
    var problem: Problem?
    var given = ""
    var phone = ""

    private var now: Instant { clock.now }

    var title: Text { "Order \(order.number)" }
    var shell: ShellStyle { .work("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var scripts: [String] { ["cafeteria/js/board.js", "cafeteria/js/scan.js", "cafeteria/js/change.js", "cafeteria/js/countdown.js"] }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.counter()) }

    var body: some HTML {
        div(.class("board narrow stack"), .data("board")) {
            if !isSold { CodeField(takesFocus: (order.status.isOver && owedCash == nil) || order.status == .ready) }
            BoardOffline(now: now)
            div(
                .id("counter-order"), .class("stack"), .data("board-live"), .live(Kitchen.topic), .data("live-after", String(sequence))
            ) {
                ProblemAlert(problem?.beside(["given", "phone"]))
                if wasRefunded { Alert(.warning) { "The money for this order was refunded." } }
                if order.status != .cancelled { for payment in paidTwice { twice(payment) } }
                if order.status != .cancelled, let owedCash {
                    section(.class("card verdict"), .aria("label", "Give back in cash")) { handBack(owedCash) }
                }
                div(.class("counter-verdict"), .if(takesMoney, .class("counter-sum"))) {
                    if isSold { SoldCard(order: order, payment: latest, change: change, receipt: receipts.first, clock: clock) } else { verdict }
                    if order.status == .pendingPayment { pay }
                }
                Card("Ordered items") {
                    ul(.class("order-lines")) {
                        for line in lines {
                            OrderLineRow(quantity: line.quantity, name: line.name, choices: line.choiceNames, total: order.money(line.total))
                        }
                    }
                    if !order.instructions.isEmpty { TicketInstructions(words: order.instructions) }
                }
                OrderSums(subtotal: order.subtotal, discount: order.discount, points: order.points, currency: order.currency)
                facts
                if isSold, order.status != .pendingPayment { steps }
                Actions {
                    if !isSold {
                        if owedCash == nil { LinkButton("New sale", href: CafeteriaPaths.sale(), icon: .cart, style: .secondary) }
                        if let receipt = receipts.first { ReceiptButton(receipt: receipt) }
                        LinkButton("Print ticket", href: CafeteriaPaths.ticket(order.id), icon: .file, style: .secondary)
                    }
                    if order.status.canBeCancelledByStaff, order.status != .completed || hasRefund {
                        LinkButton(
                            order.status == .completed ? "Refund order…" : "Cancel order…", href: CafeteriaPaths.cancelForCustomer(order.id),
                            icon: .close, style: .dangerOutline)
                    }
                }
            }
        }
    }

    /// Whether the sum and the ways to pay it stand beside each other.
    private var takesMoney: Bool { order.status == .pendingPayment && !isWaiting }

    // MARK: Whether it may be handed over

    private var verdict: some HTML {
        section(
            .class("card verdict"), .data("verdict", order.status.rawValue), .data("order", order.id.description),
            .if(order.status == .cancelled, .data("cancelled", order.id.description)), .aria("label", title)
        ) {
            h1(.class("verdict-number")) {
                span(.class("visually-hidden")) { title }
                span(.aria("hidden", true)) { order.number }
            }
            p(.class("verdict-customer"), .dir("auto")) { CustomerName(order: order) }
            p(.class("verdict-words"), .role("status")) {
                verdictIcon
                span { words }
            }
            if let change { p(.class("verdict-change")) { "Change: \(change)" } }
            if order.status == .pendingPayment { DueMoney(order: order, payment: latest, clock: clock) }
            steps
        }
    }

    private var words: Text {
        switch order.status {
        case .pendingPayment: "Not paid. Don’t hand it over."
        case .confirmed, .preparing:
            now > order.promisedAt
                ? "Not ready. It should have been ready \(clock.at(order.promisedAt))."
                : "Not ready. It should be ready \(clock.at(order.promisedAt))."
        case .ready: "Ready to hand over"
        case .completed:
            order.completedAt.map { "Completed \(clock.at($0))." } ?? "Completed"
        case .cancelled: "Cancelled. Don’t hand it over."
        }
    }

    private var verdictIcon: Icon {
        switch order.status {
        case .ready: .check
        case .confirmed, .preparing: .clock
        case .completed: .history
        case .pendingPayment, .cancelled: .warning
        }
    }

    /// What was given back to whoever paid with more.
    private var change: Money? {
        guard let given = order.cashGiven, given > order.total, payments.contains(where: \.isPaid) else { return nil }
        return order.money(given - order.total)
    }

    @HTMLBuilder private var steps: Node {
        switch order.status {
        case .confirmed:
            Actions {
                OrderStep(order: order, status: .preparing) { Button("Start") }
                OrderStep(order: order, status: .ready) { Button("Ready", style: .secondary) }
            }
        case .preparing: Actions { OrderStep(order: order, status: .ready) { Button("Ready") } }
        case .ready: Actions { OrderStep(order: order, status: .completed) { Button("Hand over", icon: .check) } }
        case .completed: Actions { OrderStep(order: order, status: .ready) { Button("Undo", icon: .refresh, style: .secondary) } }
        case .cancelled: cancelled
        case .pendingPayment: Node.nothing
        }
    }

    @HTMLBuilder private var cancelled: Node {
        if !isSold, let reason = order.cancelReason { p { CancelReason.forStaff(reason) } }
        if order.cancelReason == Orders.notPaidInTime { SellAgain(order: order) }
        for payment in payments {
            switch payment.status {
            case _ where payment.isDueInCash: handBack(payment)
            case .refundRequested: p { "\(payment.amount) is on its way back." }
            case .refunded: p { "\(payment.amount) was given back. Receipt: \(payment.refund?.receipt?.number ?? "")" }
            default: EmptyHTML()
            }
        }
    }

    @HTMLBuilder private func handBack(_ payment: Payment) -> Node {
        let amount = payment.amount
        if !payment.isCash { p { "M-Pesa couldn’t send it back." } }
        div(.class("sold-money")) {
            p { "Give back in cash" }
            strong(.class("sold-change")) { "\(amount)" as Text }
        }
        p(.class("muted")) { "Give the customer the money, then confirm it here." }
        Form(CafeteriaPaths.handBack(order.id), .data("step")) {
            input(.type("hidden"), .name("payment"), .value(payment.id.description))
            Button("I gave back \(amount)", icon: .check)
        }
    }

    // MARK: Paying

    /// Whether anything is left to give back.
    private var hasRefund: Bool { order.points > 0 || payments.contains(where: \.isPaid) }

    /// Whether staff gave the money back without cancelling the order.
    private var wasRefunded: Bool {
        order.status != .cancelled && !payments.contains(where: \.isPaid)
            && payments.contains { $0.status == .refunded || $0.status == .refundRequested }
    }

    /// Money that came although the order was paid already, on its way back or there.
    private var paidTwice: [Payment] {
        guard payments.contains(where: \.isPaid) else { return [] }
        return payments.filter { !$0.isCash && ($0.status == .refundRequested || $0.status == .refunded) }
    }

    private func twice(_ payment: Payment) -> some HTML {
        Alert(.info) {
            if payment.status == .refunded {
                "The customer paid twice. \(payment.amount) was given back. Receipt: \(payment.refund?.receipt?.number ?? "")"
            } else {
                "The customer paid twice. \(payment.amount) is on its way back."
            }
        }
    }

    private var latest: Payment? { payments.first }
    /// What staff still have to give back in cash.
    private var owedCash: Payment? { payments.first(where: \.isDueInCash) }
    private var isWaiting: Bool { latest?.isOpen == true && latest?.payingPhone != nil }

    @HTMLBuilder private var pay: Node {
        if isWaiting {
            if let latest, let asked = latest.payingPhone { prompt(latest, asked) }
            details(.class("fold"), .data("keeps-open", "cash"), .flag("open", problem?.fields["given"] != nil)) {
                summary {
                    Icon.chevronRight
                    "Take cash instead" as Text
                }
                cash
            }
        } else {
            ways
        }
    }

    /// A script holds “Send again” back while the phone may still show the last one; without one the answer says so.
    private func prompt(_ payment: Payment, _ asked: KenyanPhone) -> some HTML {
        Card("Nothing on the phone?") {
            Form(CafeteriaPaths.askPhone(order.id), .class("stack")) {
                input(.type("hidden"), .name("phone"), .value(asked.readable))
                Button(
                    "Send again", icon: .refresh, style: .secondary, .data("needs-connection"),
                    .data("enabled-from", String(Payments.nextPrompt(after: payment).milliseconds)),
                    .data("until-then", text: "Send again in \("%1")"))
            }
            details(.class("fold"), .data("keeps-open", "number"), .flag("open", problem?.fields["phone"] != nil)) {
                summary {
                    Icon.chevronRight
                    "Change number" as Text
                }
                Form(CafeteriaPaths.askPhone(order.id), .class("stack")) {
                    phoneField(phone.isEmpty ? asked.readable : phone)
                    Button("Send to this number", icon: .send, style: .secondary, .data("needs-connection"))
                }
            }
        }
    }

    private func phoneField(_ value: String) -> TextField {
        TextField(
            "M-Pesa phone number", name: "phone", value: value, kind: .tel, error: problem?.fields["phone"], isRequired: true,
            .autocomplete("off"), .maxlength(20), .flag("autofocus", problem?.fields["phone"] != nil))
    }

    private var cash: some HTML {
        CashForm(action: CafeteriaPaths.takeCash(order.id), cost: order.cost, given: given, error: problem?.fields["given"])
    }

    private var ways: some HTML {
        Card("Take payment") {
            if let failure = latest?.failure { Alert(.warning) { failure } }
            cash
            if providers.contains(where: \.asksPhone) {
                Form(CafeteriaPaths.askPhone(order.id), .class("stack")) {
                    phoneField(phone.isEmpty ? latest?.payingPhone?.readable ?? "" : phone)
                    Button("Ask for \(order.cost) by M-Pesa", icon: .send, style: .secondary)
                }
            }
        }
    }

    private var facts: some HTML {
        Card("Details") {
            DescriptionList([
                .init("Status") { OrderBadge(status: order.status) },
                .init("Ordered") { "\(moment: order.createdAt)" as Text },
                .init("Promised") { "\(moment: order.promisedAt)" as Text },
                .init("Payment") { if let paid = payments.first(where: { $0.receipt != nil }) { name(of: paid) } },
                .init("Transaction ID", payments.compactMap(\.transactionID).first ?? ""),
                .init("Receipt") { if !receipts.isEmpty { ReceiptLinks(receipts, isWork: true) } },
            ])
        }
    }

    private func name(of payment: Payment) -> Text { providers.first { $0.id == payment.provider }?.receiptName ?? .verbatim(payment.provider) }
}
