import Core
import Interface
import Markup
import Web

/// The choices of an item that was tapped, as tiles over the menu. Where one thing is all there is to choose, its tile adds the item at once.
struct SaleChoices: HTML {
    let offer: Offer
    let chosen: Set<ChoiceID>
    let currency: String
    let problem: Problem?

    /// The one group of which exactly one is chosen; nil where there is more to say.
    private var only: ChoiceGroup? {
        guard let first = offer.groups.first, offer.groups.count == 1, first.least == 1, first.most == 1 else { return nil }
        return first
    }

    var body: some HTML {
        div(.class("sale-scrim"), .data("sale-away"), .aria("hidden", true)) {}
        section(
            .class("sale-choices"), .role("dialog"), .aria("modal", true), .aria("labelledby", "sale-choices-title"),
            .data("sale-choices", offer.item.id.description)
        ) {
            header(.class("sale-choices-head")) {
                h2(.id("sale-choices-title"), .dir("auto")) { offer.item.name }
                IconButton(.close, label: "Cancel", .name("look"), .value("true"), .flag("formnovalidate"), .data("sale-close"))
            }
            ProblemAlert(problem?.beside(["quantity"]))
            if let only {
                fieldset(.class("field choice-group")) {
                    legend(.class("field-label")) { only.name }
                    for choice in only.choices { pick(choice) }
                }
            } else {
                for group in offer.groups { ChoiceGroupField(group: group, chosen: chosen, currency: currency) }
                div(.class("sale-choices-foot")) {
                    TextField(
                        "How many", name: "quantity", value: "1", kind: .number, error: problem?.fields["quantity"], isRequired: true, .min("1"),
                        .max(String(CartLine.mostPortions)))
                    Button("Add", icon: .plus, .name("add"), .value(offer.item.id.description))
                }
            }
        }
    }

    private func pick(_ choice: ItemChoice) -> some HTML {
        let line = CartLine(id: CartLineID(1), item: offer.item.id, choices: [choice.id], quantity: 1)
        return button(
            .type("submit"), .class("sale-pick"), .name("pick"), .value(line.saleText), .flag("disabled", !choice.isAvailable)
        ) {
            span(.dir("auto")) { choice.name }
            if choice.price != 0 { span(.class("choice-price")) { choice.surcharge(in: currency) } }
        }
    }
}
