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

    /// What a member of it may bring along; nil where that is nobody.
    var guestWords: Text? { guests > 0 ? "You can bring \(guests) guests." : nil }
}
