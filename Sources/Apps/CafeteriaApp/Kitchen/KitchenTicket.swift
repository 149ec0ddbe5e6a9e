import Core
import Interface
import Markup
import Web

/// One order as the kitchen sees it.
struct KitchenTicket: HTML {
    let ticket: Kitchen.Ticket
    /// The station that looks; nil for those who see all of it.
    let station: StationID?
    let stations: [Station]
    let clock: ClockWords

    private var order: Order { ticket.order }
    private var now: Instant { clock.now }
    private var isReady: Bool { order.status == .ready }
    private var isCancelled: Bool { order.status == .cancelled }
    private var isForLater: Bool { ticket.isForLater(at: now, for: station) }
    private var since: Instant { order.confirmedAt ?? order.createdAt }

    var body: some HTML {
        let timing = ticket.timing(at: now)
        article(
            .class("ticket"), .data("order", order.id.description), .data("status", order.status.rawValue), .data("number", order.number),
            .data("timing", isReady ? "ready" : isCancelled ? "cancelled" : isForLater ? "later" : timing.name),
            .data("promised", String(order.promisedAt.milliseconds)),
            .data("since", String(since.milliseconds)),
            .data("ticket", link(CafeteriaPaths.ticket(order.id), query: ["station": station?.description])),
            .if(isCancelled, .data("cancelled", order.id.description)), .tabindex(-1), .aria("label", "Order \(order.number)")
        ) {
            header(.class("ticket-head")) {
                strong(.class("ticket-number")) { order.number }
                span(.class("ticket-customer"), .dir("auto")) { CustomerName(order: order) }
                span(.class("ticket-time")) {
                    span(.class("ticket-promised")) { "For \(clock.time(order.promisedAt))" as Text }
                    if isReady {
                        // The food waits for its customer now.
                        if let ready = order.readyAt, minutes(since: ready) > 0 {
                            span(.class("ticket-elapsed")) { "Ready for \(minutes(since: ready)) min" }
                        }
                    } else if !isCancelled, !isForLater {
                        span(.class("ticket-elapsed"), .data("elapsed"), .title("Since it was ordered")) { elapsed }
                    }
                }
            }
            if isCancelled {
                p(.class("ticket-cancelled"), .role("alert")) {
                    Icon.warning
                    span { order.status.name }
                }
            } else {
                standing(timing)
            }
            if ticket.isRefunded, !isCancelled { refunded }
            ul(.class("ticket-lines")) {
                for (index, line) in shown {
                    li(.if(isDone(line) || isCancelled, .class("ticket-line-done")), counted(line)) {
                        span(.class("ticket-count")) { "\(line.quantity) ×" as Text }
                        span {
                            span(.dir("auto")) { line.name }
                            if isDone(line) { span(.class("visually-hidden")) { "Done" } }
                            if !line.choiceNames.isEmpty { span(.class("ticket-choices"), .dir("auto")) { line.choiceNames } }
                        }
                        if isDone(line) {
                            Icon.check
                        } else if !isReady, !isCancelled, !isForLater {
                            // The script that keeps ticks shows it.
                            IconButton(
                                .check, label: "Done: \(line.name)", .type("button"), .flag("hidden"), .class("ticket-tick"),
                                .data("tick", String(index)))
                        }
                    }
                }
            }
            if station != nil, let others = elsewhere { p(.class("ticket-elsewhere")) { others } }
            if !order.instructions.isEmpty {
                if isCancelled {
                    p(.class("ticket-withdrawn"), .dir("auto")) { order.instructions }
                } else {
                    TicketInstructions(words: order.instructions)
                }
            }
            footer(.class("ticket-steps")) {
                steps
                IconButton(.dots, label: "Details of order \(order.number)", href: CafeteriaPaths.counterOrder(order.id))
            }
        }
    }

    private func standing(_ timing: Timing) -> some HTML {
        p(.class("ticket-timing")) {
            Icon.warning
            Icon.clock
            Icon.check
            if isReady {
                order.status.name
            } else {
                if isForLater, let begin = ticket.begin(at: station) {
                    span { "Begin \(clock.at(begin))" as Text }
                } else {
                    span(.data("timing-words")) { timing.words }
                }
                if order.status == .preparing { span(.class("ticket-status")) { order.status.name } }
            }
        }
    }

    private var elapsed: Text {
        let minutes = minutes(since: since)
        return minutes > 60 ? "Waiting \(minutes / 60) h \(minutes % 60) min" : "Waiting \(minutes) min"
    }

    private func minutes(since moment: Instant) -> Int { max(0, Int(clamping: (now - moment).wholeMilliseconds / 60_000)) }

    private var refunded: some HTML {
        p(.class("ticket-refunded")) {
            Icon.warning
            span { "Refunded. Ask at the counter." }
        }
    }

    /// What the script takes off “To make” when the line is ticked.
    private func counted(_ line: OrderLine) -> Attribute {
        guard !isForLater, ticket.open(for: station).contains(line) else { return .nothing }
        return .group([.data("makes", line.name), .data("quantity", String(line.quantity))])
    }

    /// The lines with their places in the order.
    private var shown: [(Int, OrderLine)] {
        ticket.lines.enumerated().filter { station == nil || $1.station == station }.map { ($0, $1) }
    }

    private func isDone(_ line: OrderLine) -> Bool { ticket.done.contains(line.station) && !isReady && !isCancelled }

    /// The other stations that make a part of it.
    private var elsewhere: Text? {
        let names = stations.filter { $0.id != station && ticket.stations.contains($0.id) }.map(\.name)
        return names.isEmpty ? nil : "Also at: \(names.joined(separator: ", "))"
    }

    @HTMLBuilder private var steps: Node {
        switch (order.status, station) {
        case (.confirmed, _) where isForLater:
            step("Start early", .preparing, .secondary)
        case (.confirmed, let station?):
            step("Start", .preparing, .primary, .data("begins"))
            finish("Done", at: station, .secondary)
        case (.preparing, let station?):
            // What another station has finished stays finished.
            if ticket.done.isEmpty { undo(.confirmed) }
            finish("Done", at: station, .primary)
        case (.confirmed, nil):
            step("Start", .preparing, .primary, .data("begins"))
            step("Ready", .ready, .secondary, .data("finishes"))
        // What leads on stays where it was, so that a habitual tap takes nothing back.
        case (.preparing, nil):
            undo(.confirmed)
            step("Ready", .ready, .primary)
        case (.ready, nil):
            undo(.preparing)
            step("Hand over", .completed, .primary)
        case (.cancelled, _):
            Form(CafeteriaPaths.dismiss(order.id), .data("step"), .data("number", order.number)) {
                if let station { input(.type("hidden"), .name("station"), .value(station.description)) }
                Button("Dismiss", style: .secondary)
            }
        default: Node.nothing
        }
    }

    private func undo(_ status: OrderStatus) -> some HTML { step("Undo", status, .secondary, .data("takes-back")) }

    private func step(_ label: Text, _ status: OrderStatus, _ style: ButtonStyle, _ sign: Attribute = .nothing) -> some HTML {
        OrderStep(order: order, status: status, sign) { Button(label, style: style) }
    }

    /// What is done then, and what isn't.
    private func finished(at station: StationID) -> Text {
        let name = stations.first { $0.id == station }?.name ?? ""
        let open = stations.filter { $0.id != station && ticket.stations.contains($0.id) && !ticket.done.contains($0.id) }.map(\.name)
        return open.isEmpty
            ? "Order \(order.number): \(name) done, ready to hand over"
            : "Order \(order.number): \(name) done, \(open.joined(separator: ", ")) still to make"
    }

    private func finish(_ label: Text, at station: StationID, _ style: ButtonStyle) -> some HTML {
        Form(
            CafeteriaPaths.kitchenPart(order.id, station), .data("step", text: finished(at: station)), .data("undo", "done=false"),
            .data("number", order.number), .data("finishes")
        ) {
            input(.type("hidden"), .name("done"), .value("true"))
            Button(label, style: style)
        }
    }
}

/// A form that moves an order; the board's script sends it, and shows how to take it back.
struct OrderStep: HTML {
    let body: Node

    init(order: Order, status: OrderStatus, _ attributes: Attribute..., @HTMLBuilder content: () -> Node) {
        body =
            Form(
                CafeteriaPaths.kitchenOrder(order.id), .data("step", text: Self.words(order, status)),
                .data("undo", "status=\(order.status.rawValue)"), .data("number", order.number), .group(attributes)
            ) {
                input(.type("hidden"), .name("status"), .value(status.rawValue))
                content()
            }.node
    }

    private static func words(_ order: Order, _ status: OrderStatus) -> Text {
        status == .confirmed ? "Order \(order.number) is back in “To make”" : "Order \(order.number): \(status.name)"
    }
}

/// What the customer asked for, marked so that nobody takes it for a dish.
struct TicketInstructions: HTML {
    let words: String

    var body: some HTML {
        div(.class("ticket-instructions")) {
            p(.class("ticket-instructions-title")) {
                Icon.warning
                span { "Special instructions" }
            }
            p(.dir("auto")) { words }
        }
    }
}
