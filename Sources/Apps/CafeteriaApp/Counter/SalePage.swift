import Core
import Interface
import Localization
import Markup
import Payments
import Web

/// A sale at the counter: items to tap on one side, what they come to and how it is paid on the other. It is one form; each button is a step
/// of it, and a script sends the steps without loading the page anew.
struct SalePage: PageAnswer {
    let sale: CounterSale
    let cart: Cart
    let categories: [MenuCategory]
    let items: [MenuItem]
    let choosy: Set<MenuItemID>
    /// The item whose choices are asked for, and what was chosen so far.
    let choosing: Offer?
    let chosen: Set<ChoiceID>
    let time: MenuTime
    let currency: String
    /// The way to pay that prompts a phone, where there is one.
    let phoneProvider: String?
    let language: Language
    var problem: Problem?

    var title: Text { "New sale" }
    var shell: ShellStyle { .reader }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var scripts: [String] { ["cafeteria/js/sale.js", "cafeteria/js/change.js"] }

    private var total: Money { Money(minor: cart.subtotal, currency: currency) }

    var body: some HTML {
        main(.class("board sale-page"), .id("content")) {
            header(.class("board-bar")) {
                IconButton(.back, label: "Back to the counter", href: CafeteriaPaths.counter())
                h1 { title }
            }
            form
        }
    }

    private var form: some HTML {
        Form(
            CafeteriaPaths.sale(), .id("sale"), .class("sale"), .data("sale"), .data("change", String(total.minor)),
            .data("unreached", text: "No connection. Nothing was changed; try again when it’s back.")
        ) {
            // What Enter in a field presses.
            button(.type("submit"), .name("look"), .value("true"), .class("visually-hidden"), .tabindex(-1), .aria("hidden", true)) {}
            for line in cart.lines { input(.type("hidden"), .name("line"), .value(line.line.saleText)) }
            input(.type("hidden"), .name("digest"), .value(cart.digest(points: 0)))
            if let category = sale.category { input(.type("hidden"), .name("category"), .value(category.description)) }
            section(.class("sale-items"), .aria("label", "Menu")) {
                if let choosing { SaleChoices(offer: choosing, chosen: chosen, currency: currency) } else { grid }
                // On a phone the bill is below all items.
                if !cart.lines.isEmpty {
                    a(.class("button button-primary sale-jump"), .href("#sale-bill")) {
                        span { "Total" }
                        span { "\(total)" as Text }
                    }
                }
            }
            section(.id("sale-bill"), .class("sale-bill card"), .aria("label", "Order")) {
                ProblemAlert(problem)
                bill
            }
        }
    }

    @HTMLBuilder private var grid: Node {
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
        if items.isEmpty { p(.class("muted")) { "Nothing on the menu matches" } }
        // What can't be sold now stands last.
        div(.class("sale-grid")) {
            for item in items.filter({ $0.canBeOrdered(at: time) }) + items.filter({ !$0.canBeOrdered(at: time) }) { tile(item) }
        }
    }

    private func chip(_ name: Text, _ id: CategoryID?) -> some HTML {
        button(
            .type("submit"), .class("chip"), .name("show"), .value(id?.description ?? ""), .if(sale.category == id, .aria("current", "true"))
        ) { name }
    }

    private func tile(_ item: MenuItem) -> some HTML {
        let needsChoice = choosy.contains(item.id)
        let isServed = item.canBeOrdered(at: time)
        return button(
            .type("submit"), .class("sale-tile \(Hue(for: item.name).className)"), .name(needsChoice ? "choose" : "add"),
            .value(item.id.description), .flag("disabled", !isServed)
        ) {
            strong(.dir("auto")) { item.name }
            span {
                if !item.isAvailable {
                    "Unavailable" as Text
                } else if !isServed {
                    "Not served now" as Text
                } else {
                    "\(Money(minor: item.price, currency: currency))" as Text
                }
            }
            if needsChoice { Icon.chevronRight }
        }
    }

    @HTMLBuilder private var bill: Node {
        if cart.lines.isEmpty {
            p(.class("muted")) { "Tap an item to begin." }
        } else {
            ul(.class("cart-lines")) { for (index, line) in cart.lines.enumerated() { li { row(index, line) } } }
            if cart.portions > 0 { given }
            TextField(
                "Customer’s name", name: "customer", value: sale.customer, .maxlength(CounterSale.longestCustomer), .autocomplete("off"))
            if cart.portions > 0, total.minor > 0, phoneProvider != nil {
                TextField(
                    "M-Pesa phone number", name: "phone", value: sale.phone, kind: .tel, error: problem?.fields["phone"], isConditional: true,
                    .autocomplete("off"), .maxlength(20))
            }
            foot
        }
    }

    private var given: some HTML { GivenField(cost: total, given: sale.given, error: problem?.fields["given"]) }

    /// It stays in sight while the bill is longer than the screen.
    private var foot: some HTML {
        div(.class("sale-foot")) {
            p(.class("sale-total")) {
                span { "Total" }
                strong { "\(total)" as Text }
            }
            if cart.portions > 0 {
                pay(total.minor == 0 ? "Place order" : "Take \(total) in cash", Orders.cash, .wallet, .primary)
                if let phoneProvider, total.minor > 0 { pay("Ask for \(total) by M-Pesa", phoneProvider, .send, .secondary) }
            }
        }
    }

    private func pay(_ label: Text, _ provider: String, _ icon: Icon, _ style: ButtonStyle) -> some HTML {
        Button(
            label, icon: icon, style: style, .name("provider"), .value(provider), .custom("formaction", CafeteriaPaths.placeSale()),
            .data("needs-connection"))
    }

    private func row(_ index: Int, _ line: PricedLine) -> some HTML {
        div(.class("cart-line"), .if(line.fault != nil, .class("cart-line-away"))) {
            div(.class("cart-line-words")) {
                strong(.dir("auto")) { line.item.name }
                if !line.choices.isEmpty { p(.class("muted"), .dir("auto")) { line.choiceNames } }
                if let fault = line.fault { Badge(fault.words, tone: .warning) }
            }
            div(.class("stepper")) {
                IconButton(
                    line.line.quantity == 1 ? .trash : .minus,
                    label: line.line.quantity == 1 ? "Remove \(line.item.name)" : "One \(line.item.name) less",
                    .name("less"), .value(String(index)))
                span(.class("stepper-count"), .aria("label", "\(line.line.quantity) portions")) { Text.verbatim(String(line.line.quantity)) }
                IconButton(
                    .plus, label: "One \(line.item.name) more", .name("more"), .value(String(index)),
                    .flag("disabled", line.line.quantity >= CartLine.mostPortions))
            }
            span(.class("cart-line-price")) { if line.fault == nil { "\(Money(minor: line.total, currency: currency))" as Text } }
        }
    }
}

/// The choices of an item that was tapped.
private struct SaleChoices: HTML {
    let offer: Offer
    let chosen: Set<ChoiceID>
    let currency: String

    var body: some HTML {
        div(.class("card stack sale-choices")) {
            h2(.dir("auto")) { offer.item.name }
            for group in offer.groups { ChoiceGroupField(group: group, chosen: chosen, currency: currency) }
            TextField(
                "How many", name: "quantity", value: "1", kind: .number, isRequired: true, .min("1"), .max(String(CartLine.mostPortions)))
            Actions {
                Button("Add", icon: .plus, .name("add"), .value(offer.item.id.description))
                Button("Cancel", style: .secondary, .name("show"), .value(""), .flag("formnovalidate"))
            }
        }
    }
}
