import Core
import Interface
import Markup
import Web

/// The dishes that a cook marks as sold out, or puts back on the menu (CAF-045): what is sold out, what the open orders have, and what else is
/// served now. They stand as on the menu, so that none moves under a finger that marked one.
struct KitchenMenu: HTML {
    /// What is further down is found on the menu itself.
    static let most = 60

    let items: [MenuItem]
    /// How many there are, of which ``items`` are the first.
    let total: Int

    /// - Parameter station: whose dishes are wanted; nil: those of all.
    init(_ list: MenuList, for tickets: [Kitchen.Ticket], at station: StationID?, now: MenuTime) {
        let ordered = Set(tickets.flatMap { $0.open(for: station).map(\.item) })
        let own = list.items.filter { station == nil || $0.station == station }
        let soldOut = own.filter { !$0.isAvailable }
        let wanted = own.filter { $0.isAvailable && ordered.contains($0.id) }
        let others = own.filter { $0.canBeOrdered(at: now) && !ordered.contains($0.id) }
        total = soldOut.count + wanted.count + others.count
        let shown = Set((soldOut + wanted + others).prefix(Self.most).map(\.id))
        items = own.filter { shown.contains($0.id) }
    }

    private var soldOut: Int { items.count { !$0.isAvailable } }

    var body: some HTML {
        details(.class("kitchen-fold"), .data("keeps-open", "menu")) {
            summary(.class("button button-secondary")) {
                Icon.cup
                span { "Sold out" }
                if soldOut > 0 { span(.class("chip-count")) { "\(soldOut)" } }
            }
            section(.class("kitchen-panel kitchen-drawer"), .aria("label", "Sold out")) {
                PanelHead("Sold out")
                p(.class("muted")) { "Customers can’t order what’s sold out. Orders that have it stay as they are." }
                ul(.class("kitchen-menu")) { for item in items { li(.data("waits", "item-\(item.id)")) { row(item) } } }
                if total > items.count { LinkButton("Search the menu", href: CafeteriaPaths.home(), icon: .search, style: .secondary) }
            }
        }
    }

    @HTMLBuilder private func row(_ item: MenuItem) -> Node {
        span(.class("kitchen-menu-name")) {
            span(.dir("auto")) { item.name }
            if !item.isAvailable { Badge("Sold out", tone: .warning) }
        }
        Form(CafeteriaPaths.availability(item.id), .data("step")) {
            input(.type("hidden"), .name("available"), .value(item.isAvailable ? "false" : "true"))
            // The script finds the focus again by its id.
            Button(
                item.isAvailable ? "Mark as sold out" : "Back on the menu", style: .secondary, .id("menu-item-\(item.id)"),
                .aria("label", item.isAvailable ? "Mark as sold out: \(item.name)" : "Back on the menu: \(item.name)"))
        }
    }
}
