import Core
import Interface
import Markup
import Web

/// An order on paper, 80 mm wide, for a ticket printer that the browser knows.
struct TicketPage: PageAnswer {
    let order: Order
    let lines: [OrderLine]
    /// Of the kitchen.
    let stations: [Station]
    let placeName: Text
    let clock: ClockWords
    /// Whether it goes to the printer at once.
    let prints: Bool

    var title: Text { "Ticket \(order.number)" }
    var shell: ShellStyle { .reader }
    var scripts: [String] { ["cafeteria/js/ticket.js"] }

    var body: some HTML {
        main(.class("ticket-page"), .id("content")) {
            article(.class("paper-ticket"), .data("paper-ticket"), .if(prints, .data("prints"))) {
                p(.class("paper-place")) { placeName }
                h1 { order.number }
                if order.status == .cancelled { p(.class("paper-cancelled")) { order.status.name } }
                p(.class("paper-customer"), .dir("auto")) { CustomerName(order: order) }
                if order.status != .cancelled { p(.class("paper-promised")) { "Ready \(clock.kept(order.promisedAt))" } }
                for station in stations {
                    let own = lines.filter { $0.station == station.id }
                    if !own.isEmpty {
                        if stations.count > 1 { h2(.class("paper-station"), .dir("auto")) { station.name } }
                        part(own)
                    }
                }
                // Their station is gone; somebody has to make them all the same.
                if !others.isEmpty { part(others) }
                if !order.instructions.isEmpty { p(.class("paper-instructions"), .dir("auto")) { order.instructions } }
                p(.class("paper-foot")) { "Ordered: \(moment: order.createdAt)" }
            }
            Actions {
                Button("Print", icon: .file, .type("button"), .flag("hidden"), .data("print-ticket"))
                LinkButton("Back", href: CafeteriaPaths.counterOrder(order.id), style: .secondary)
            }
        }
    }

    private var others: [OrderLine] { lines.filter { line in !stations.contains { $0.id == line.station } } }

    private func part(_ lines: [OrderLine]) -> some HTML {
        ul(.class("paper-lines")) {
            for line in lines {
                li {
                    strong { "\(line.quantity) ×" as Text }
                    span {
                        span(.dir("auto")) { line.name }
                        if !line.choiceNames.isEmpty { span(.class("paper-choices"), .dir("auto")) { line.choiceNames } }
                    }
                }
            }
        }
    }
}
