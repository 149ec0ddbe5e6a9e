import Core
import Foundation
import Interface
import Markup
import Web

/// The kitchen's queue, for a tablet on the wall: what is wanted next stands first (CAF-042, CAF-043).
struct KitchenPage: PageAnswer {
    let queue: Kitchen.Queue
    let station: StationID?
    let clock: ClockWords
    let menu: KitchenMenu
    let pause: OrderingPause?

    private var now: Instant { clock.now }

    var title: Text { "Kitchen" }
    var shell: ShellStyle { .work("cafeteria") }
    var scripts: [String] { ["board", "kitchen", "text-size", "ticks", "panel", "sold-out"].map { "cafeteria/js/\($0).js" } }

    var body: some HTML {
        div(.class("board kitchen"), .data("board"), .data("board-keeps")) {
            h1(.class("visually-hidden")) { title }
            KitchenTools(stations: queue.stations, zone: clock.zone, now: now)
            BoardOffline(now: now)
            SoundOff()
            div(
                .id("kitchen-live"), .class("board-live"), .data("board-live"), .live(Kitchen.topic), .data("live-after", String(queue.sequence)),
                .data("now", String(now.milliseconds)), .group(Self.words)
            ) {
                div(.class("kitchen-line")) {
                    stations
                    if !queue.later.isEmpty { KitchenLater(queue: queue, station: station, clock: clock) }
                    menu
                    if pause == nil { PauseMenu() }
                }
                if let pause { PauseAlert(pause: pause) }
                if !queue.totals.isEmpty { KitchenTotals(totals: queue.totals) }
                if queue.tickets.isEmpty {
                    EmptyState(.pot, title: "No orders right now", message: "New orders appear here automatically, with a sound.")
                } else {
                    div(.class("kitchen-queue"), .data("tickets")) {
                        // A station has no ready ones, so one line of words would only say its chip again.
                        if station == nil { head(makingWords) }
                        for ticket in queue.tickets where ticket.order.status != .ready { card(ticket) }
                        if !ready.isEmpty {
                            head("\(ready.count) ready to hand over")
                            for ticket in ready { card(ticket) }
                        }
                    }
                }
                KitchenRecall(tickets: queue.recent, station: station, clock: clock)
            }
            div(.class("print-sheet"), .data("print-sheet"), .aria("hidden", true))
        }
    }

    private var ready: [Kitchen.Ticket] { queue.tickets.filter { $0.order.status == .ready } }

    /// What the cards above those that are ready are.
    private var makingWords: Text? {
        let cancelled = queue.tickets.count { $0.order.status == .cancelled }
        let making = queue.tickets.count - ready.count - cancelled
        if cancelled == 0 { return making == 0 ? nil : "\(making) orders to make" }
        return making == 0 ? "\(cancelled) cancelled" : "\("\(making) orders to make" as Text), \("\(cancelled) cancelled" as Text)"
    }

    @HTMLBuilder private func head(_ words: Text?) -> Node {
        if let words { h2(.class("kitchen-head")) { words } }
    }

    private func card(_ ticket: Kitchen.Ticket) -> some HTML {
        KitchenTicket(ticket: ticket, station: station, stations: queue.stations, clock: clock)
    }

    /// What the script says as time goes on; `#` is the number of minutes, `##` that of hours.
    private static let words: [Attribute] = [
        .data("words-elapsed", text: "Waiting \("#") min"), .data("words-left", text: "\("#") min left"),
        .data("words-late", text: "\("#") min late"), .data("words-due", text: "Due now"),
        .data("words-elapsed-long", text: "Waiting \("##") h \("#") min"), .data("words-left-long", text: "\("##") h \("#") min left"),
        .data("words-late-long", text: "\("##") h \("#") min late"), .data("words-new", text: "New"),
    ]

    @HTMLBuilder private var stations: Node {
        if queue.stations.count > 1 {
            ChipRow("Station") {
                chip("All", nil, key: 0, count: queue.count)
                for (index, one) in queue.stations.enumerated() {
                    chip(.verbatim(one.name), one.id, key: index + 1, count: queue.counts[one.id] ?? 0)
                }
            }
        }
    }

    private func chip(_ name: Text, _ id: StationID?, key: Int, count: Int) -> some HTML {
        a(
            .class("chip"), .href(link(CafeteriaPaths.kitchen(), query: ["station": id?.description])), .if(station == id, .aria("current", "true")),
            .data("board-part"), .if(key < 10, .data("key", String(key)))
        ) {
            name
            span(.class("chip-count"), .title("\(count) orders to make")) { "\(count)" }
            span(.class("visually-hidden")) { "\(count) orders to make" }
        }
    }
}

/// Switches of this device; a script that can do what they say shows them.
struct KitchenTools: HTML {
    let stations: [Station]
    /// By whose clock the screen goes.
    let zone: TimeZone
    let now: Instant

    var body: some HTML {
        div(.class("board-tools"), .data("tools")) {
            strong(.class("kitchen-clock"), .data("kitchen-clock", zone.identifier)) { "\(time: now)" as Text }
            Button(
                "Turn sound on", icon: .bell, style: .secondary, .type("button"), .flag("hidden"), .data("sound"),
                .data("words-on", text: "Sound is on"), .data("words-off", text: "Turn sound on"))
            details(.class("kitchen-fold needs-script")) {
                summary(.class("button button-secondary"), .title("This screen")) {
                    Icon.settings
                    span { "This screen" }
                }
                section(.class("kitchen-panel screen-choices"), .aria("label", "This screen")) {
                    PanelHead("This screen")
                    if stations.count > 1 { station }
                    BoardTextSizes()
                    Button(
                        "Print new orders", icon: .printer, style: .secondary, .type("button"), .flag("hidden"), .data("print"),
                        .aria("pressed", false))
                    Button(
                        "Full screen", icon: .expand, style: .secondary, .type("button"), .flag("hidden"), .data("full-screen"),
                        .data("words-off", text: "Full screen"), .data("words-on", text: "Leave full screen"))
                    Button(
                        "Keyboard shortcuts", icon: .help, style: .secondary, .type("button"), .flag("hidden"), .data("keys-help"),
                        Dialog.opening("keys"))
                }
            }
            Dialog(id: "keys", title: "Keyboard shortcuts") {
                DescriptionList([
                    .init("Arrow keys") { "Choose an order" as Text }, .init("Enter") { "Next step" as Text }, .init("U") { "Undo" as Text },
                    .init("0") { "All orders" as Text }, .init("1–9") { "A station" as Text }, .init("P") { "Print the order" as Text },
                ])
            }
        }
    }

    /// This device opens the kitchen with it from now on.
    private var station: some HTML {
        div(.class("screen-stations"), .role("group"), .aria("labelledby", "screen-station")) {
            p(.id("screen-station"), .class("field-label")) { "Station of this screen" }
            div(.class("chip-row")) {
                choice("All", nil)
                for one in stations { choice(.verbatim(one.name), one.id) }
            }
        }
    }

    private func choice(_ name: Text, _ id: StationID?) -> some HTML {
        a(.class("chip"), .href(link(CafeteriaPaths.kitchen(), query: ["station": id?.description])), .data("station")) { name }
    }
}

/// Says that new orders are not heard, as after a restart: browsers are silent until somebody touches the page.
struct SoundOff: HTML {
    var body: some HTML {
        div(.class("board-silent"), .data("silent"), .role("alert"), .flag("hidden")) {
            Icon.bell
            p { "Sound is off. Tap anywhere to hear new orders." }
        }
    }
}

/// Says that what is shown may be old.
struct BoardOffline: HTML {
    /// When it was shown.
    let now: Instant

    var body: some HTML {
        div(.class("board-offline"), .data("board-offline"), .role("alert"), .flag("hidden")) {
            Icon.offline
            p {
                strong { "Not connected." }
                " " as String
                span(.data("offline-since")) { "Showing orders as of \(moment: now)." }
                " " as String
                span { "What you tap is kept and sent when the connection is back." }
            }
        }
        Node.element(
            "template",
            [
                .id("board-words"), .data("undo", text: "Undo"), .data("waiting", text: "Not sent yet"),
                .data("failed", text: "Order \("#"): the change wasn’t accepted. Check how it is now."),
                .data("unreached", text: "This part of the kitchen can’t be shown without a connection."),
                .data("failed-other", text: "The change wasn’t accepted. Check how it is now."),
            ], content: .nothing)
    }
}

/// How many of each item are to be made, over all orders.
struct KitchenTotals: HTML {
    let totals: [Kitchen.Total]

    var body: some HTML {
        section(.class("kitchen-totals"), .data("totals"), .aria("label", "To make")) {
            h2 { "To make" }
            ul(.tabindex(0)) {
                for total in totals {
                    li(.data("total", total.name), .data("quantity", String(total.quantity))) {
                        strong { "\(total.quantity) ×" as Text }
                        " " as String
                        span(.dir("auto")) { total.name }
                    }
                }
            }
        }
    }
}

/// What was finished last, to be taken back.
struct KitchenRecall: HTML {
    let tickets: [Kitchen.Ticket]
    let station: StationID?
    let clock: ClockWords

    var body: some HTML {
        if !tickets.isEmpty {
            details(.class("fold kitchen-recall"), .data("keeps-open", "recall")) {
                summary {
                    Icon.history
                    "Recently completed" as Text
                    span(.class("chip-count")) { "\(tickets.count)" }
                }
                ul {
                    for ticket in tickets {
                        li(.if(ticket.order.status == .cancelled, .data("cancelled", ticket.order.id.description))) {
                            strong(.class("ticket-number")) { ticket.order.number }
                            span(.class("recall-words")) {
                                span(.dir("auto")) { ticket.order.customer }
                                span(.class("muted"), .dir("auto")) {
                                    OrderLine.summary(ticket.lines.filter { station == nil || $0.station == station })
                                }
                            }
                            if ticket.order.status.isOver { span(.class("muted")) { clock.time(ticket.order.overAt) } }
                            if ticket.order.status == .cancelled {
                                Badge(ticket.order.status.name, tone: .neutral)
                            } else {
                                recall(ticket.order)
                            }
                        }
                    }
                }
            }
        }
    }

    @HTMLBuilder private func recall(_ order: Order) -> Node {
        if let station {
            Form(CafeteriaPaths.kitchenPart(order.id, station), .data("step")) {
                input(.type("hidden"), .name("done"), .value("false"))
                Button("Undo", icon: .refresh, style: .secondary)
            }
        } else {
            Form(CafeteriaPaths.kitchenOrder(order.id), .data("step")) {
                input(.type("hidden"), .name("status"), .value(OrderStatus.ready.rawValue))
                Button("Undo", icon: .refresh, style: .secondary)
            }
        }
    }
}
