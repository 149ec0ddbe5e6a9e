import Core
import Interface
import Markup
import Platform
import Web

/// The items of the menu, for whoever keeps it.
struct MenuListPage: PageAnswer {
    static let size = 100

    let list: MenuList
    let filter: MenuFilter
    /// Of this page.
    let items: [MenuItem]
    let counts: [CategoryID: Int]
    let previous: Int?
    let next: Int?
    let time: MenuTime
    let currency: String
    let language: Language

    var title: Text { "Menu" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "What customers can order. Changes apply immediately.") {
            LinkButton("Export", href: CafeteriaPaths.adminExport(), icon: .download, style: .secondary)
            LinkButton("Import menu", href: CafeteriaPaths.adminImports(), icon: .upload, style: .secondary)
            LinkButton("New item", href: CafeteriaPaths.adminNewItem(), icon: .plus)
        }
        if list.items.isEmpty {
            EmptyState(.cup, title: "The menu is empty", message: "Add the first item, and customers can order it.") {
                LinkButton("New item", href: CafeteriaPaths.adminNewItem(), icon: .plus)
            }
        } else {
            SearchBox(
                CafeteriaPaths.adminMenu(), placeholder: "Search the menu", value: filter.words,
                keeping: filter.category.map { [("category", $0.description)] } ?? [])
            ChipRow("Categories") {
                Chip("All", href: address(filter.with(category: nil)), isSelected: filter.category == nil, count: counts.values.reduce(0, +))
                for category in list.categories where counts[category.id] ?? 0 > 0 || filter.category == category.id {
                    Chip(
                        .verbatim(category.name(in: language)), href: address(filter.with(category: category.id)),
                        isSelected: filter.category == category.id, count: counts[category.id] ?? 0)
                }
            }
            if items.isEmpty {
                NoMatch(all: CafeteriaPaths.adminMenu())
            } else {
                table
                Pagination(previous: previous.map { address(filter, from: $0) }, next: next.map { address(filter, from: $0) })
            }
        }
    }

    private var table: some HTML {
        let names = Dictionary(list.categories.map { ($0.id, $0.name(in: language)) }) { first, _ in first }
        return div(.class("opens-rows menu-rows")) {
            DataTable(
                title,
                columns: [
                    .init("Name"), .init("Category"), .init("Price in \(currency)"), .init("Availability"),
                    .init("Change availability", isTitleHidden: true),
                ],
                rows: items.map { item in
                    .init([
                        span(.class("menu-row-name"), .id(Self.anchor(of: item.id))) {
                            DishPicture(item: item, size: .small)
                            a(.href(CafeteriaPaths.adminItem(item.id)), .dir("auto")) { item.name }
                        },
                        Text.verbatim(names[item.category] ?? "").node,
                        price(item),
                        Fragment {
                            badge(item)
                            if !item.areAllergensStated { Badge("No allergen information", tone: .neutral) }
                        },
                        Button(
                            item.isAvailable ? "Mark as sold out" : "Back on the menu", style: .secondary, .form(Self.form(of: item.id)),
                            .name("available"), .value(item.isAvailable ? "false" : "true"), .flag("formnovalidate")),
                    ])
                })
        }
    }

    /// Where the row of an item is on the page.
    static func anchor(of item: MenuItemID) -> String { "item-\(item)" }

    private static func form(of item: MenuItemID) -> String { "offer-\(item)" }

    private func address(_ filter: MenuFilter, from start: Int = 0) -> String {
        let query = filter.query.compactMap { name, value in value.map { (name, $0) } } + (start > 0 ? [("from", String(start))] : [])
        return link(CafeteriaPaths.adminMenu(), query: QueryItems(query))
    }

    private func price(_ item: MenuItem) -> some HTML {
        let id = "price-\(item.id)"
        return Form(CafeteriaPaths.adminItemOffer(item.id), .id(Self.form(of: item.id)), .class("menu-price")) {
            div(.class("field")) {
                label(.for(id), .class("visually-hidden")) { "Price in \(currency): \(item.name)" }
                input(
                    .class("input"), .id(id), .type("text"), .name("price"), .value(ChoiceText.amount(item.price, currency)),
                    .custom("inputmode", "decimal"), .autocomplete("off"), .flag("required"), .saying(ItemDraft.wrongPrice))
            }
            IconButton(.check, label: "Save price", style: .filled)
        }
    }

    private func badge(_ item: MenuItem) -> Badge {
        if !item.isAvailable { return Badge("Sold out", tone: .warning) }
        if item.canBeOrdered(at: time) { return Badge("Available now", tone: .success) }
        return Badge(item.serving.words(on: time.weekday), tone: .neutral)
    }
}
