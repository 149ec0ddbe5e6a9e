import Core
import Interface
import Markup
import Web

/// An order on paper, 80 mm wide, for a ticket printer that the browser knows.
struct TicketPage: PageAnswer {
    let order: Order
    let lines: [OrderLine]
    let siteName: String
    let clock: ClockWords
    /// Whether it goes to the printer at once.
    let prints: Bool

    var title: Text { "Ticket \(order.number)" }
    var shell: ShellStyle { .reader }
    var scripts: [String] { ["cafeteria/js/ticket.js"] }

    var body: some HTML {
        main(.class("ticket-page"), .id("content")) {
            article(.class("paper-ticket"), .data("paper-ticket"), .if(prints, .data("prints"))) {
                p(.class("paper-place")) { siteName }
                h1 { order.number }
                if order.status == .cancelled { p(.class("paper-cancelled")) { order.status.name } }
                p(.class("paper-customer"), .dir("auto")) { CustomerName(order: order) }
                if order.status != .cancelled { p(.class("paper-promised")) { "Ready \(clock.kept(order.promisedAt))" } }
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
                if !order.instructions.isEmpty { p(.class("paper-instructions"), .dir("auto")) { order.instructions } }
                p(.class("paper-foot")) { "Ordered: \(moment: order.createdAt)" }
            }
            Actions {
                Button("Print", icon: .file, .type("button"), .flag("hidden"), .data("print-ticket"))
                LinkButton("Back", href: CafeteriaPaths.counterOrder(order.id), style: .secondary)
            }
        }
    }
}
