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
    var scripts: [String] { ["cafeteria/js/menu-kept.js", "cafeteria/js/cart-offline.js"] }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.home()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            PromotionBanner(promotion: promotion)
            StatGrid {
                StatCard("Your points", value: "\(history.balance)", detail: worth, icon: .star)
            }
            ul(.class("points-rules muted")) {
                li { "You get 1 point for every \(money(100_00)) you pay, when you pick up the order." }
                li { "Orders below \(money(200_00)) give no points." }
                li { "At checkout, 100 points take \(money(PointsRule.stepValue)) off." }
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

    /// What they are good for now, or how many are missing until they are.
    private var worth: Text {
        let discount = PointsRule.discount(for: history.balance)
        return discount > 0 ? "\(money(discount)) off your next order" : PointsRule.missing(to: history.balance, currency: currency)
    }

    private func money(_ minor: Int) -> Money { Money(minor: minor, currency: currency) }
}
