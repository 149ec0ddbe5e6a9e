import Core
import Interface
import Localization
import Markup
import Web

/// The menu: what can be ordered now, by category, with search and filters (CAF-008 to CAF-014).
struct MenuPage: PageAnswer {
    static let pageSize = 60

    let filter: MenuFilter
    let list: MenuList
    let found: MenuList.Finding
    let time: MenuTime
    let favourites: Set<MenuItemID>
    let cart: Cart
    /// Orders that are under way.
    let open: [Order]
    let currency: String
    let language: Language
    let notice: OrderingNotice
    let isStaff: Bool
    let count: Int

    var title: Text { "Menu" }
    var shell: ShellStyle { .app("cafeteria") }
    var activePath: String? { CafeteriaPaths.home() }
    var scripts: [String] { ["cafeteria/js/menu-search.js", "cafeteria/js/cart-offline.js"] }
    var slots: FrameSlots { FrameSlots(back: "/", footer: { CartBar(cart: cart, currency: currency) }) }

    var body: some HTML {
        h1(.class("visually-hidden")) { title }
        notice
        if isStaff {
            Actions {
                LinkButton("Kitchen", href: CafeteriaPaths.kitchen(), icon: .pot, style: .secondary)
                LinkButton("Counter", href: CafeteriaPaths.counter(), icon: .wallet, style: .secondary)
            }
        }
        for order in open { OpenOrder(order: order) }
        div(.class("menu-tools"), .data("tour", "search")) {
            SearchBox(
                CafeteriaPaths.home(), placeholder: "Search the menu", value: filter.words,
                keeping: filter.query.compactMap { name, value in name == "q" ? nil : value.map { (name, $0) } })
            MenuFilterPanel(filter: filter)
        }
        div(.data("tour", "menu-categories")) { categories }
        if filter.hasMore {
            ChipRow("Filters") {
                for one in filter.more { Chip(one.name, href: address(one.without), isSelected: true, isRemovable: true) }
            }
        }
        div(.id("menu-results"), .data("menu-results")) {
            if !filter.isNarrowed, list.popular.count > 1 {
                section(.class("menu-section"), .aria("labelledby", "popular")) {
                    h2(.id("popular")) { "Popular Items" }
                    div(.class("dish-row")) { for item in list.popular { card(item, level: 3) } }
                }
            }
            if found.items.isEmpty {
                nothing
            } else if !filter.words.isEmpty {
                p(.class("muted"), .role("status")) {
                    if let words = found.words {
                        "Nothing matches “\(filter.words)”. Showing “\(words)” instead."
                    } else {
                        "\(found.total) items found"
                    }
                }
                div(.class("dish-grid")) { for item in found.items { card(item, level: 2) } }
            } else {
                sections
            }
            if found.total > count {
                Actions { LinkButton("Show more", href: address(filter, count: count * 2), style: .secondary, .data("needs-connection")) }
            }
            p(.class("muted"), .data("menu-empty"), .flag("hidden", true)) { "Nothing on the menu matches" }
        }
    }

    private var categories: some HTML {
        ChipRow("Categories") {
            Chip("All", href: address(filter.with(category: nil)), isSelected: filter.category == nil, count: found.counts.values.reduce(0, +))
            for category in list.categories {
                Chip(
                    .verbatim(category.name(in: language)), href: address(filter.with(category: category.id)),
                    isSelected: filter.category == category.id, count: found.counts[category.id] ?? 0)
            }
        }
    }

    @HTMLBuilder private var sections: Node {
        let shown = Dictionary(grouping: found.items, by: \.category)
        let places = Dictionary(zip(found.items.map(\.category), found.items.indices)) { first, _ in first }
        for category in list.categories.sorted(by: { places[$0.id] ?? .max < places[$1.id] ?? .max }) {
            if let items = shown[category.id] {
                section(.class("menu-section"), .aria("labelledby", "category-\(category.id)"), .data("category", category.id.description)) {
                    h2(.id("category-\(category.id)")) { category.name(in: language) }
                    div(.class("dish-grid")) { for item in items { card(item, level: 3) } }
                }
            }
        }
    }

    private func card(_ item: MenuItem, level: Int) -> some HTML {
        DishCard(
            item: item, words: found.words ?? filter.words, time: time, isFavourite: favourites.contains(item.id),
            needsChoice: list.choosy.contains(item.id),
            currency: currency, level: level, query: query(of: filter))
    }

    @HTMLBuilder private var nothing: Node {
        if filter.isNarrowed {
            EmptyState(.search, title: "Nothing on the menu matches", message: "Try another word, or show the whole menu.") {
                LinkButton("Show the whole menu", href: CafeteriaPaths.home(), style: .secondary)
            }
        } else {
            EmptyState(.cup, title: "The menu is empty", message: "What the cafeteria offers appears here.")
        }
    }

    private func address(_ filter: MenuFilter, count: Int? = nil) -> String {
        var items = query(of: filter)
        if let count { items.add("count", String(count)) }
        return link(CafeteriaPaths.home(), query: items)
    }

    private func query(of filter: MenuFilter) -> QueryItems { QueryItems(filter.query.compactMap { name, value in value.map { (name, $0) } }) }
}

/// The cart in one line above the places of the app, while something is in it.
struct CartBar: HTML {
    let cart: Cart
    let currency: String

    var body: some HTML {
        if cart.portions > 0 {
            a(.class("cart-bar button button-primary"), .href(CafeteriaPaths.cart())) {
                Icon.cart
                span { "View cart" }
                span(.class("cart-bar-count"), .data("count", String(cart.portions))) { Text.verbatim(String(cart.portions)) }
                span(.class("cart-bar-total")) { "\(Money(minor: cart.subtotal, currency: currency))" as Text }
            }
        }
    }
}

/// An order that is under way, on top of the menu.
struct OpenOrder: HTML {
    let order: Order

    var body: some HTML {
        a(.class("open-order card"), .href(CafeteriaPaths.order(order.id))) {
            Icon.clock
            span {
                strong { "Order \(order.number)" }
                " · " as String
                order.status.name
            }
            Icon.chevronRight
        }
    }
}

/// Diets, allergens and what is served now; what is chosen stands above the results.
struct MenuFilterPanel: HTML {
    let filter: MenuFilter

    var body: some HTML {
        details(.class("menu-filter"), .data("tour", "menu-filter")) {
            summary(.class("button button-secondary")) {
                Icon.filter
                span(.class("menu-filter-word")) { "Filter" }
                if filter.hasMore { span(.class("menu-filter-count")) { Text.verbatim(String(filter.more.count)) } }
            }
            form(.class("card stack"), .method("get"), .action(CafeteriaPaths.home())) {
                if !filter.words.isEmpty { input(.type("hidden"), .name("q"), .value(filter.words)) }
                if let category = filter.category { input(.type("hidden"), .name("category"), .value(category.description)) }
                FieldGroup("Show only") {
                    Checkbox("Available now", name: "now", isChecked: filter.onlyNow)
                    Checkbox("My favourites", name: "favourites", isChecked: filter.onlyFavourites)
                    for diet in Diet.allCases {
                        Checkbox(diet.name, name: "diet", value: diet.rawValue, isChecked: filter.diets.contains(diet))
                    }
                }
                FieldGroup("Without") {
                    div(.class("allergen-grid")) {
                        for allergen in Allergen.allCases {
                            Checkbox(allergen.name, name: "without", value: allergen.rawValue, isChecked: filter.without.contains(allergen))
                        }
                    }
                }
                Actions {
                    Button("Show items")
                    LinkButton("Clear", href: CafeteriaPaths.home(), style: .secondary)
                }
            }
        }
    }
}

extension MenuFilter {
    /// What is chosen besides category and words: its name, and the filter without it.
    fileprivate var more: [(name: Text, without: MenuFilter)] {
        func without(_ change: (inout MenuFilter) -> Void) -> MenuFilter {
            var copy = self
            change(&copy)
            return copy
        }
        var all: [(Text, MenuFilter)] = []
        if onlyNow { all.append(("Available now", without { $0.onlyNow = false })) }
        if onlyFavourites { all.append(("My favourites", without { $0.onlyFavourites = false })) }
        all += diets.map { diet in (diet.name, without { $0.diets.removeAll { $0 == diet } }) }
        all += self.without.map { allergen in ("Without: \(allergen.name)", without { $0.without.removeAll { $0 == allergen } }) }
        return all
    }
}
