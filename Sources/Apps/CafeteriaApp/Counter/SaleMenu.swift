import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// What can be sold, to be tapped: in the menu's order under the names of its categories, each in a colour of its own.
struct SaleMenu: HTML {
    let sale: CounterSale
    let cart: Cart
    let categories: [MenuCategory]
    let items: [MenuItem]
    let choosy: Set<MenuItemID>
    let time: MenuTime
    let currency: String
    let language: Language

    var body: some HTML {
        div(.class("sale-tools")) {
            div(.class("sale-search")) {
                Markup.label(.for("sale-words"), .class("visually-hidden")) { "Search the menu" }
                input(
                    .class("input"), .id("sale-words"), .type("search"), .name("q"), .value(sale.words), .placeholder("Search the menu"),
                    .autocomplete("off"), .maxlength(100), .data("sale-words"))
            }
            div(.class("chip-row sale-categories"), .role("group"), .aria("label", "Categories")) {
                chip("All", nil)
                for category in categories { chip(.verbatim(category.name(in: language)), category.id) }
            }
        }
        if items.isEmpty { p { NoMatch(for: sale.words) } }
        for group in groups {
            section(.class("sale-group")) {
                if let title = group.title { h2 { title } }
                div(.class("sale-grid")) { for item in group.items { tile(item) } }
            }
        }
    }

    private typealias Group = (title: Text?, items: [MenuItem])

    /// What can't be sold now is last, whatever it is of. What was searched for is in the order in which it fits.
    private var groups: [Group] {
        let (here, away) = (items.filter { $0.canBeOrdered(at: time) }, items.filter { !$0.canBeOrdered(at: time) })
        let isWhole = sale.words.isEmpty && sale.category == nil
        let shelves: [Group] =
            isWhole
            ? categories.map { category in (.verbatim(category.name(in: language)), here.filter { $0.category == category.id }) } : [(nil, here)]
        return (shelves + [("Can’t be sold now", away)]).filter { !$0.items.isEmpty }
    }

    private func hue(_ category: CategoryID?) -> String {
        guard let index = categories.firstIndex(where: { $0.id == category }) else { return "" }
        return Hue.allCases[index % Hue.allCases.count].className
    }

    private func chip(_ name: Text, _ id: CategoryID?) -> some HTML {
        button(
            .type("submit"), .class("chip \(hue(id))"), .name("show"), .value(id?.description ?? ""),
            .if(sale.category == id && sale.words.isEmpty, .aria("current", "true"))
        ) {
            if id != nil { span(.class("sale-dot"), .aria("hidden", true)) }
            name
        }
    }

    private func tile(_ item: MenuItem) -> some HTML {
        let needsChoice = choosy.contains(item.id)
        let isServed = item.canBeOrdered(at: time)
        let count = cart.lines.filter { $0.item.id == item.id }.reduce(0) { $0 + $1.line.quantity }
        return button(
            .type("submit"), .class("sale-tile \(hue(item.category))"), .name(needsChoice ? "choose" : "add"),
            .value(item.id.description), .flag("disabled", !isServed)
        ) {
            if let picture = item.picture, isServed {
                img(.src(picture.address(.thumbnail, of: item.id)), .alt(""), .loading("lazy"), .width(56), .height(56))
            }
            span(.class("sale-tile-words")) {
                strong(.dir("auto")) { item.name }
                span {
                    if !item.isAvailable {
                        "Sold out" as Text
                    } else if !isServed {
                        item.serving.words(on: time.weekday)
                    } else {
                        "\(Money(minor: item.price, currency: currency))" as Text
                    }
                }
            }
            if count > 0 { span(.class("sale-tile-count"), .aria("label", "\(count) ordered items")) { Text.verbatim(String(count)) } }
            if needsChoice, isServed { Icon.chevronRight }
        }
    }
}
