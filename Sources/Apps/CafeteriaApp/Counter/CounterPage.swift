import Core
import Interface
import Markup
import Web

/// The counter: what is ready, in large numbers, who still pays, and the way to an order by its code.
struct CounterPage: PageAnswer {
    let board: Counter.Board
    let clock: ClockWords
    let pause: OrderingPause?
    /// Whether a sale was begun on this device.
    let hasBegun: Bool
    /// What was searched for.
    var words = ""
    /// The day to which the search was limited.
    var day: Day?
    /// The orders of a name.
    var found: [Order] = []
    var problem: Problem?

    var title: Text { "Counter" }
    var shell: ShellStyle { .work("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var scripts: [String] { ["cafeteria/js/board.js", "cafeteria/js/scan.js", "cafeteria/js/countdown.js"] }

    var body: some HTML {
        div(.class("board counter stack"), .data("board")) {
            PageHeader(title) {
                LinkButton("Cash-up", href: CafeteriaPaths.cashUps(), icon: .wallet, style: .secondary)
                LinkButton("Sold out", href: CafeteriaPaths.soldOut(), icon: .cup, style: .secondary)
            }
            div(.class("counter-tools")) {
                CodeField(takesFocus: true, choosesDay: true, words: words, day: day, error: problem?.fields["code"], remedy: problem?.remedy)
                LinkButton(hasBegun ? "Continue sale" : "New sale", href: CafeteriaPaths.sale(), icon: hasBegun ? .forward : .cart)
            }
            BoardOffline(now: clock.now)
            div(
                .id("counter"), .class("stack"), .data("board-live"), .live(Kitchen.topic), .data("live-after", String(board.sequence))
            ) {
                if let pause { PauseAlert(pause: pause) }
                if !found.isEmpty { named }
                // Beside what is handed over, where there is room: an order that comes moves no button under a finger.
                div(.class("counter-columns")) {
                    div(.class("counter-money stack")) {
                        if !board.owed.isEmpty { OwedCashCard(owed: board.owed) }
                        unpaid
                        if !board.late.isEmpty { late }
                    }
                    div(.class("stack")) {
                        ready
                        div(.class("counter-kitchen")) {
                            made("Preparing", "preparing", board.preparing, empty: "Nothing is being prepared.")
                            made("In line", "waiting", board.waiting, empty: "No orders are waiting for the kitchen.")
                        }
                        if !board.over.isEmpty { over }
                    }
                }
            }
        }
    }

    private var named: some HTML {
        Card("Orders for “\(words)”") {
            ul(.class("counter-making"), .data("found")) {
                for order in found {
                    li {
                        a(.href(CafeteriaPaths.counterOrder(order.id))) {
                            strong { order.number }
                            span(.class("counter-words"), .dir("auto")) { CustomerName(order: order) }
                            span(.class("muted")) {
                                "\(order.status.name), \(clock.time(order.status.isOver ? order.overAt : order.promisedAt))" as Text
                            }
                        }
                    }
                }
            }
        }
    }

    private var unpaid: some HTML {
        Card("To pay", .if(board.unpaid.isEmpty, .class("counter-nobody"))) {
            if board.unpaid.isEmpty { p(.class("muted")) { "Nobody has to pay right now." } } else { payers }
        }
    }

    private var payers: some HTML {
        ul(.class("counter-list counter-payers")) {
            for order in board.unpaid {
                li {
                    strong { order.number }
                    span(.class("counter-words")) {
                        span(.dir("auto")) { CustomerName(order: order) }
                        TimeToPay(order: order, clock: clock)
                    }
                    span(.class("counter-money")) { "\(order.cost)" as Text }
                    LinkButton("Take payment", href: CafeteriaPaths.counterOrder(order.id))
                }
            }
        }
    }

    private var late: some HTML {
        Card("Not paid in time") {
            p(.class("muted")) { "Ask whether the customer still wants it, and sell it again." }
            ul(.class("counter-list")) {
                for order in board.late {
                    li {
                        strong { order.number }
                        span(.class("counter-words")) {
                            a(.href(CafeteriaPaths.counterOrder(order.id)), .dir("auto")) { CustomerName(order: order) }
                            span(.class("muted")) { "Time ran out \(clock.at(order.payableUntil))" as Text }
                        }
                        span(.class("counter-money")) { "\(order.cost)" as Text }
                        if order.status == .cancelled { SellAgain(order: order) }
                    }
                }
            }
        }
    }

    private var ready: some HTML {
        group("Ready", "ready", board.ready, empty: "Nothing is waiting to be picked up.") {
            div(.class("counter-numbers")) {
                for order in board.ready {
                    OrderStep(order: order, status: .completed, .class("counter-number"), .data("order", order.id.description)) {
                        a(.href(CafeteriaPaths.counterOrder(order.id))) {
                            strong { order.number }
                            span(.dir("auto")) { CustomerName(order: order) }
                        }
                        DueWords(order: order, clock: clock)
                        ul(.class("counter-dishes")) {
                            for line in board.lines[order.id] ?? [] {
                                li {
                                    "\(line.quantity) ×" as Text
                                    " " as String
                                    span(.dir("auto")) { line.name }
                                    if !line.choiceNames.isEmpty { span(.class("muted"), .dir("auto")) { line.choiceNames } }
                                }
                            }
                        }
                        Button("Hand over", icon: .check)
                    }
                }
            }
        }
    }

    private func made(_ title: Text, _ id: String, _ orders: [Order], empty: Text) -> some HTML {
        group(title, id, orders, empty: empty) {
            ul(.class("counter-making")) {
                for order in orders {
                    li {
                        a(.href(CafeteriaPaths.counterOrder(order.id))) {
                            strong { order.number }
                            span(.class("counter-words"), .dir("auto")) { CustomerName(order: order) }
                            DueWords(order: order, clock: clock)
                        }
                    }
                }
            }
        }
    }

    private func group(_ title: Text, _ id: String, _ orders: [Order], empty: Text, @HTMLBuilder list: () -> Node) -> Node {
        let list = list()
        return section(.class("counter-group"), .data("group", id), .aria("labelledby", "\(id)-title")) {
            h2(.id("\(id)-title")) {
                title
                if !orders.isEmpty { span(.class("chip-count")) { "\(orders.count)" } }
            }
            if orders.isEmpty { p(.class("muted")) { empty } } else { list }
        }.node
    }

    private var over: some HTML {
        details(.class("fold"), .data("keeps-open", "handed-over")) {
            summary {
                Icon.chevronRight
                "Recently completed" as Text
            }
            ul(.class("counter-list counter-over")) { for order in board.over { li { over(order) } } }
        }
    }

    @HTMLBuilder private func over(_ order: Order) -> Node {
        a(.class("counter-over-order"), .href(CafeteriaPaths.counterOrder(order.id))) {
            strong { order.number }
            span(.class("counter-words")) {
                span(.dir("auto")) { CustomerName(order: order) }
                span(.class("muted"), .dir("auto")) { OrderLine.summary(board.lines[order.id] ?? []) }
            }
            span(.class("counter-over-end")) {
                span { "\(order.cost)" as Text }
                span(.class("muted")) { clock.time(order.overAt) }
            }
        }
        if order.status == .cancelled {
            Badge(order.status.name, tone: .neutral)
        } else {
            OrderStep(order: order, status: .ready) { Button("Undo", style: .secondary) }
        }
    }
}

/// How long an order that waits for its money can still be paid; a script counts it down.
struct TimeToPay: HTML {
    let order: Order
    let clock: ClockWords

    var body: some HTML {
        span(
            .class("counter-left"), .data("countdown", String(order.payableUntil.milliseconds)), .data("words", text: "\("#") left to pay"),
            .role("timer")
        ) { "Pay before \(clock.time(order.payableUntil))" as Text }
    }
}

/// Begins a sale of what an order had that nobody paid.
struct SellAgain: HTML {
    let order: Order

    var body: some HTML {
        Form(CafeteriaPaths.sale()) {
            input(.type("hidden"), .name("again"), .value(order.id.description))
            Button("Sell again", icon: .refresh, style: .secondary, .aria("label", "Sell again: order \(order.number)"))
        }
    }
}

/// How an order stands to the clock: how long it still has, or how late it is; of one that is ready, how long it has been.
struct DueWords: HTML {
    let order: Order
    let clock: ClockWords

    var body: some HTML {
        if order.status == .ready {
            span(.class("counter-due"), .data("timing", "ready")) { ready }
        } else {
            let timing = Timing(order, at: clock.now)
            span(.class("counter-due"), .data("timing", timing.name)) {
                switch timing {
                // Nobody reckons with a hundred minutes.
                case .early(60...): "For \(clock.time(order.promisedAt))" as Text
                case .early, .due, .late: timing.words
                }
            }
        }
    }

    /// The food waits for its customer, however late it was.
    private var ready: Text {
        let minutes = order.readyAt.map { Int(clamping: (clock.now - $0).wholeMilliseconds / 60_000) } ?? 0
        return minutes > 0 && clock.now >= order.promisedAt ? "Ready for \(minutes) min" : "For \(clock.time(order.promisedAt))"
    }
}

/// Who an order is for.
struct CustomerName: HTML {
    let order: Order

    var body: some HTML {
        if order.customer.isEmpty { "Counter sale" as Text } else { Text.verbatim(order.customer) }
    }
}
