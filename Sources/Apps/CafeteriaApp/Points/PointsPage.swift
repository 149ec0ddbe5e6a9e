import Core
import Interface
import Markup
import Payments
import Web

/// A person's points and where they came from (CAF-040, CAF-041).
struct PointsPage: PageAnswer {
    static let size = 50

    /// What there is now.
    let balance: Int
    /// What there was after the first line of this page.
    let afterFirst: Int
    /// Newest first, one more than is shown where there are more.
    let lines: [LedgerLine]
    let account: LedgerAccount
    let currency: String
    let isFirst: Bool

    var title: Text { "Points" }
    var shell: ShellStyle { .app("cafeteria") }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.home()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            StatGrid {
                StatCard(
                    "Your points", value: "\(balance)",
                    detail: "Worth \(Money(minor: PointsRule.discount(for: balance), currency: currency)) on your next order", icon: .star)
            }
            p(.class("muted")) {
                "You earn 1 point for every \(Money(minor: 100_00, currency: currency)) on orders of \(Money(minor: 200_00, currency: currency)) or more. 100 points take \(Money(minor: PointsRule.stepValue, currency: currency)) off."
            }
            if lines.isEmpty {
                EmptyState(.star, title: "No points yet", message: "You earn points when you pick up an order.")
            } else {
                DataTable(
                    "History of points",
                    columns: [.init("What"), .init("When"), .init("Points", isNumeric: true), .init("Balance", isNumeric: true)],
                    rows: rows)
                Pagination(
                    previous: isFirst ? nil : CafeteriaPaths.points(),
                    next: lines.count > Self.size ? link(CafeteriaPaths.points(), query: ["before": String(lines[Self.size - 1].id)]) : nil)
            }
        }
    }

    /// Each line with the balance after it.
    private var rows: [DataTable.Row] {
        var running = afterFirst
        return lines.prefix(Self.size).map { line in
            let change = line.change(of: account)
            let after = running
            running -= change
            return .init([
                reason(line), TimeAgo(line.at), (change > 0 ? "+\(change)" : "−\(abs(change))" as Text).node,
                ("\(after)" as Text).node,
            ])
        }
    }

    private func reason(_ line: LedgerLine) -> Node {
        let words: Text =
            switch line.reason {
            case "points.earned": "Earned"
            case "points.reserved": "Used"
            case "points.returned", "points.refunded": "Returned"
            case "points.withdrawn": "Order cancelled"
            default: "Adjusted"
            }
        guard line.cause.kind == Order.kind else { return words.node }
        return a(.href(CafeteriaPaths.order(OrderID(line.cause.id)))) { "\(words): order \(Order.number(of: line.cause.id))" }.node
    }
}
