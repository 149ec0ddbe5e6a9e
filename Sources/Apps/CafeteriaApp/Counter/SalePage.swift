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
    let pause: OrderingPause?
    let currency: String
    /// The way to pay that prompts a phone, where there is one.
    let phoneProvider: String?
    let language: Language
    var problem: Problem?

    var title: Text { "New sale" }
    var shell: ShellStyle { .work("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var scripts: [String] { ["cafeteria/js/sale.js", "cafeteria/js/change.js"] }

    private var total: Money { Money(minor: cart.subtotal, currency: currency) }

    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.counter()) }

    var body: some HTML {
        div(.class("board sale-page")) {
            h1(.class("visually-hidden")) { title }
            form
        }
    }

    private var form: some HTML {
        Form(
            CafeteriaPaths.sale(), .id("sale"), .class("sale"), .data("sale"), .data("keeps"), .data("change", String(total.minor)),
            .data("sale-step", sale.isPaying ? "pay" : "menu"),
            .data("unreached", text: "No connection. Nothing was changed; try again when it’s back.")
        ) {
            // What Enter in a field presses.
            button(.type("submit"), .name("look"), .value("true"), .class("visually-hidden"), .tabindex(-1), .aria("hidden", true)) {}
            for line in cart.lines { input(.type("hidden"), .name("line"), .value(line.line.saleText)) }
            if let replaces = sale.replaces { input(.type("hidden"), .name("replaces"), .value(replaces.description)) }
            input(.type("hidden"), .name("digest"), .value(cart.digest(points: 0)))
            if sale.isPaying { input(.type("hidden"), .name("paying"), .value("true")) }
            if let category = sale.category { input(.type("hidden"), .name("category"), .value(category.description)) }
            section(.class("sale-items"), .aria("label", "Menu")) {
                if let pause {
                    Alert(.warning, title: pause.words) {
                        p {
                            pause.effect
                            " " as String
                            span { "You can still sell here." }
                        }
                    }
                }
                menu
                if let choosing {
                    SaleChoices(offer: choosing, chosen: chosen, currency: currency, problem: problem)
                }
            }
            div(.class("sale-side")) {
                if sale.isPaying { Button("Back to menu", icon: .back, style: .quiet, .class("sale-back"), .name("pays"), .value("false")) }
                section(
                    .id("sale-bill"), .class("sale-bill"), .if(!sale.isPaying && !cart.lines.isEmpty, .class("sale-bill-later")),
                    .if(cart.lines.isEmpty, .class("sale-bill-empty")), .tabindex(-1),
                    .aria("label", "Ordered items")
                ) {
                    if choosing == nil { ProblemAlert(problem?.beside(["given", "phone", "instructions"])) }
                    bill
                }
                // It stays in sight, however long the menu and the bill are.
                if !cart.lines.isEmpty { SaleFoot(sale: sale, cart: cart, total: total, phoneProvider: phoneProvider, wrong: problem?.fields ?? [:]) }
            }
        }
    }

    private var menu: SaleMenu {
        SaleMenu(sale: sale, cart: cart, categories: categories, items: items, choosy: choosy, time: time, currency: currency, language: language)
    }

    @HTMLBuilder private var bill: Node {
        if cart.lines.isEmpty {
            if sale.cleared.isEmpty { p(.class("muted sale-hint")) { "Tap an item to begin." } } else { cleared }
        } else {
            div(.class("sale-bill-head")) {
                h2 { "Ordered items" }
                Button("Clear sale", icon: .trash, style: .quiet, .name("clear"), .value("true"))
            }
            ul(.class("cart-lines")) { for (index, line) in cart.lines.enumerated() { li { row(index, line) } } }
            TextField(
                "Customer’s name", name: "customer", value: sale.customer, .maxlength(CounterSale.longestCustomer), .autocomplete("off"),
                .data("sale-kept"))
            TextField(
                "Special instructions", name: "instructions", value: sale.instructions,
                hint: "For the kitchen, at most \(Order.longestInstructions) characters.", error: problem?.fields["instructions"],
                .maxlength(Order.longestInstructions), .autocomplete("off"), .data("sale-kept"))
        }
    }

    @HTMLBuilder private var cleared: Node {
        for line in sale.cleared { input(.type("hidden"), .name("cleared"), .value(line.saleText)) }
        input(.type("hidden"), .name("cleared-customer"), .value(sale.clearedCustomer))
        input(.type("hidden"), .name("cleared-instructions"), .value(sale.clearedInstructions))
        div(.class("sale-cleared"), .role("status")) {
            p { "The sale was cleared." }
            Button("Undo", icon: .refresh, style: .secondary, .name("restore"), .value("true"))
        }
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
                span(.class("stepper-count"), .aria("label", "\(line.line.quantity) ordered items")) { Text.verbatim(String(line.line.quantity)) }
                IconButton(
                    .plus, label: "One \(line.item.name) more", .name("more"), .value(String(index)),
                    .flag("disabled", line.line.quantity >= CartLine.mostPortions))
            }
            span(.class("cart-line-price")) { if line.fault == nil { "\(Money(minor: line.total, currency: currency))" as Text } }
        }
    }
}
