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
    let clock: ClockWords
    /// What its owner avoids.
    var avoided = Avoided()
    /// For what was taken out lately.
    var undo: UndoRemoval?
    /// For the kitchen, typed at the checkout or with an order that is ordered again.
    var instructions = ""
    /// What was just put in of an earlier order.
    var again: OrderedAgain?

    var title: Text { "Cart" }
    var shell: ShellStyle { .app("cafeteria") }
    var scripts: [String] { ["cafeteria/js/menu-kept.js", "cafeteria/js/cart-offline.js"] }
    var slots: FrameSlots {
        FrameSlots(
            back: CafeteriaPaths.home(),
            footer: {
                if cart.portions > 0 {
                    LinkButton(
                        "Check out · \(Money(minor: cart.subtotal, currency: currency))", href: CafeteriaPaths.checkout(), icon: .forward,
                        .data("needs-connection"))
                    // In its place while changes wait on the device.
                    Button("Check out when you’re online", .type("button"), .data("checkout-later"), .flag("hidden"), .flag("disabled"))
                }
            })
    }

    var body: some HTML {
        div(.class("narrow stack"), .id("cart"), .currency(currency)) {
            // The button is behind all lines for whoever uses the keyboard.
            if cart.portions > 0 { a(.class("skip-link"), .href(CafeteriaPaths.checkout())) { "Skip to checkout" } }
            PageHeader(title)
            notice
            again
            undo
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
                    for line in cart.lines {
                        li {
                            CartLineRow(
                                line: line, later: cart.servedFrom.map(clock.at), warning: avoided.warning(line.item, line.choices),
                                currency: currency)
                        }
                    }
                }
            }
            div(.data("cart-total"), .flag("hidden", cart.lines.isEmpty)) {
                OrderSums(subtotal: cart.subtotal, discount: 0, points: 0, currency: currency)
            }
            p(.class("muted"), .data("cart-sums", "known"), .flag("hidden", true)) { "Prices are checked again when you’re back online." }
            p(.class("muted"), .data("cart-sums", "unknown"), .flag("hidden", true)) { "The total is added up when you’re back online." }
            if !cart.lines.isEmpty {
                if !instructions.isEmpty {
                    p(.class("cart-instructions")) {
                        strong { "Special instructions" }
                        span(.dir("auto")) { instructions }
                    }
                }
                if let start = cart.servedFrom {
                    let away = cart.lines.filter { $0.fault == .notServedThen }.map(\.item.name)
                    if away.isEmpty {
                        p { "Ready from \(clock.time(start)), when all of it is served." }
                    } else {
                        Alert(.warning, title: "Ready from \(clock.time(start))") {
                            p { "\(away.joined(separator: ", ")): not served then. Remove it here, and order it separately." }
                        }
                    }
                }
                if points >= PointsRule.step { p(.class("muted")) { "You have \(points) points. You can use them at checkout." } }
                Form(CafeteriaPaths.clearCart()) {
                    Button("Empty the cart", icon: .trash, style: .secondary, .data("needs-connection"))
                }
            }
        }
    }

    /// What was put in without a connection, filled in on the device (CAF-054).
    @HTMLBuilder private var waiting: Node {
        section(.class("stack"), .flag("hidden", true), .aria("labelledby", "cart-waiting")) {
            h2(.id("cart-waiting")) { "Added while offline" }
            ul(.class("cart-lines card"), .data("cart-waiting")) {}
            p(.class("muted")) { "They’re added to your cart as soon as you’re back online." }
        }
        template(.data("cart-parts")) {
            WaitingLineRow()
            div(.class("undo-removal card"), .data("removed-here")) {
                p(.role("status")) { "Removed: \("%1")" }
                Button("Undo", icon: .back, style: .secondary, .type("button"))
            }
        }
    }
}

/// A line that waits on the device, before a script fills it in. It has no form: nothing is sent by it.
struct WaitingLineRow: HTML {
    var body: some HTML {
        div(.class("cart-line")) {
            DishPicture(of: MenuItemID(0), name: "", nil, size: .small)
            div(.class("cart-line-words")) {
                a(.href(CafeteriaPaths.home()), .dir("auto")) { strong {} }
                p(.class("muted"), .dir("auto")) {}
            }
            div(.class("stepper")) {
                IconButton(.trash, label: "Remove \("%1")", .type("button"))
                IconButton(.minus, label: "One \("%1") less", .type("button"))
                span(.class("stepper-count"), .data("one", text: "\(1) ordered items"), .data("other", text: "\(2) ordered items")) {}
                IconButton(.plus, label: "One \("%1") more", .type("button"))
            }
            span(.class("cart-line-price")) {}
        }
    }
}

/// Takes back that a line was removed or the cart emptied.
struct UndoRemoval: HTML {
    let removal: RemovalID
    let names: [String]

    var body: some HTML {
        Form(CafeteriaPaths.restoreCart(), .class("undo-removal card")) {
            p(.role("status")) { "Removed: \(names.joined(separator: ", "))" }
            input(.type("hidden"), .name("removal"), .value(removal.description))
            // Where a line was removed by keyboard, the focus goes on here.
            Button("Undo", icon: .back, style: .secondary, .data("needs-connection"), .data("renewed-focus"))
        }
    }
}

/// What was put into the cart of an earlier order, beside what was there.
struct OrderedAgain: HTML {
    let order: Order
    let lines: [OrderLine]
    let isBeside: Bool

    var body: some HTML {
        Alert(.success, title: "Added from order \(order.number)") {
            p(.dir("auto")) { lines.map { "\($0.quantity)\u{A0}×\u{A0}\($0.name)" }.joined(separator: ", ") }
            if isBeside { p { "What was in your cart before is still there." } }
        }
    }
}

/// The number at the cart's place in the frame.
enum CartCount {
    static let selector = "[data-place-count='\(CafeteriaPaths.cart())']"
}

/// A line of the cart with its number of portions.
struct CartLineRow: HTML {
    let line: PricedLine
    /// When it can be picked up, where the cart waits for something that is served later.
    let later: Text?
    let warning: Text?
    let currency: String

    var body: some HTML {
        div(
            .class("cart-line"), .if(line.fault != nil, .class("cart-line-away")), .data("key", key), .data("price", String(line.unitPrice)),
            .currency(currency)
        ) {
            DishPicture(item: line.item, size: .small)
            div(.class("cart-line-words")) {
                a(.href(address), .dir("auto")) { strong { line.item.name } }
                if !line.choices.isEmpty { p(.class("muted"), .dir("auto")) { line.choiceNames } }
                if let old = line.oldPrice { PriceChange(from: old, to: line.unitPrice, currency: currency) }
                AvoidedNote(words: warning)
                if let fault = line.fault { div { Badge(words(of: fault), tone: .warning) } }
            }
            div(.class("stepper")) {
                less
                span(.class("stepper-count"), .aria("label", "\(line.line.quantity) ordered items")) { Text.verbatim(String(line.line.quantity)) }
                step(1) {
                    IconButton(.plus, label: "One \(line.item.name) more", .flag("disabled", isFull))
                }
            }
            span(.class("cart-line-price")) {
                if line.fault == nil { "\(Money(minor: line.total, currency: currency))" as Text }
            }
        }
    }

    private var address: String { link(CafeteriaPaths.item(line.item.id), query: ["line": line.line.id.description]) }
    /// What tells it from other lines, as a device knows it (`cart-waiting.js`).
    private var key: String { "\(line.item.id):\(line.line.choices.map(\.description).joined(separator: " "))" }

    /// Whether no further portion can be added; nothing is added to what can't be had.
    private var isFull: Bool {
        line.line.quantity >= CartLine.mostPortions || line.item.deletedAt != nil || line.fault == .unavailable || line.fault == .soldOut(left: 0)
    }

    private func words(of fault: PricedLine.Fault) -> Text {
        if line.item.deletedAt != nil { return "No longer on the menu" }
        guard fault == .notServedThen else { return fault.words }
        return later.map { "Not served \($0)" } ?? "Not served now"
    }

    /// The last portion is thrown away, others are taken off; a device that counts by itself shows the one that fits (`cart-offline.js`).
    private var less: some HTML {
        step(-1) {
            IconButton(.trash, label: "Remove \(line.item.name)", .flag("hidden", line.line.quantity != 1))
            IconButton(.minus, label: "One \(line.item.name) less", .flag("hidden", line.line.quantity == 1))
        }
    }

    private func step(_ change: Int, @HTMLBuilder buttons: () -> Node) -> some HTML {
        Form(
            CafeteriaPaths.cartLine(line.line.id), .waitsOffline(as: .verbatim(line.item.name)),
            .renews("#cart", ".page-actions", CartCount.selector)
        ) {
            input(.type("hidden"), .name("quantity"), .value(String(line.line.quantity + change)))
            buttons()
        }
    }
}

/// That a portion costs something else than when it was put in.
struct PriceChange: HTML {
    let from: Int
    let to: Int
    let currency: String

    init(from old: Int, to new: Int, currency: String) { (from, to, self.currency) = (old, new, currency) }

    var body: some HTML {
        p(.class("price-change")) { "New price: \(Money(minor: from, currency: currency)) → \(Money(minor: to, currency: currency))" }
    }
}

extension PricedLine.Fault {
    /// What the customer reads.
    var words: Text {
        switch self {
        case .unavailable, .soldOut(0): "Sold out"
        case .notServedThen: "Not served at that time"
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
    /// Whether a script changes it with the points that are chosen.
    var isChanging = false

    var body: some HTML {
        dl(.class("sums card")) {
            if discount > 0 || isChanging {
                row("Subtotal", subtotal)
                row("\(points) points", -discount, .data("sums-points"))
            }
            div(.class("sums-total")) {
                dt { "Total" }
                dd { money(subtotal - discount) }
            }
        }
    }

    private func row(_ name: Text, _ minor: Int, _ attributes: Attribute...) -> some HTML {
        div(.flag("hidden", discount == 0), .group(attributes)) {
            dt { name }
            dd { money(minor) }
        }
    }

    private func money(_ minor: Int) -> Text { "\(Money(minor: minor, currency: currency))" }
}
