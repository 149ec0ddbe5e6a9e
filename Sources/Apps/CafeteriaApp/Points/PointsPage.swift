import Core
import Interface
import Markup
import Payments
import Web

/// A person's points and where they came from (CAF-040, CAF-041).
struct PointsPage: PageAnswer {
    let history: PointsHistory
    let currency: String
    /// What counts more at present.
    let promotion: Promotion?

    var title: Text { "Points" }
    var shell: ShellStyle { .app("cafeteria") }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.home()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            PromotionBanner(promotion: promotion)
            StatGrid {
                StatCard(
                    "Your points", value: "\(history.balance)",
                    detail: "Worth \(Money(minor: PointsRule.discount(for: history.balance), currency: currency)) on your next order", icon: .star)
            }
            p(.class("muted")) {
                "You earn 1 point for every \(Money(minor: 100_00, currency: currency)) on orders of \(Money(minor: 200_00, currency: currency)) or more. 100 points take \(Money(minor: PointsRule.stepValue, currency: currency)) off."
            }
            if history.lines.isEmpty {
                EmptyState(.star, title: "No points yet", message: "You earn points when you pick up an order.")
            } else {
                PointsHistoryTable(history: history)
                Pagination(
                    previous: history.isFirst ? nil : CafeteriaPaths.points(),
                    next: history.next.map { link(CafeteriaPaths.points(), query: ["before": String($0)]) })
            }
        }
    }
}
