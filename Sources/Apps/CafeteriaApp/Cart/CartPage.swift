import Core
import Interface
import Markup
import Web

/// What is in the cart (CAF-016, CAF-017).
struct CartPage: PageAnswer {
    let cart: Cart
    let points: Int
    let currency: String
    let notice: OrderingNotice

    var title: Text { "Cart" }
    var shell: ShellStyle { .app("cafeteria") }
    var scripts: [String] { ["cafeteria/js/cart-offline.js"] }
    var slots: FrameSlots {
        FrameSlots(
            back: CafeteriaPaths.home(),
            footer: {
                if cart.portions > 0 {
                    LinkButton(
                        "Check out · \(Money(minor: cart.subtotal, currency: currency))", href: CafeteriaPaths.checkout(), icon: .forward,
                        .data("needs-connection"))
                }
            })
    }

    var body: some HTML {
        div(.class("narrow stack"), .id("cart")) {
            PageHeader(title)
            notice
            if cart.lines.isEmpty {
                div(.data("cart-empty")) {
                    EmptyState(.cart, title: "Your cart is empty", message: "Choose something from the menu.") {
                        LinkButton("Open the menu", href: CafeteriaPaths.home())
                    }
                }
            }
            waiting
            if !cart.lines.isEmpty {
                ul(.class("cart-lines card")) {
                    for line in cart.lines { li { CartLineRow(line: line, isForLater: cart.servedFrom != nil, currency: currency) } }
                }
                OrderSums(subtotal: cart.subtotal, discount: 0, points: 0, currency: currency)
                if let start = cart.servedFrom { p { "Ready from \(time: start), when all of it is served." } }
                p(.class("muted"), .data("cart-sums"), .flag("hidden", true)) { "The total is added up when you’re back online." }
                if points >= PointsRule.step { p(.class("muted")) { "You have \(points) points. You can use them at checkout." } }
                Form(CafeteriaPaths.clearCart()) {
                    Button("Empty the cart", icon: .trash, style: .secondary, .data("needs-connection"))
                }
            }
        }
    }

    /// What was put in without a connection, filled in on the device (CAF-054).
    private var waiting: some HTML {
        section(.class("card stack"), .flag("hidden", true), .aria("labelledby", "cart-waiting")) {
            h2(.id("cart-waiting")) { "Added while offline" }
            ul(.data("cart-waiting")) {}
            p(.class("muted")) { "They’re added to your cart as soon as you’re back online." }
        }
    }
}

/// A line of the cart with its number of portions.
struct CartLineRow: HTML {
    let line: PricedLine
    /// Whether the cart waits for something that is served later.
    let isForLater: Bool
    let currency: String

    var body: some HTML {
        div(.class("cart-line"), .if(line.fault != nil, .class("cart-line-away"))) {
            div(.class("cart-line-words")) {
                a(.href(CafeteriaPaths.item(line.item.id)), .dir("auto")) { strong { line.item.name } }
                if !line.choices.isEmpty { p(.class("muted"), .dir("auto")) { line.choiceNames } }
                if let fault = line.fault { Badge(words(of: fault), tone: .warning) }
            }
            div(.class("stepper")) {
                step(-1, .minus, label: line.line.quantity == 1 ? "Remove \(line.item.name)" : "One \(line.item.name) less")
                span(.class("stepper-count"), .aria("label", "\(line.line.quantity) portions")) { Text.verbatim(String(line.line.quantity)) }
                step(1, .plus, label: "One \(line.item.name) more")
            }
            span(.class("cart-line-price")) {
                if line.fault == nil { "\(Money(minor: line.total, currency: currency))" as Text }
            }
        }
    }

    private func words(of fault: PricedLine.Fault) -> Text { fault == .notServedThen && !isForLater ? "Not served now" : fault.words }

    private func step(_ change: Int, _ icon: Icon, label: Text) -> some HTML {
        Form(CafeteriaPaths.cartLine(line.line.id), .waitsOffline(as: .verbatim(line.item.name)), .renews("#cart", ".page-actions")) {
            input(.type("hidden"), .name("quantity"), .value(String(line.line.quantity + change)))
            IconButton(
                change < 0 && line.line.quantity == 1 ? .trash : icon, label: label,
                .flag("disabled", change > 0 && line.line.quantity >= CartLine.mostPortions))
        }
    }
}

extension PricedLine.Fault {
    /// What the customer reads.
    var words: Text {
        switch self {
        case .unavailable: "Unavailable"
        case .notServedThen: "Not served at that time"
        case .soldOut(0): "Sold out"
        case .soldOut(let left): "Only \(left) left"
        case .choicesChanged: "Choose again"
        }
    }
}

/// What an order comes to.
struct OrderSums: HTML {
    let subtotal: Int
    let discount: Int
    let points: Int
    let currency: String

    var body: some HTML {
        dl(.class("sums card")) {
            if discount > 0 {
                row("Subtotal", subtotal)
                row("\(points) points", -discount)
            }
            div(.class("sums-total")) {
                dt { "Total" }
                dd { money(subtotal - discount) }
            }
        }
    }

    private func row(_ name: Text, _ minor: Int) -> some HTML {
        div {
            dt { name }
            dd { money(minor) }
        }
    }

    private func money(_ minor: Int) -> Text { "\(Money(minor: minor, currency: currency))" }
}
