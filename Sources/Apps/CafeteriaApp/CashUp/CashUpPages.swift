import Core
import Interface
import Markup
import Payments
import Platform
import Web

/// What was taken since the last cash-up, the form to close the next one, and those before.
struct CashUpsPage: PageAnswer {
    let open: CashUps.Open
    let rows: [CashUp]
    let names: [PersonID: String]
    let next: CashUpID?
    let isFirst: Bool
    let payments: Payments
    let statement: StatementLink
    var fields = CashUps.Fields()
    /// What was counted; with it the page shows what should be there.
    var count: CashUps.Count?
    /// What was typed of cash that came in or went out, where something is wrong with it.
    var movement: CashUps.MovementFields?
    var problem: Problem?

    var title: Text { "Cash-up" }
    var shell: ShellStyle { .work("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var scripts: [String] { ["cafeteria/js/cash-up.js"] }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.counter()) }

    var body: some HTML {
        div(.class("board stack cash-up")) {
            PageHeader(title, lead: count == nil ? "Count the drawer first. Then you’ll see what should be in it." : nil) {
                statement
                if !rows.isEmpty {
                    LinkButton(
                        "CSV", href: CafeteriaPaths.cashUpsCSV(), icon: .download, style: .secondary, .aria("label", "Export as CSV"))
                }
            }
            if isFirst {
                div(.class("cash-up-now")) {
                    if let count { CashUpCheck(open: open, count: count, fields: fields, problem: problem, payments: payments) } else { counting }
                }
            }
            if !rows.isEmpty, count == nil { earlier }
        }
    }

    @HTMLBuilder private var counting: Node {
        Card("Count the drawer") {
            ProblemAlert(movement == nil ? problem : nil)
            CashUpCount(open: open, fields: fields, wrong: movement == nil ? problem?.fields ?? [:] : [:])
        }
        CashMovements(open: open, fields: movement ?? .init(), problem: movement == nil ? nil : problem)
    }

    @HTMLBuilder private var earlier: Node {
        SectionHeader("Earlier cash-ups")
        DataTable(
            "Earlier cash-ups",
            columns: [
                .init("Closed at"), .init("Closed by"), .init("Total", isNumeric: true),
                .init("Cash expected", isNumeric: true), .init("Cash counted", isNumeric: true),
                .init("Difference", isNumeric: true), .init("Remark"),
            ],
            rows: rows.map { row in
                .init([
                    a(.href(CafeteriaPaths.cashUp(row.id))) { "\(moment: row.closedAt)" as Text },
                    Text.verbatim(row.closedBy.flatMap { names[$0] } ?? "–"), "\(row.money(row.sums.total))" as Text,
                    "\(row.money(row.expected))" as Text, "\(row.money(row.counted))" as Text,
                    DifferenceWords(money: row.money(row.difference)), span(.dir("auto")) { row.remark },
                ])
            })
        Pagination(
            previous: isFirst ? nil : CafeteriaPaths.cashUps(),
            next: next.map { link(CafeteriaPaths.cashUps(), query: ["before": $0.description]) })
    }
}

/// By how much a drawer is over or short.
struct DifferenceWords: HTML {
    /// Below 0 where it is short.
    let money: Money

    var body: some HTML {
        if money.minor == 0 {
            "No difference" as Text
        } else if money.minor > 0 {
            "\(money) over" as Text
        } else {
            span(.class("change-less")) { "\(Money(minor: -money.minor, currency: money.currency)) short" as Text }
        }
    }
}

/// What was taken and given back, by way to pay.
struct TakingsTable: HTML {
    let sums: CashUpSums
    let payments: Payments

    private func money(_ minor: Int) -> Text { "\(Money(minor: minor, currency: sums.currency))" }

    var body: some HTML {
        // Where it scrolls, it does so by keys too.
        div(.class("takings-frame"), .role("group"), .tabindex(0), .aria("label", "Takings by payment method")) { table }
    }

    private var table: some HTML {
        Markup.table(.class("takings")) {
            caption(.class("visually-hidden")) { "Takings by payment method" }
            thead {
                tr {
                    th(.scope("col")) { "Payment method" }
                    th(.scope("col"), .class("numeric")) { "Taken" }
                    th(.scope("col"), .class("numeric")) { "Refunded" }
                    th(.scope("col"), .class("numeric")) { "Total" }
                }
            }
            tbody { for line in sums.takings { row(payments.name(ofProvider: line.provider), line.taken, line.refunded) } }
            if sums.takings.count > 1 {
                tfoot { row("Total", sums.takings.reduce(0) { $0 + $1.taken }, sums.takings.reduce(0) { $0 + $1.refunded }) }
            }
        }
    }

    private func row(_ name: Text, _ taken: Int, _ refunded: Int) -> some HTML {
        tr {
            th(.scope("row")) { name }
            td(.class("numeric")) { money(taken) }
            td(.class("numeric")) { money(refunded) }
            td(.class("numeric")) { money(taken - refunded) }
        }
    }
}

/// A cash-up that was closed, as it is on paper.
struct CashUpPage: PageAnswer {
    let cashUp: CashUp
    /// nil once the account is gone.
    let by: String?
    let siteName: String
    let payments: Payments

    var title: Text { "Cash-up" }
    var shell: ShellStyle { .reader }
    var scripts: [String] { ["cafeteria/js/ticket.js"] }

    var body: some HTML {
        main(.class("ticket-page"), .id("content")) {
            article(.class("paper-ticket paper-cash-up"), .data("paper-ticket")) {
                p(.class("paper-place")) { siteName }
                h1 { title }
                p { "\(moment: cashUp.from) to \(moment: cashUp.closedAt)" as Text }
                for line in cashUp.sums.takings {
                    h2 { payments.name(ofProvider: line.provider) }
                    dl {
                        row("Taken", line.taken)
                        row("Refunded", line.refunded)
                        row("Total", line.kept)
                    }
                }
                h2 { "Drawer" }
                dl {
                    row("Opening float", cashUp.float)
                    if cashUp.cashIn > 0 { row("Cash in", cashUp.cashIn) }
                    if cashUp.cashOut > 0 { row("Cash out", -cashUp.cashOut) }
                    row("Expected in the drawer", cashUp.expected)
                    row("Cash counted", cashUp.counted)
                    if let remaining = cashUp.remaining { row("Stays in the drawer", remaining) }
                    if cashUp.owed > 0 { row("Still to be given back", cashUp.owed) }
                    div(.class("paper-difference")) {
                        dt { "Difference" }
                        dd { DifferenceWords(money: cashUp.money(cashUp.difference)) }
                    }
                }
                if !cashUp.remark.isEmpty { p(.class("paper-instructions"), .dir("auto")) { cashUp.remark } }
                p(.class("paper-foot")) {
                    if let by { "Closed by \(by), \(moment: cashUp.closedAt)" } else { "Closed \(moment: cashUp.closedAt)" }
                }
            }
            Actions {
                Button("Print", icon: .file, .type("button"), .flag("hidden"), .data("print-ticket"))
                LinkButton("Back", href: CafeteriaPaths.cashUps(), style: .secondary)
            }
        }
    }

    private func row(_ name: Text, _ minor: Int) -> some HTML {
        div {
            dt { name }
            dd { minor < 0 ? "− \(cashUp.money(-minor))" as Text : "\(cashUp.money(minor))" as Text }
        }
    }
}
