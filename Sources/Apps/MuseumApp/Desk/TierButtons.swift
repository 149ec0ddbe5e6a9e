import Core
import Interface
import Markup

/// A tier as a button of the desk names it: with the sum that the button says, so that nobody takes another one.
struct TierChoice: Decodable, Sendable {
    let tier: TierID
    /// In the currency's smallest unit; nil where only a tier was sent.
    let cost: Int?

    init(tier: TierID, cost: Int?) { (self.tier, self.cost) = (tier, cost) }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer().decode(String.self)
        let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
        guard let tier = parts.first.flatMap({ TierID($0) }), parts.count == 1 || Int(parts[1]) != nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no tier"))
        }
        self.init(tier: tier, cost: parts.count == 2 ? Int(parts[1]) : nil)
    }

    var value: String { cost.map { "\(tier):\($0)" } ?? tier.description }

    /// - Throws: ``MembershipRefusal/priceChanged(_:)`` where it costs something else by now.
    func check(_ now: Money) throws(MembershipRefusal) {
        if let cost, cost != now.minor { throw .priceChanged(now) }
    }
}

/// What is for sale: each tier with its price, and a button with the sum that it takes. It stands in the form of a sale.
struct TierButtons: HTML {
    static let field = "tier"

    let offers: [Offer]
    let zone: DayZone
    /// That none was chosen.
    var error: Text?

    var body: some HTML {
        if let error {
            p(.class("field-error"), .id("field-" + Self.field), .tabindex(-1)) {
                Icon.warning
                span { error }
            }
        }
        ul(.class("desk-list")) {
            for offer in offers {
                li(.class("desk-row")) {
                    span(.class("desk-words")) {
                        strong(.class("desk-offer"), .dir("auto")) { offer.tier.name }
                        span(.class("desk-price")) { offer.tier.priceWords }
                        if let words = words(of: offer) {
                            span { words }
                        } else if !offer.tier.summary.isEmpty {
                            span(.class("muted"), .dir("auto")) { offer.tier.summary }
                        }
                    }
                    if case .alreadyForLife = offer.standing {} else { button(for: offer) }
                }
            }
        }
    }

    private func button(for offer: Offer) -> Button {
        Button(
            offer.cost.minor > 0 ? "Take \(offer.cost) in cash" : "Add", icon: offer.cost.minor > 0 ? .wallet : .plus, style: .secondary,
            .name(Self.field), .data("needs-connection"), .value(TierChoice(tier: offer.tier.id, cost: offer.cost.minor).value),
            .aria("label", offer.cost.minor > 0 ? "Take \(offer.cost) in cash for \(offer.tier.name)" : "Add \(offer.tier.name)"))
    }

    /// What Enter presses in a field above the list: the first button of the form, which sells nothing.
    static var forEnter: some HTML {
        Markup.button(.type("submit"), .class("visually-hidden"), .tabindex(-1), .aria("hidden", "true"), .data("needs-connection")) {}
    }

    /// What becomes of what they have; nil where nothing does.
    private func words(of offer: Offer) -> Text? {
        switch offer.standing {
        case .first: nil
        case .renewal(let end): "Renewal from \(zone.day(end))"
        case .exchange(let exchange):
            exchange.credit > 0
                ? "Change from today: \(exchange.tier.name) ends, and \(exchange.takenOff) is taken off"
                : "Change from today: \(exchange.tier.name) ends"
        case .beside(let membership, let held, let isPaid):
            if membership.expiresAt == nil {
                "Starts today at full price. \(held.name) is for life and stays."
            } else if isPaid {
                "Starts today at full price. Nothing is left to take off for \(held.name), which runs until \(zone.end(membership.expiresAt))."
            } else {
                "Starts today at full price. Nothing is taken off for \(held.name), which was free and runs until \(zone.end(membership.expiresAt))."
            }
        case .after(let end, let held): "Switch on \(zone.day(end)), when \(held.name) ends"
        case .alreadyForLife: "Already a member for life"
        }
    }
}
