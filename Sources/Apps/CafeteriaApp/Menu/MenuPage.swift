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
    /// How many dishes have the words that were searched for, where the filters leave out all of them.
    let hidden: Int
    let time: MenuTime
    let favourites: Set<MenuItemID>
    let cart: Cart
    /// Orders that are under way.
    let open: [Order]
    let currency: String
    let language: Language
    let notice: OrderingNotice
    let isStaff: Bool
    let isSignedIn: Bool
    let count: Int
    /// What items are found by besides their own words, for a device without a connection.
    let synonyms: [MenuItemID: String]
    let clock: ClockWords
    /// The place in the event stream at which this page was drawn.
    let sequence: Int64
    /// What the words of the search ask for besides dishes.
    let meant: MeantFilter?

    var title: Text { "Menu" }
    var shell: ShellStyle { .app("cafeteria") }
    var activePath: String? { CafeteriaPaths.home() }
    var scripts: [String] {
        // What is kept on a device for a cart is a member's.
        (["menu-category", "menu-search", "menu-filter"] + (isSignedIn ? ["menu-kept", "cart-offline", "cart-keys"] : []))
            .map { "cafeteria/js/\($0).js" }
    }
    var slots: FrameSlots { FrameSlots(back: "/", footer: { CartBar(cart: cart, currency: currency) }) }

    var body: some HTML {
        h1(.class("visually-hidden")) { title }
        // The bar is behind the whole menu for whoever uses the keyboard.
        if cart.portions > 0 { a(.class("skip-link"), .href(CafeteriaPaths.cart())) { "Skip to the cart" } }
        notice
        if isStaff {
            Actions {
                LinkButton("Kitchen", href: CafeteriaPaths.kitchen(), icon: .pot, style: .secondary)
                LinkButton("Counter", href: CafeteriaPaths.counter(), icon: .wallet, style: .secondary)
            }
        }
        OpenOrders(orders: open, clock: clock, sequence: sequence)
        div(.class("menu-tools"), .data("tour", "search")) {
            SearchBox(
                CafeteriaPaths.home(), placeholder: "Search the menu", value: filter.words,
                keeping: filter.query.compactMap { name, value in name == "q" ? nil : value.map { (name, $0) } })
            MenuFilterPanel(filter: filter, isSignedIn: isSignedIn)
        }
        div(.data("tour", "menu-categories")) { categories }
        if filter.hasMore {
            ChipRow("Filters") {
                for one in filter.more { Chip(one.name, href: address(one.without), isSelected: true, isRemovable: true) }
            }
        }
        div(.id("menu-results"), .data("found", String(found.total)), .data("cart-words", text: "Skip to the cart")) {
            // Before what was found: who avoids something has to know how far it was looked at.
            if !found.unstated.isEmpty { UnstatedAllergens(items: found.unstated, query: query(of: filter)) }
            if !filter.isNarrowed, list.popular.count > 1 {
                section(.class("menu-section"), .aria("labelledby", "popular")) {
                    h2(.id("popular")) { "Popular Items" }
                    div(.class("dish-row")) { for item in list.popular { card(item, level: 3) } }
                }
            }
            if let meant {
                div(.class("menu-meant")) {
                    LinkButton(meant.words, href: address(meant.filter), icon: .filter, style: .secondary)
                }
            }
            if found.items.isEmpty {
                if meant == nil { nothing }
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
        }
        parts
    }

    /// What a script puts into the kept menu when it is filtered without a connection.
    private var parts: some HTML {
        template(.data("menu-parts"), .data("without", text: "Without: \("#")")) {
            ChipRow("Filters") { Chip("", href: CafeteriaPaths.home(), isSelected: true, isRemovable: true) }
            p(.class("muted"), .role("status"), .data("one", text: "\(1) items found"), .data("other", text: "\(2) items found")) {}
            NoMatch()
            UnstatedAllergens.parts
        }
    }

    private var categories: some HTML {
        ChipRow("Categories") {
            Chip("All", href: address(filter.with(category: nil)), isSelected: filter.category == nil, count: found.counts.values.reduce(0, +))
            if !favourites.isEmpty { Chip("Favourites", href: address(turnedFavourites), isSelected: filter.onlyFavourites) }
            for category in list.categories(at: time) {
                Chip(
                    .verbatim(category.name(in: language)), href: address(filter.with(category: category.id)),
                    isSelected: filter.category == category.id, count: found.counts[category.id] ?? 0)
            }
        }
    }

    private var turnedFavourites: MenuFilter {
        var copy = filter
        copy.onlyFavourites.toggle()
        return copy
    }

    @HTMLBuilder private var sections: Node {
        let shown = Dictionary(grouping: found.items, by: \.category)
        for category in list.categories(at: time) {
            if let items = shown[category.id] {
                section(
                    .class("menu-section"), .aria("labelledby", "category-\(category.id)"), .data("category", category.id.description),
                    .data("search-keys", category.keys.joined(separator: " "))
                ) {
                    h2(.id("category-\(category.id)")) { category.name(in: language) }
                    div(.class("dish-grid")) { for item in items { card(item, level: 3) } }
                }
            }
        }
    }

    private func card(_ item: MenuItem, level: Int) -> some HTML {
        DishCard(
            item: item, words: found.words ?? filter.words, time: time, isFavourite: favourites.contains(item.id),
            needsChoice: list.choosy.contains(item.id), isSignedIn: isSignedIn,
            currency: currency, level: level, synonyms: synonyms[item.id] ?? "", query: query(of: filter))
    }

    @HTMLBuilder private var nothing: Node {
        if hidden > 0 {
            EmptyState(.filter, title: "Nothing on the menu matches", message: "\(hidden) dishes are hidden by your filters.") {
                // What is kept of the filters stays.
                LinkButton(
                    "Show without filters", href: link(CafeteriaPaths.home(), query: ["q": filter.words, "all": "true"]), style: .secondary)
            }
        } else if filter.isForSomebody, filter.items.encoded == filter.forSomebody.encoded {
            EmptyState(.filter, title: "Nothing on the menu matches", message: "Remove a filter to see more.") {
                LinkButton("Remove all filters", href: MenuFilter.nothing, style: .secondary)
            }
        } else if filter.isNarrowed {
            NoMatch()
        } else {
            EmptyState(.cup, title: "The menu is empty", message: "What the cafeteria offers appears here.")
        }
    }

    private func address(_ filter: MenuFilter, count: Int? = nil) -> String {
        var items = query(of: filter)
        if let count { items.add("count", String(count)) }
        return link(CafeteriaPaths.home(), query: items)
    }

    /// Where what somebody can't eat is let go of, the address says that too: without it, what was kept counts.
    private func query(of filter: MenuFilter) -> QueryItems {
        var items = filter.items
        if self.filter.isForSomebody, !filter.isForSomebody { items.add("without", Allergen.none) }
        return items
    }
}

/// What a filter by allergens leaves out because nobody stated what it contains: how many, and which to ask about.
struct UnstatedAllergens: HTML {
    let items: [MenuItem]
    var query = QueryItems()

    /// More would be a second menu.
    private static let most = 20

    var body: some HTML {
        Disclosure(Self.words(items.count), isOpen: false, .class("menu-unstated")) {
            p { Self.remedy }
            ul {
                for item in items.prefix(Self.most) { li { a(.href(link(CafeteriaPaths.item(item.id), query: query)), .dir("auto")) { item.name } } }
                if items.count > Self.most { li { "and \(items.count - Self.most) more" } }
            }
        }
    }

    /// For the kept menu, where a script fills in the names.
    static var parts: some HTML {
        Disclosure(words(2), isOpen: false, .class("menu-unstated"), .data("one", text: words(1)), .data("other", text: words(2))) {
            p { remedy }
            ul {}
        }
    }

    private static func words(_ count: Int) -> Text { "\(count) items aren’t shown: no allergen information" }
    private static var remedy: Text { "Ask at the counter what they contain." }
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

/// The orders that are under way, on top of the menu: one by itself, several in one line that opens the list of them.
struct OpenOrders: HTML {
    let orders: [Order]
    let clock: ClockWords
    /// The place in the event stream at which they were read.
    let sequence: Int64

    /// One screen follows no more.
    private static let mostFollowed = 20

    var body: some HTML {
        div(
            .id("open-orders"), .if(!orders.isEmpty, .data("live", link(SitePaths.events(), query: topics))), .data("live-after", String(sequence)),
            .data("live-refresh"), .aria("live", "polite")
        ) { strip }
    }

    private var topics: QueryItems { QueryItems(orders.prefix(Self.mostFollowed).map { ("topic", $0.topic) }) }

    @HTMLBuilder private var strip: Node {
        if let next {
            if orders.count == 1 {
                card(CafeteriaPaths.order(next.id)) {
                    strong { "Order \(next.number)" }
                    " · " as String
                    state(of: next)
                }
            } else {
                card(CafeteriaPaths.orders()) {
                    strong { "\(orders.count) orders in progress" }
                    span(.class("open-order-next")) {
                        "Order \(next.number)" as Text
                        " · " as String
                        state(of: next)
                    }
                }
            }
        }
    }

    /// What can be picked up first.
    private var next: Order? {
        func place(_ order: Order) -> (Int, Instant, OrderID) { (order.status == .ready ? 0 : 1, order.promisedAt, order.id) }
        return orders.min { place($0) < place($1) }
    }

    /// What one wants to know of it now: when to come for it, or what is to be done.
    private func state(of order: Order) -> Text {
        order.status == .confirmed || order.status == .preparing ? clock.ready(order) : order.status.name
    }

    private func card(_ address: String, @HTMLBuilder words: () -> Node) -> Node {
        a(.class("open-order card"), .if(next?.status == .ready, .class("open-order-ready")), .href(address)) {
            next?.status == .ready ? Icon.check : Icon.clock
            span(.class("open-order-words")) { words() }
            Icon.chevronRight
        }
    }
}

/// Diets, allergens and what is served now; what is chosen stands above the results.
struct MenuFilterPanel: HTML {
    let filter: MenuFilter
    /// Guests have no favourites.
    let isSignedIn: Bool

    var body: some HTML {
        details(.class("menu-filter"), .data("tour", "menu-filter")) {
            summary(.class("button button-secondary")) {
                Icon.filter
                span(.class("menu-filter-word")) { "Filter" }
                if filter.hasMore { span(.class("menu-filter-count")) { Text.verbatim(String(filter.more.count)) } }
            }
            form(.class("card stack"), .method("get"), .action(CafeteriaPaths.home())) {
                // What is kept of an earlier visit counts where an address doesn't say.
                input(.type("hidden"), .name("without"), .value(Allergen.none))
                if !filter.words.isEmpty { input(.type("hidden"), .name("q"), .value(filter.words)) }
                if let category = filter.category { input(.type("hidden"), .name("category"), .value(category.description)) }
                FieldGroup("Show only") {
                    div(.class("filter-pills")) {
                        Checkbox("Available now", name: "now", isChecked: filter.onlyNow)
                        if isSignedIn { Checkbox("My favourites", name: "favourites", isChecked: filter.onlyFavourites) }
                        for diet in Diet.allCases {
                            Checkbox(diet.name, name: "diet", value: diet.rawValue, isChecked: filter.diets.contains(diet))
                        }
                    }
                }
                FieldGroup("Without") {
                    div(.class("filter-pills")) {
                        for allergen in Allergen.allCases {
                            Checkbox(allergen.name, name: "without", value: allergen.rawValue, isChecked: filter.without.contains(allergen))
                        }
                    }
                }
                // In sight while one chooses; a script says how many there are.
                div(.class("menu-filter-foot")) {
                    Button("Show items", .data("one", text: "Show \(1) items"), .data("other", text: "Show \(2) items"))
                    LinkButton("Clear", href: MenuFilter.nothing, style: .secondary)
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
