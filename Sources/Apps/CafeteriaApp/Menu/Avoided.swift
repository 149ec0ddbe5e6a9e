import Core
import Interface
import Markup
import Web

/// What somebody can eat, as it is kept for their visit, guests' too: a device that forgot it between two pages would show them the rest again.
enum KeptFilter {
    private static let cookie = "menu-filter"

    /// nil where nothing is kept.
    static func read(_ request: Request) -> MenuFilter? {
        request.cookie(cookie).flatMap { try? QueryItems(parsing: $0) }.map { kept in MenuFilter { kept.all($0) } }
    }

    /// Keeps what a filter says of it, or lets go of what was kept. A script reads it without a connection.
    static func keeping(_ filter: MenuFilter) -> Cookie {
        filter.isForSomebody ? Cookie(cookie, filter.forSomebody.encoded, isHidden: false) : .removing(cookie)
    }
}

/// The allergens that somebody filters out of the menu: they are warned of them wherever a dish can still come their way.
struct Avoided: Sendable {
    let allergens: [Allergen]

    init(_ allergens: [Allergen] = []) { self.allergens = allergens }

    init(of request: Request) { allergens = KeptFilter.read(request)?.without ?? [] }

    /// What is said of a dish with some of its choices; nil where there is nothing to warn of.
    func warning(_ item: MenuItem, _ choices: [ItemChoice] = []) -> Text? {
        guard !allergens.isEmpty else { return nil }
        let found = allergens.filter { allergen in item.allergens.contains(allergen) || choices.contains { $0.allergens.contains(allergen) } }
        if !found.isEmpty { return Self.contains(found) }
        return item.areAllergensStated ? nil : "Allergens not listed."
    }

    /// Those that a dish has only with some of its choices.
    func addable(to offer: Offer) -> [Allergen] {
        let added = Set(offer.groups.flatMap(\.choices).filter(\.isAvailable).flatMap(\.allergens))
        return allergens.filter { added.contains($0) && !offer.item.allergens.contains($0) }
    }

    static func contains(_ allergens: [Allergen]) -> Text { "Contains what you avoid: \(names(allergens))" }

    fileprivate static func names(_ allergens: [Allergen]) -> Text { .list(of: allergens.map(\.name)) }
}

/// The warning at a line of the cart, or of what is ordered.
struct AvoidedNote: HTML {
    let words: Text?

    var body: some HTML {
        if let words {
            p(.class("avoided")) {
                Icon.warning
                span { words }
            }
        }
    }
}

/// The warnings on the page of a dish, before its form. What only a choice brings is said of the choices; a script says whether it is chosen.
struct AvoidedWarnings: HTML {
    let avoided: Avoided
    let offer: Offer

    var body: some HTML {
        if let words = avoided.warning(offer.item) { Alert(.danger) { words } }
        for allergen in avoided.addable(to: offer) {
            div(
                .class("avoided-choice"), .data("avoids", allergen.rawValue), .data("chosen", text: Avoided.contains([allergen])),
                .data("other", text: Self.choices(allergen))
            ) {
                Alert(.warning) { span(.data("avoids-words")) { Self.choices(allergen) } }
            }
        }
    }

    private static func choices(_ allergen: Allergen) -> Text { "Some choices contain what you avoid: \(allergen.name)" }
}
