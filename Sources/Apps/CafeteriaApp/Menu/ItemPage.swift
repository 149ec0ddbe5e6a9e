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
    let mayEdit: Bool
    let isSignedIn: Bool
    let currency: String
    let notice: OrderingNotice
    var problem: Problem?
    var chosen: Set<ChoiceID> = []
    var quantity = 1
    /// The line of the cart that is changed; nil where one is added.
    var line: CartLineID?
    /// What whoever looks at it avoids.
    var avoided = Avoided()
    /// What the menu was asked for from which somebody came, and goes back to.
    var menu = QueryItems()

    private static let formID = "order-form"
    private var item: MenuItem { offer.item }
    private var isServed: Bool { item.canBeOrdered(at: time) }
    private var canBeOrdered: Bool { isServed || item.canBeOrderedAhead(at: time) }

    var title: Text { .verbatim(item.name) }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.home() }
    var scripts: [String] {
        (["item-price", "item-allergens"] + (isSignedIn ? ["menu-kept", "cart-offline", "cart-keys"] : [])).map { "cafeteria/js/\($0).js" }
    }
    var slots: FrameSlots {
        FrameSlots(
            back: link(CafeteriaPaths.home(), query: menu),
            footer: {
                if canBeOrdered { add(.custom("form", Self.formID)) }
            })
    }

    var body: some HTML {
        div(.class("item-page")) {
            DishPicture(item: item, size: .large)
            div(.class("stack")) {
                PageHeader(title, lead: item.description.isEmpty ? nil : .verbatim(item.description)) {
                    if mayEdit { LinkButton("Edit", href: CafeteriaPaths.adminItem(item.id), icon: .edit, style: .secondary) }
                }
                facts
                AvoidedWarnings(avoided: avoided, offer: offer)
                notice
                ProblemAlert(problem)
                if canBeOrdered {
                    orderForm
                } else {
                    if item.isAvailable { p { "It can’t be ordered any more today." } }
                    // Also who comes too early or too late reads what there is, and what it costs.
                    for group in offer.groups { ChoiceGroupField(group: group, chosen: [], currency: currency, isOffered: false) }
                }
                if isSignedIn { favourite }
                if isStaff { availability }
                details
            }
        }
    }

    @HTMLBuilder private var facts: Node {
        div(.class("facts")) {
            strong(.class("dish-price"), .data("item-price", String(item.price)), .currency(currency), .role("status")) {
                "\(Money(minor: item.price, currency: currency))" as Text
            }
            span(.class("muted")) { "\(item.preparation) min" }
            // A choice may take it out of a diet.
            for diet in item.diets { span(.data("excludes", MenuItem.words(diet.excludes))) { Badge(diet.name, tone: .success) } }
            if !item.isAvailable {
                Badge("Sold out", tone: .warning)
            } else if !isServed {
                Badge(item.serving.schedule(on: time.weekday), tone: .neutral)
            } else {
                Badge("Available now", tone: .success)
            }
        }
    }

    @HTMLBuilder private var orderForm: Node {
        if !isServed { p { "You can order it now and pick it up when it’s served." } }
        if isSignedIn {
            // A change of a line can't wait: the cart would show it beside the line.
            Form(CafeteriaPaths.cart(), .id(Self.formID), .class("stack"), .if(line == nil, .waitsOffline(as: title))) {
                input(.type("hidden"), .name("item"), .value(item.id.description))
                if let line { input(.type("hidden"), .name("line"), .value(line.description)) }
                choices
            }
        } else {
            // The address carries what was chosen through sign-in.
            Form(CafeteriaPaths.chosen(item.id), method: .get, .id(Self.formID), .class("stack")) {
                choices
                p(.class("muted")) { "Sign in to order. What you chose is kept." }
            }
        }
    }

    @HTMLBuilder private var choices: Node {
        for group in offer.groups { ChoiceGroupField(group: group, chosen: chosen, currency: currency) }
        div(.class("quantity")) {
            TextField(
                "How many", name: "quantity", value: String(quantity), kind: .number, error: problem?.fields["quantity"], isRequired: true,
                .min("1"),
                .max(String(CartLine.mostPortions)))
            IconButton(.minus, label: "One less", .type("button"), .data("step", "-1"), .flag("hidden"))
            IconButton(.plus, label: "One more", .type("button"), .data("step", "1"), .flag("hidden"))
        }
        // On phones it stands at the foot of the screen, in reach of a thumb.
        div(.class("item-add")) { add() }
    }

    /// A script keeps the amount at what is chosen.
    private func add(_ attributes: Attribute...) -> Button {
        let amount = Money(minor: item.price, currency: currency)
        return Button(
            line == nil ? "Add to cart · \(amount)" : "Update cart · \(amount)", icon: .cart, .data("amount", text: "\(amount)"),
            .if(line != nil, .data("needs-connection")), .group(attributes))
    }

    @HTMLBuilder private var favourite: Node {
        if canBeOrdered {
            // Without a script the choices go along.
            noscript {
                Button(
                    isFavourite ? "Remove from favourites" : "Add to favourites", icon: .heart, style: .secondary, .custom("form", Self.formID),
                    .custom("formaction", CafeteriaPaths.favourite(item.id)), .flag("formnovalidate"), .name("favourite"),
                    .value(isFavourite ? "false" : "true"))
            }
        }
        let words: Text = isFavourite ? "Remove from favourites" : "Add to favourites"
        // In place, so that what is chosen above stays chosen.
        Form(
            CafeteriaPaths.favourite(item.id), .class("item-favourite"), .if(canBeOrdered, .class("script-only")),
            .flag("data-favourite", isFavourite), .waitsOffline(as: title),
            .renews(".item-favourite")
        ) {
            input(.type("hidden"), .name("favourite"), .value(isFavourite ? "false" : "true"))
            Button(words, icon: .heart, style: .secondary, .data("renewed-focus"))
        }
    }

    @HTMLBuilder private var availability: Node {
        Form(CafeteriaPaths.availability(item.id)) {
            input(.type("hidden"), .name("available"), .value(item.isAvailable ? "false" : "true"))
            Button(item.isAvailable ? "Mark as sold out" : "Back on the menu", style: .secondary)
        }
    }

    @HTMLBuilder private var details: Node {
        Card("Allergens") {
            allergens
            p(.class("muted")) { "Prepared in a kitchen that handles all 14 major allergens. Ask at the counter if you’re unsure." }
        }
        if let nutrition = item.nutrition {
            Card("Nutrition per portion") {
                if !offer.groups.isEmpty { p(.class("muted")) { "Without extras and other choices." } }
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

extension ItemPage {
    /// What the list says of the choices that are made: nobody states of a choice that it contains nothing.
    private func chosenWords(_ chosen: Set<Allergen>) -> Text {
        if !item.areAllergensStated { return "Your choices contain these." }
        return chosen.isEmpty ? "No allergens are listed for the choices." : "Includes your choices."
    }

    private var asksForChoices: Bool { !offer.groups.isEmpty && canBeOrdered }

    /// What it contains. Without a script that is the item without its choices, each of which says it of its own; with one, what is chosen counts.
    @HTMLBuilder fileprivate var allergens: Node {
        let unknown: Text = "There’s no allergen information for this dish."
        // What a choice lists it adds; staff state of the item what it contains without them.
        let none: Text = item.hasNoAllergens ? "Contains none of the 14 major allergens. None are listed for your choices." : unknown
        if asksForChoices {
            let chosen = Set(offer.groups.flatMap(\.choices).flatMap(\.allergens))
            div(.data("allergens"), .aria("live", "polite")) {
                // What nobody knows of the item stays unknown beside what is known of a choice.
                p(.data("none", text: none), .flag("data-always", !item.areAllergensStated), .flag("hidden", !item.allergens.isEmpty)) {
                    item.hasNoAllergens ? "Contains none of the 14 major allergens, without your choices." : unknown
                }
                ul(.class("allergen-list"), .flag("hidden", item.allergens.isEmpty)) {
                    for allergen in Allergen.allCases where item.allergens.contains(allergen) || chosen.contains(allergen) {
                        li(
                            .data("allergen", allergen.rawValue), .flag("data-always", item.allergens.contains(allergen)),
                            .flag("hidden", !item.allergens.contains(allergen))
                        ) { allergen.name }
                    }
                }
                p(.data("chosen", text: chosenWords(chosen)), .flag("hidden", !item.areAllergensStated)) {
                    strong { "Your choices may contain other allergens." }
                }
            }
        } else if item.allergens.isEmpty {
            p { item.hasNoAllergens ? "Contains none of the 14 major allergens." : unknown }
        } else {
            ul(.class("allergen-list")) { for allergen in item.allergens { li { allergen.name } } }
        }
    }
}

extension CafeteriaServices {
    /// The page of an item on the menu, as somebody sees it now.
    func itemPage(_ id: MenuItemID, for identity: Identity) async throws -> ItemPage {
        let offer = try await site.database.read { try Offer.read([id], in: $0)[id] }
        guard let offer, offer.item.deletedAt == nil else { throw Problem.notFound }
        return ItemPage(
            offer: offer, isFavourite: try await menu.favourites(of: identity.personID).contains(id),
            time: menu.time(of: site.clock.now()), isStaff: identity.may(.cafeteriaKitchen),
            mayEdit: identity.may(.cafeteriaMenu), isSignedIn: identity.personID != nil,
            currency: CafeteriaSettings.currency(site), notice: notice)
    }
}

/// The choices of a group: one of several, or some of several.
struct ChoiceGroupField: HTML {
    let group: ChoiceGroup
    let chosen: Set<ChoiceID>
    let currency: String
    /// Whether it can be chosen now, or only read.
    var isOffered = true

    private var isOne: Bool { group.most == 1 }
    /// A radio button can't be taken off again.
    private var isRadio: Bool { isOne && (group.least == 1 || group.choices.count > 1) }
    private var isNoneChosen: Bool { !group.choices.contains { chosen.contains($0.id) } }

    var body: some HTML {
        fieldset(.class("field choice-group")) {
            legend(.class("field-label")) {
                group.name
                if let rule { span(.class("muted")) { rule } }
            }
            if isRadio, group.least == 0, isOffered {
                Markup.label(.class("check")) {
                    input(
                        .type("radio"), .name("choice-\(group.id)"), .value(""), .data("price", "0"), .data("allergens", ""),
                        .flag("checked", isNoneChosen))
                    span(.class("check-label")) { "None of these" }
                }
            }
            for (index, choice) in group.choices.enumerated() {
                Markup.label(.class("check"), .if(!choice.isAvailable, .class("check-off"))) {
                    input(
                        .type(isRadio ? "radio" : "checkbox"), .name(isRadio ? "choice-\(group.id)" : "choice"), .value(choice.id.description),
                        .data("outbox-name", choice.name), .data("price", String(choice.price)), .data("allergens", MenuItem.words(choice.allergens)),
                        .flag("disabled", !choice.isAvailable || !isOffered),
                        .flag("checked", chosen.contains(choice.id) || (isOffered && chosen.isEmpty && isOne && group.least == 1 && index == 0)))
                    span(.class("check-label")) {
                        choice.name
                        if choice.price != 0 { span(.class("choice-price")) { choice.surcharge(in: currency) } }
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

    /// How many are chosen; nil where it is one, as people expect.
    private var rule: Text? {
        if group.least == 0 { return isOne ? "Optional" : "Up to \(group.most)" }
        if isOne { return nil }
        return group.least == group.most ? "Choose \(group.least)" : "Choose \(group.least) to \(group.most)"
    }
}

extension ItemChoice {
    /// “+ KES 30”.
    func surcharge(in currency: String) -> Text {
        let money = Money(minor: abs(price), currency: currency)
        return price > 0 ? "+ \(money)" : "− \(money)"
    }
}
