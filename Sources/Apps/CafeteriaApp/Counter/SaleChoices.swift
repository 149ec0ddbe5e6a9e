import Core
import Interface
import Markup
import Web

/// The choices of an item that was tapped, as tiles over the menu, and how many.
struct SaleChoices: HTML {
    let offer: Offer
    let chosen: Set<ChoiceID>
    let currency: String
    let problem: Problem?

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
            for group in offer.groups { ChoiceGroupField(group: group, chosen: chosen, currency: currency) }
            div(.class("sale-choices-foot")) {
                div(.class("quantity")) {
                    IconButton(.minus, label: "One less", .type("button"), .data("sale-portions", "-1"), .flag("hidden"))
                    TextField(
                        "How many", name: "quantity", value: "1", kind: .number, error: problem?.fields["quantity"], isRequired: true, .min("1"),
                        .max(String(CartLine.mostPortions)))
                    IconButton(.plus, label: "One more", .type("button"), .data("sale-portions", "1"), .flag("hidden"))
                }
                Button("Add", icon: .plus, .name("add"), .value(offer.item.id.description))
            }
        }
    }
}
