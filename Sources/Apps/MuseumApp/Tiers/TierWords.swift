import Core

/// How tiers are told of.
extension Tier {
    /// `$60.00 a year`, `Free`.
    var priceWords: Text {
        guard price > 0 else { return "Free" }
        return switch months {
        case 0: "\(cost), once"
        case 1: "\(cost) a month"
        case 12: "\(cost) a year"
        default: "\(cost) for \(months) months"
        }
    }

    /// “A year at The Tarhouse”: what is given with it, as a gift card says it.
    func stay(at museum: Text) -> Text {
        switch months {
        case 0: "A lifetime at \(museum)"
        case 1: "A month at \(museum)"
        case 12: "A year at \(museum)"
        default: "\(months) months at \(museum)"
        }
    }

    /// Whether its members get in.
    func entryWords(_ hasEntry: Bool) -> Text { hasEntry ? "Visit as often as you like" : "No entry included" }

    /// What a member of it may bring along; nil where that is nobody.
    var guestWords: Text? { guests > 0 ? "You can bring \(guests) guests, such as a partner. They need no account." : nil }
}
