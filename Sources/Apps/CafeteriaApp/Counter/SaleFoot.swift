import Core
import Interface
import Markup
import Web

/// What a sale comes to and the ways to pay it.
struct SaleFoot: HTML {
    let sale: CounterSale
    let cart: Cart
    let total: Money
    /// The way to pay that prompts a phone, where there is one.
    let phoneProvider: String?
    let wrong: [String: Text]

    var body: some HTML {
        div(.class("sale-foot")) {
            p(.class("sale-total")) {
                span { "Total" }
                span(.class("sale-count")) { "\(cart.portions) ordered items" }
                strong { "\(total)" as Text }
            }
            // A phone has no room for the ways to pay beside the menu.
            if !sale.isPaying { Button("Take payment", icon: .forward, .class("sale-to-pay"), .name("pays"), .value("true")) }
            div(.class("sale-pay"), .if(!sale.isPaying, .class("sale-pay-later"))) { ways }
        }
    }

    @HTMLBuilder private var ways: Node {
        if cart.portions > 0, total.minor == 0 { pay("Place order", Orders.cash, .check, .primary) }
        if cart.portions > 0, total.minor > 0 {
            CashButtons(cost: total, action: CafeteriaPaths.placeSale())
            div(.class("sale-ways")) {
                way("Other amount", .wallet, "given", isOpen: !sale.given.isEmpty || wrong["given"] != nil) {
                    GivenField(cost: total, given: sale.given, error: wrong["given"])
                    pay("Take \(total) in cash", Orders.cash, .wallet, .primary)
                }
                if let phoneProvider {
                    way("M-Pesa", .send, "phone", isOpen: !sale.phone.isEmpty || wrong["phone"] != nil) {
                        TextField(
                            "M-Pesa phone number", name: "phone", value: sale.phone, kind: .tel, error: wrong["phone"], isConditional: true,
                            .autocomplete("off"), .maxlength(20), .flag("autofocus", wrong["phone"] != nil))
                        pay("Ask for \(total) by M-Pesa", phoneProvider, .send, .primary)
                    }
                }
            }
        }
    }

    private func way(_ name: Text, _ icon: Icon, _ id: String, isOpen: Bool, @HTMLBuilder content: () -> Node) -> Node {
        let content = content()
        return details(.class("sale-way"), .data("keeps-open", id), .flag("open", isOpen)) {
            summary(.class("button button-secondary")) {
                icon
                span { name }
            }
            div(.class("sale-way-fields")) { content }
        }.node
    }

    private func pay(_ label: Text, _ provider: String, _ icon: Icon, _ style: ButtonStyle) -> some HTML {
        Button(
            label, icon: icon, style: style, .name("provider"), .value(provider), .custom("formaction", CafeteriaPaths.placeSale()),
            .data("needs-connection"))
    }
}
