import Core
import Foundation

/// What a tier costs somebody, and from when it counts: that depends on what they are a member of already.
struct Offer: Sendable {
    enum Standing: Sendable {
        /// They are no member.
        case first
        /// They have the tier, until then.
        case renewal(Instant)
        /// What they have ends for it.
        case exchange(Exchange)
        /// What they have goes on beside it, and nothing is taken off.
        case beside(Membership, Tier, isPaid: Bool)
        /// They have more than it gives, until then: it begins afterwards.
        case after(Instant, Tier)
        /// They have it, or more, for life.
        case alreadyForLife(Tier)
    }

    var tier: Tier
    var standing: Standing

    var exchange: Exchange? { if case .exchange(let exchange) = standing { exchange } else { nil } }
    /// What is to be paid; never below zero.
    var cost: Money { Money(minor: tier.price - (exchange?.credit ?? 0), currency: tier.currency) }

    /// When it ends, where it begins by itself or at a moment; nil for life.
    func end(from now: Instant, in zone: DayZone) -> Instant? {
        tier.isForLife ? nil : Memberships.end(of: tier.months, from: startsAt ?? now, in: zone.zone)
    }

    /// When it begins; nil for as soon as it is paid.
    var startsAt: Instant? {
        switch standing {
        case .renewal(let end), .after(let end, _): end
        case .first, .exchange, .beside, .alreadyForLife: nil
        }
    }
}

/// A membership that ends because a better one is bought, and what is left of what was paid for it. The terms that follow on it end with it.
struct Exchange: Sendable {
    struct Part: Sendable {
        let membership: Membership
        /// What is left of it, in the currency's smallest unit.
        let unused: Int
    }

    /// The tier that ends.
    var tier: Tier
    /// The one that counts, then those that were to follow.
    let parts: [Part]
    /// What the new one costs without it.
    let price: Money

    /// What was paid for all of them.
    var paid: Money { Money(minor: parts.reduce(0) { $0 + $1.membership.price }, currency: price.currency) }
    /// When the last of them would have ended.
    var end: Instant? { parts.compactMap(\.membership.expiresAt).max() }
    private var unused: Int { parts.reduce(0) { $0 + $1.unused } }
    /// What is taken off: what is left, and at most the price.
    var credit: Int { min(unused, price.minor) }
    var takenOff: Money { Money(minor: credit, currency: price.currency) }
    /// What is left and more than the price, which isn't paid out; nil where there is no such rest.
    var rest: Money? { unused > credit ? Money(minor: unused - credit, currency: price.currency) : nil }

    /// What is left of a price at a moment: by days of the museum's calendar, of which the present one counts as left, and rounded up to whole
    /// kronor, dollars or the like. At most the price.
    static func unused(of price: Money, from start: Instant, to end: Instant, at moment: Instant, in zone: TimeZone) -> Int {
        let (first, last) = (Day(start, in: zone), Day(end, in: zone))
        let days = last.days(since: first), left = min(days, last.days(since: Day(moment, in: zone)))
        guard days > 0, left > 0, price.minor > 0 else { return 0 }
        let unit = price.decimals == 2 ? 100 : 1
        let step = days * unit
        return min(price.minor, (price.minor * left + step - 1) / step * unit)
    }
}

extension Tier {
    /// Whether it gives more than another: by its level, and where that is the same by what it costs a month. One that gives as much counts as
    /// more.
    func isAbove(_ other: Tier) -> Bool { level == other.level ? pricePerMonth >= other.pricePerMonth : level > other.level }

    private var pricePerMonth: Double { isForLife ? .infinity : Double(price) / Double(months) }
}
