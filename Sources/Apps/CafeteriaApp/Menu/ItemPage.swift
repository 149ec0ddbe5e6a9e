import Core
import Database
import Interface
import Markup
import Platform
import Web

/// An item with everything about it, and the form that puts it into the cart (CAF-013).
struct ItemPage: PageAnswer {
    let offer: Offer
    let isFavourite: Bool
    /// The time at which it is looked at.
    let time: MenuTime
    let isStaff: Bool
    let currency: String
    let notice: OrderingNotice
    var problem: Problem?
    var chosen: Set<ChoiceID> = []

    private static let formID = "order-form"
    private var item: MenuItem { offer.item }
    private var isServed: Bool { item.canBeOrdered(at: time) }
    private var canBeOrdered: Bool { isServed || item.canBeOrderedAhead(at: time) }

    var title: Text { .verbatim(item.name) }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.home() }
    var scripts: [String] { ["cafeteria/js/item-price.js", "cafeteria/js/cart-offline.js"] }
    var slots: FrameSlots {
        FrameSlots(
            back: CafeteriaPaths.home(),
            footer: {
                if canBeOrdered { add(.custom("form", Self.formID)) }
            })
    }

    var body: some HTML {
        div(.class("item-page")) {
            DishPicture(item: item, isLarge: true)
            div(.class("stack")) {
                PageHeader(title, lead: item.description.isEmpty ? nil : .verbatim(item.description))
                facts
                notice
                ProblemAlert(problem)
                if canBeOrdered { orderForm } else if item.isAvailable { p { "It can’t be ordered for today." } }
                favourite
                if isStaff { availability }
                details
            }
        }
    }

    @HTMLBuilder private var facts: Node {
        div(.class("facts")) {
            strong(.class("dish-price"), .data("item-price", String(item.price)), .data("currency", currency), .role("status")) {
                "\(Money(minor: item.price, currency: currency))" as Text
            }
            span(.class("muted")) { "\(item.preparation) min" }
            for diet in item.diets { Badge(diet.name, tone: .success) }
            if !item.isAvailable {
                Badge("Unavailable", tone: .warning)
            } else if !isServed {
                Badge(item.serving.words(on: time.weekday), tone: .neutral)
            } else {
                Badge("Available now", tone: .success)
            }
        }
    }

    @HTMLBuilder private var orderForm: Node {
        if !isServed { p { "You can order it now and pick it up when it’s served." } }
        Form(CafeteriaPaths.cart(), .id(Self.formID), .class("stack"), .waitsOffline(as: title)) {
            input(.type("hidden"), .name("item"), .value(item.id.description))
            for group in offer.groups { ChoiceGroupField(group: group, chosen: chosen, currency: currency) }
            div(.class("quantity")) {
                TextField(
                    "How many", name: "quantity", value: "1", kind: .number, error: problem?.fields["quantity"], isRequired: true, .min("1"),
                    .max(String(CartLine.mostPortions)))
                IconButton(.minus, label: "One less", .type("button"), .data("step", "-1"), .flag("hidden"))
                IconButton(.plus, label: "One more", .type("button"), .data("step", "1"), .flag("hidden"))
            }
            // On phones it stands at the foot of the screen, in reach of a thumb.
            div(.class("item-add")) { add() }
        }
    }

    /// A script keeps the amount at what is chosen.
    private func add(_ attributes: Attribute...) -> Button {
        let amount = Money(minor: item.price, currency: currency)
        return Button("Add to cart · \(amount)", icon: .cart, .data("amount", text: "\(amount)"), .group(attributes))
    }

    @HTMLBuilder private var favourite: Node {
        Form(CafeteriaPaths.favourite(item.id)) {
            input(.type("hidden"), .name("favourite"), .value(isFavourite ? "false" : "true"))
            Button(isFavourite ? "Remove from favourites" : "Add to favourites", icon: .heart, style: .secondary)
        }
    }

    @HTMLBuilder private var availability: Node {
        Form(CafeteriaPaths.availability(item.id)) {
            input(.type("hidden"), .name("available"), .value(item.isAvailable ? "false" : "true"))
            Button(item.isAvailable ? "Mark as unavailable" : "Mark as available", style: .secondary)
        }
    }

    @HTMLBuilder private var details: Node {
        Card("Allergens") {
            if item.allergens.isEmpty {
                p { offer.groups.isEmpty ? "None of the fourteen common allergens." : "None of the fourteen common allergens, without your choices." }
            } else {
                ul(.class("allergen-list")) { for allergen in item.allergens { li { allergen.name } } }
            }
            if !offer.groups.isEmpty, canBeOrdered { p { strong { "Your choices may contain other allergens." } } }
            p(.class("muted")) { "Prepared in a kitchen that handles all of them. Ask at the counter if you’re unsure." }
        }
        if let nutrition = item.nutrition {
            Card("Nutrition per portion") {
                DescriptionList([
                    .init("Energy") { if let energy = nutrition.energy { "\(energy) kcal" as Text } },
                    .init("Protein") { if let grams = nutrition.protein { "\(grams, decimals: 1) g" as Text } },
                    .init("Carbohydrates") { if let grams = nutrition.carbohydrates { "\(grams, decimals: 1) g" as Text } },
                    .init("Fat") { if let grams = nutrition.fat { "\(grams, decimals: 1) g" as Text } },
                ])
            }
        }
    }
}

extension CafeteriaServices {
    /// The page of an item on the menu, as somebody sees it now.
    func itemPage(_ id: MenuItemID, for member: Member) async throws -> ItemPage {
        let offer = try await site.database.read { try Offer.read([id], in: $0)[id] }
        guard let offer, offer.item.deletedAt == nil else { throw Problem.notFound }
        return ItemPage(
            offer: offer, isFavourite: try await menu.favourites(of: member.id).contains(id),
            time: menu.time(of: site.clock.now()), isStaff: member.may(.cafeteriaKitchen),
            currency: CafeteriaSettings.currency(site), notice: notice)
    }
}

/// The choices of a group: one of several, or some of several.
struct ChoiceGroupField: HTML {
    let group: ChoiceGroup
    let chosen: Set<ChoiceID>
    let currency: String

    private var isOne: Bool { group.most == 1 }

    var body: some HTML {
        fieldset(.class("field choice-group")) {
            legend(.class("field-label")) {
                group.name
                if group.least == 0 { span(.class("muted")) { isOne ? "Optional" : "Up to \(group.most)" } }
            }
            for (index, choice) in group.choices.enumerated() {
                Markup.label(.class("check"), .if(!choice.isAvailable, .class("check-off"))) {
                    input(
                        .type(isOne ? "radio" : "checkbox"), .name(isOne ? "choice-\(group.id)" : "choice"), .value(choice.id.description),
                        .data("price", String(choice.price)), .flag("disabled", !choice.isAvailable),
                        .flag("checked", chosen.contains(choice.id) || (chosen.isEmpty && isOne && group.least == 1 && index == 0)))
                    span(.class("check-label")) {
                        choice.name
                        if choice.price != 0 { span(.class("choice-price")) { price(choice) } }
                        if !choice.allergens.isEmpty {
                            span(.class("choice-allergens")) {
                                span(.class("visually-hidden")) { "Contains" }
                                for allergen in choice.allergens { span { allergen.name } }
                            }
                        }
                    }
                }
            }
        }
    }

    private func price(_ choice: ItemChoice) -> Text {
        let money = Money(minor: abs(choice.price), currency: currency)
        return choice.price > 0 ? "+ \(money)" : "− \(money)"
    }
}
