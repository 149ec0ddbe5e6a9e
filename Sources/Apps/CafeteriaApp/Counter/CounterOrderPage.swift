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
    let providers: [any PaymentProvider]
    /// The place in the event stream at which this page was drawn.
    let sequence: Int64
    /// The time at which it is looked at.
    let now: Instant
    var problem: Problem?
    var given = ""
    var phone = ""

    var title: Text { "Order \(order.number)" }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var scripts: [String] { ["cafeteria/js/board.js", "cafeteria/js/scan.js", "cafeteria/js/change.js"] }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.counter()) }

    var body: some HTML {
        div(.class("board narrow stack"), .data("board")) {
            CodeField(takesFocus: order.status.isOver || order.status == .ready)
            BoardOffline(now: now)
            div(
                .id("counter-order"), .class("stack"), .data("board-live"), .live(Kitchen.topic), .data("live-after", String(sequence))
            ) {
                ProblemAlert(problem)
                if wasRefunded { Alert(.warning) { "The money for this order was refunded." } }
                verdict
                if order.status == .pendingPayment { pay }
                Card("Order") {
                    ul(.class("order-lines")) {
                        for line in lines {
                            OrderLineRow(quantity: line.quantity, name: line.name, choices: line.choiceNames, total: order.money(line.total))
                        }
                    }
                    if !order.instructions.isEmpty { TicketInstructions(words: order.instructions) }
                }
                OrderSums(subtotal: order.subtotal, discount: order.discount, points: order.points, currency: order.currency)
                facts
                Actions {
                    LinkButton("New sale", href: CafeteriaPaths.sale(), icon: .plus, style: .secondary)
                    LinkButton("Print ticket", href: CafeteriaPaths.ticket(order.id), icon: .file, style: .secondary)
                    if order.status.canBeCancelledByStaff {
                        LinkButton("Cancel order…", href: CafeteriaPaths.cancelForCustomer(order.id), icon: .close, style: .dangerOutline)
                    }
                }
            }
        }
    }

    // MARK: Whether it may be handed over

    private var verdict: some HTML {
        section(
            .class("card verdict"), .data("verdict", order.status.rawValue), .data("order", order.id.description),
            .aria("label", title)
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
            steps
        }
    }

    private var words: Text {
        switch order.status {
        case .pendingPayment: "Not paid. Don’t hand it over."
        case .confirmed, .preparing:
            now > order.promisedAt
                ? "Not ready. It should have been ready at \(time: order.promisedAt)." : "Not ready. It should be ready at \(time: order.promisedAt)."
        case .ready: "Ready to hand over"
        case .completed:
            order.completedAt.map { "Handed over at \(time: $0)." } ?? "Handed over"
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
                OrderStep(order: order, status: .preparing) { Button("Start", style: .secondary) }
                OrderStep(order: order, status: .ready) { Button("Ready") }
            }
        case .preparing: Actions { OrderStep(order: order, status: .ready) { Button("Ready") } }
        case .ready: Actions { OrderStep(order: order, status: .completed) { Button("Handed over", icon: .check) } }
        case .completed: Actions { OrderStep(order: order, status: .ready) { Button("Undo", icon: .refresh, style: .secondary) } }
        case .cancelled: cancelled
        case .pendingPayment: Node.nothing
        }
    }

    @HTMLBuilder private var cancelled: Node {
        if let reason = order.cancelReason { p { reason } }
        for payment in payments {
            switch payment.status {
            case .refundRequested where payment.isCash:
                Form(CafeteriaPaths.handBack(order.id), .data("step")) { Button("Give \(payment.amount) back in cash", icon: .wallet) }
            case .refundRequested: p { "\(payment.amount) is on its way back." }
            case .refunded: p { "\(payment.amount) was given back. Receipt: \(payment.refund?.receipt?.number ?? "")" }
            case .refundFailed: p { "Sending \(payment.amount) back failed. Ask a manager to pay it out." }
            default: EmptyHTML()
            }
        }
    }

    // MARK: Paying

    /// Whether staff gave the money back without cancelling the order.
    private var wasRefunded: Bool {
        order.status != .cancelled && !payments.contains(where: \.isPaid)
            && payments.contains { $0.status == .refunded || $0.status == .refundRequested }
    }

    private var latest: Payment? { payments.first }

    private var pay: some HTML {
        Card("Take payment") {
            if let latest, latest.isOpen, let phone = latest.payingPhone {
                p(.role("status")) { "Waiting for the M-Pesa PIN on \(phone.readable)." }
            } else if let failure = latest?.failure {
                Alert(.warning) { failure }
            }
            CashForm(action: CafeteriaPaths.takeCash(order.id), cost: order.cost, given: given, error: problem?.fields["given"])
            if latest?.isOpen != true || latest?.isCash == true, providers.contains(where: \.asksPhone) {
                Form(CafeteriaPaths.askPhone(order.id), .class("stack")) {
                    TextField(
                        "M-Pesa phone number", name: "phone", value: phone.isEmpty ? latest?.payingPhone?.readable ?? "" : phone, kind: .tel,
                        error: problem?.fields["phone"], isRequired: true, .autocomplete("off"), .maxlength(20))
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
                .init("Receipt", payments.compactMap(\.receipt).first?.number ?? ""),
            ])
        }
    }

    private func name(of payment: Payment) -> Text { providers.first { $0.id == payment.provider }?.receiptName ?? .verbatim(payment.provider) }
}

/// Takes cash: what was handed over, and what goes back.
struct CashForm: HTML {
    let action: String
    let cost: Money
    let given: String
    let error: Text?

    var body: some HTML {
        Form(action, .class("stack"), .data("change", String(cost.minor))) {
            GivenField(cost: cost, given: given, error: error)
            Button("Take \(cost) in cash", icon: .wallet)
        }
    }
}

/// The cash that was handed over; a script says at once what goes back.
struct GivenField: HTML {
    let cost: Money
    let given: String
    let error: Text?

    /// What people are likely to hand over: the amount itself, and what they have when they round it up to notes.
    private var notes: [Int] {
        let roundings = [50_00, 100_00, 200_00, 500_00, 1000_00].map { (cost.minor + $0 - 1) / $0 * $0 }
        return Array(Set(roundings + [cost.minor])).sorted().prefix(5).map(\.self)
    }

    var body: some HTML {
        TextField(
            "Cash given", name: "given", value: given, hint: "Leave it empty for the exact amount.", error: error, .inputmode("decimal"),
            .maxlength(12), .autocomplete("off"), .data("given"))
        // One tap instead of typing; only a script can carry it over.
        if cost.minor > 0 {
            div(.class("notes"), .data("notes"), .flag("hidden")) {
                for amount in notes {
                    Button(
                        amount == cost.minor ? "Exact amount" : "\(Money(minor: amount, currency: cost.currency))", style: .secondary,
                        .type("button"), .data("note", ChoiceText.amount(amount, cost.currency)))
                }
            }
        }
        p(
            .class("change"), .role("status"), .data("change-words"), .data("words", text: "Change: \("#")"),
            .data("less", text: "That’s less than \(cost)."), .data("currency", cost.currency)
        ) {}
    }
}

/// Asks why an order is cancelled.
struct CancelForCustomerPage: PageAnswer {
    let order: Order
    let isPaid: Bool
    var problem: Problem?

    var title: Text { "Cancel order \(order.number)?" }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.counterOrder(order.id)) }

    var body: some HTML {
        ConfirmPage(
            title, message: "The customer is told, with the reason.",
            consequences: isPaid ? ["The customer gets the money back the way it was paid, and points that were used."] : [], problem: problem,
            confirm: "Cancel the order", icon: .close, action: CafeteriaPaths.cancelForCustomer(order.id),
            cancel: CafeteriaPaths.counterOrder(order.id), keep: "Keep the order"
        ) {
            RadioGroup(
                "Reason", name: "reason", choices: CancelReason.allCases.map { Choice($0.rawValue, $0.choice) },
                error: problem?.fields["reason"])
            TextField("In your own words", name: "words", isConditional: true, .maxlength(CancelReason.longest))
        }
    }
}

/// Why staff cancel an order.
enum CancelReason: String, CaseIterable, Sendable {
    case soldOut = "sold-out"
    case closing, asked
    case notPickedUp = "not-picked-up"
    case other

    static let longest = 200

    /// What staff choose.
    var choice: Text {
        switch self {
        case .soldOut: "Something is sold out"
        case .closing: "The kitchen can’t make it"
        case .asked: "The customer asked for it"
        case .notPickedUp: "It wasn’t picked up"
        case .other: "Another reason"
        }
    }

    /// What the customer reads.
    /// - Throws: ``OrderRefusal/reasonMissing`` for another reason without words.
    func words(_ own: String) throws(OrderRefusal) -> Text {
        switch self {
        case .soldOut: return "Something in it is sold out. We’re sorry."
        case .closing: return "The kitchen can’t make it right now. We’re sorry."
        case .asked: return "Cancelled at the counter, as you asked."
        case .notPickedUp: return "It wasn’t picked up."
        case .other:
            guard !own.isEmpty else { throw .reasonMissing }
            return .verbatim(own)
        }
    }
}
