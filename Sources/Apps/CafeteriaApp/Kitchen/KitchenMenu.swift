import Core
import Interface
import Markup
import Web

/// The dishes that a cook marks as sold out, or puts back on the menu (CAF-045): what is sold out, what the open orders have, what else is served
/// now, and the rest, which is wanted at another hour. Behind what is sold out they stand as on the menu; none moves
/// under a finger that marked one, since the script keeps the order of a panel that is open.
struct KitchenMenu: HTML {
    /// What is further down is searched for.
    static let most = 60

    let items: [MenuItem]
    /// How many there are, of which ``items`` are the first.
    let total: Int
    let soldOut: Int
    let station: StationID?
    let now: MenuTime

    /// - Parameter station: whose dishes are wanted; nil: those of all.
    init(_ list: MenuList, for tickets: [Kitchen.Ticket], at station: StationID?, now: MenuTime) {
        let ordered = Set(tickets.flatMap { $0.open(for: station).map(\.item) })
        let own = list.items.filter { station == nil || $0.station == station }
        let isFirst: (MenuItem) -> Bool = { !$0.isAvailable || ordered.contains($0.id) }
        let others = own.filter { !isFirst($0) }
        let ranked = own.filter(isFirst) + others.filter { $0.canBeOrdered(at: now) } + others.filter { !$0.canBeOrdered(at: now) }
        let shown = Set(ranked.prefix(Self.most).map(\.id))
        (total, soldOut) = (own.count, own.count { !$0.isAvailable })
        let listed = own.filter { shown.contains($0.id) }
        items = listed.filter { !$0.isAvailable } + listed.filter(\.isAvailable)
        self.station = station
        self.now = now
    }

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
                DishSearch(words: "", station: station)
                DishRows(items: items, total: total, now: now)
            }
        }
    }
}

/// Where a dish is searched for by name.
struct DishSearch: HTML {
    let words: String
    let station: StationID?

    var body: some HTML {
        form(.class("dish-search"), .method("get"), .action(CafeteriaPaths.soldOut()), .role("search"), .data("dish-search")) {
            if let station { input(.type("hidden"), .name("station"), .value(station.description)) }
            Markup.label(.for("dish-words"), .class("visually-hidden")) { "Search all dishes" }
            input(
                .class("input"), .id("dish-words"), .type("search"), .name("q"), .value(words), .placeholder("Search all dishes"),
                .autocomplete("off"), .maxlength(MenuFilter.longestSearch), .data("dish-words"))
            Button("Search", icon: .search, style: .secondary)
        }
    }
}

/// Dishes, each with the button that marks it or puts it back.
struct DishRows: HTML {
    let items: [MenuItem]
    /// How many there are, of which ``items`` are the first.
    let total: Int
    /// What was searched for.
    var words = ""
    let now: MenuTime

    var body: some HTML {
        ul(.class("kitchen-menu"), .id("dish-rows")) {
            for item in items { li(.data("waits", "item-\(item.id)")) { row(item) } }
            if items.isEmpty { li { NoMatch(for: words) } }
            if total > items.count { li(.class("muted")) { "\(items.count) of \(total) dishes. Search for the others." } }
        }
    }

    @HTMLBuilder private func row(_ item: MenuItem) -> Node {
        span(.class("kitchen-menu-name")) {
            span(.dir("auto")) { item.name }
            if !item.isAvailable {
                Badge("Sold out", tone: .warning)
            } else if !item.canBeOrdered(at: now) {
                span(.class("kitchen-menu-when")) { item.serving.words(on: now.weekday) }
            }
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
