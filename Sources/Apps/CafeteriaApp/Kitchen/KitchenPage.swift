import Core
import Interface
import Markup
import Web

/// The kitchen's queue, for a tablet on the wall: what is wanted next stands first (CAF-042, CAF-043).
struct KitchenPage: PageAnswer {
    let tickets: [Kitchen.Ticket]
    let stations: [Station]
    let station: StationID?
    let now: Instant
    /// The place in the event stream at which this page was drawn.
    let sequence: Int64
    let isPaused: Bool

    var title: Text { "Kitchen" }
    var shell: ShellStyle { .app("cafeteria") }
    var scripts: [String] { ["cafeteria/js/kitchen.js"] }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.home(), fills: .wide) }

    var body: some HTML {
        div(.class("kitchen"), .data("kitchen")) {
            div(.class("kitchen-bar")) {
                h1 { title }
                if stations.count > 1 {
                    ChipRow("Station") {
                        Chip("All", href: CafeteriaPaths.kitchen(), isSelected: station == nil)
                        for one in stations {
                            Chip(
                                .verbatim(one.name), href: link(CafeteriaPaths.kitchen(), query: ["station": one.id.description]),
                                isSelected: station == one.id)
                        }
                    }
                }
                LinkButton("Counter", href: CafeteriaPaths.counter(), style: .secondary)
                Form(CafeteriaPaths.pause()) {
                    input(.type("hidden"), .name("paused"), .value(isPaused ? "false" : "true"))
                    Button(isPaused ? "Take orders again" : "Pause ordering", icon: isPaused ? .play : .pause, style: .secondary)
                }
            }
            if isPaused { Alert(.warning) { "Ordering is paused. Customers can’t place new orders." } }
            div(
                .id("kitchen-queue"), .class("kitchen-queue"), .live(Kitchen.topic), .data("live-after", String(sequence)),
                .data("live-refresh", "30"),
                .data("new-order", text: "New order")
            ) {
                if tickets.isEmpty {
                    EmptyState(.pot, title: "No orders right now", message: "New orders appear here automatically, with a sound.")
                } else {
                    for ticket in tickets { KitchenTicket(ticket: ticket, station: station, now: now) }
                }
            }
        }
    }
}

/// One order as the kitchen sees it.
struct KitchenTicket: HTML {
    let ticket: Kitchen.Ticket
    let station: StationID?
    let now: Instant

    private var order: Order { ticket.order }

    var body: some HTML {
        article(
            .class("ticket ticket-\(order.status.rawValue) \(lateness)"), .data("order", order.id.description),
            .aria("label", "Order \(order.number)")
        ) {
            header(.class("ticket-head")) {
                strong(.class("ticket-number")) { order.number }
                span(.class("ticket-customer"), .dir("auto")) { order.customer }
                span(.class("ticket-time")) {
                    "\(time: order.promisedAt)" as Text
                    TimeAgo(order.confirmedAt ?? order.createdAt)
                }
            }
            ul(.class("ticket-lines")) {
                for line in ticket.lines {
                    li {
                        strong { "\(line.quantity) ×" as Text }
                        " " as String
                        span(.dir("auto")) { line.name }
                        if !line.choiceNames.isEmpty { p(.class("ticket-choices"), .dir("auto")) { line.choiceNames } }
                    }
                }
            }
            if !order.instructions.isEmpty { p(.class("ticket-instructions"), .dir("auto")) { order.instructions } }
            footer(.class("ticket-steps")) { steps }
        }
    }

    private var lateness: String {
        guard order.status != .ready else { return "ticket-done" }
        return switch ticket.lateness(at: now) {
        case ..<(-3): "ticket-early"
        case ..<1: "ticket-due"
        default: "ticket-late"
        }
    }

    @HTMLBuilder private var steps: Node {
        switch order.status {
        case .confirmed:
            step("Start", .preparing, .primary)
            step("Ready", .ready, .secondary)
        case .preparing:
            step("Ready", .ready, .primary)
            step("Undo", .confirmed, .secondary)
        case .ready:
            step("Handed over", .completed, .primary)
            step("Undo", .preparing, .secondary)
        case .pendingPayment, .completed, .cancelled: Node.nothing
        }
    }

    private func step(_ label: Text, _ status: OrderStatus, _ style: ButtonStyle) -> some HTML {
        Form(CafeteriaPaths.kitchenOrder(order.id)) {
            input(.type("hidden"), .name("status"), .value(status.rawValue))
            if let station { input(.type("hidden"), .name("station"), .value(station.description)) }
            Button(label, style: style)
        }
    }
}

/// The counter: what is ready, in large numbers, and who still pays.
struct CounterPage: PageAnswer {
    let orders: [Order]
    /// Orders that are paid here.
    let cash: [Order]
    let sequence: Int64

    var title: Text { "Counter" }
    var shell: ShellStyle { .app("cafeteria") }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.kitchen()) }

    var body: some HTML {
        div(.id("counter"), .class("counter stack"), .live(Kitchen.topic), .data("live-after", String(sequence)), .data("live-refresh")) {
            PageHeader(title)
            if !cash.isEmpty {
                Card("To pay") {
                    ul(.class("counter-cash")) {
                        for order in cash {
                            li {
                                strong { order.number }
                                span(.dir("auto")) { order.customer }
                                span { "\(order.cost)" as Text }
                                Form(CafeteriaPaths.takeCash(order.id)) { Button("Paid") }
                            }
                        }
                    }
                }
            }
            section(.aria("labelledby", "ready-title")) {
                h2(.id("ready-title")) { OrderStatus.ready.name }
                let ready = orders.filter { $0.status == .ready }
                if ready.isEmpty { p(.class("muted")) { "Nothing is waiting to be picked up." } }
                div(.class("counter-numbers")) {
                    for order in ready {
                        Form(CafeteriaPaths.kitchenOrder(order.id), .class("counter-number")) {
                            input(.type("hidden"), .name("status"), .value(OrderStatus.completed.rawValue))
                            strong { order.number }
                            span(.dir("auto")) { order.customer }
                            Button("Handed over")
                        }
                    }
                }
            }
            section(.aria("labelledby", "making-title")) {
                h2(.id("making-title")) { OrderStatus.preparing.name }
                p(.class("counter-making")) { orders.filter { $0.status != .ready }.map(\.number).joined(separator: "  ") }
            }
        }
    }
}
