import Core
import Interface
import Markup
import Web

/// What one can be a member of (MUS-011).
struct TiersPage: PageAnswer {
    let offers: [(offer: Offer, hasEntry: Bool)]
    /// What the visitor is a member by now.
    let current: (membership: Membership, tier: Tier)?

    var title: Text { "Memberships" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.tiers() }

    var body: some HTML {
        PageHeader(title, lead: "Every membership pays for the museum’s work.")
        if let current {
            Alert(.success, title: "You’re a member: \(current.tier.name)") { a(.href(MuseumPaths.profile())) { "Show my membership" } }
        }
        if offers.isEmpty {
            EmptyState(.idCard, title: "No memberships for sale", message: "Ask at the museum’s desk.")
        } else {
            ul(.class("tier-grid")) {
                for (offer, hasEntry) in offers {
                    TierCard(offer: offer, hasEntry: hasEntry, isCurrent: offer.tier.id == current?.tier.id)
                }
            }
        }
        nav(.class("museum-ways"), .aria("label", "Gifts")) {
            if !offers.isEmpty {
                LinkCard("Give a membership", detail: "A gift for someone else", icon: .heart, href: MuseumPaths.gifts())
            }
            LinkCard("Got a gift code?", detail: "Enter the code from your card", icon: .scan, href: MuseumPaths.giftCode())
        }
    }
}

/// What a tier gives, one a line.
struct TierBenefits: HTML {
    let tier: Tier

    var body: some HTML {
        ul(.class("tier-benefits")) {
            for benefit in tier.benefits {
                li(.dir("auto")) {
                    Icon.check
                    span { benefit }
                }
            }
        }
    }
}

/// A tier, what it gives, and how to become a member of it.
struct TierCard: HTML {
    let offer: Offer
    let hasEntry: Bool
    let isCurrent: Bool

    private var tier: Tier { offer.tier }

    var body: some HTML {
        li(.class("card tier-card")) {
            div {
                h2(.dir("auto")) { tier.name }
                p(.class("tier-price")) { tier.priceWords }
                p(.class("tier-entry")) { tier.entryWords(hasEntry) }
                if let exchange = offer.exchange { p { "\(exchange.takenOff) of what you paid is taken off." } }
                if !tier.summary.isEmpty { p(.class("muted"), .dir("auto")) { tier.summary } }
            }
            TierBenefits(tier: tier)
            LinkButton(
                isCurrent ? "Renew" : "Choose", href: MuseumPaths.buy(tier.id), style: isCurrent ? .secondary : .primary,
                .aria("label", isCurrent ? "Renew \(tier.name)" : "Choose \(tier.name)"))
            LinkButton(
                "Give as a gift", href: MuseumPaths.give(tier.id), icon: .heart, style: .quiet, .aria("label", "Give \(tier.name) as a gift"))
        }
    }
}
