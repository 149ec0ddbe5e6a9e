import Core
import Interface
import Markup
import Web

/// What one can be a member of (MUS-011).
struct TiersPage: PageAnswer {
    let tiers: [Tier]
    /// What the visitor is a member by now.
    let current: (membership: Membership, tier: Tier)?

    var title: Text { "Membership" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.tiers() }

    var body: some HTML {
        PageHeader(title, lead: "Members visit as often as they like. Every membership pays for the museum’s work.")
        if let current {
            Alert(.success, title: "You’re a member: \(current.tier.name)") { a(.href(MuseumPaths.profile())) { "Show my membership" } }
        }
        if tiers.isEmpty {
            EmptyState(.idCard, title: "No memberships for sale", message: "Ask at the museum’s desk.")
        } else {
            ul(.class("tier-grid")) { for tier in tiers { TierCard(tier: tier, isCurrent: tier.id == current?.tier.id) } }
        }
    }
}

/// A tier, what it gives, and how to become a member of it.
struct TierCard: HTML {
    let tier: Tier
    let isCurrent: Bool

    var body: some HTML {
        li(.class("card tier-card")) {
            div {
                h2(.dir("auto")) { tier.name }
                p(.class("tier-price")) { tier.priceWords }
                if !tier.summary.isEmpty { p(.class("muted"), .dir("auto")) { tier.summary } }
            }
            ul(.class("tier-benefits")) {
                for benefit in tier.benefits {
                    li(.dir("auto")) {
                        Icon.check
                        span { benefit }
                    }
                }
            }
            LinkButton(
                isCurrent ? "Renew" : "Choose", href: MuseumPaths.buy(tier.id), style: isCurrent ? .secondary : .primary,
                .aria("label", isCurrent ? "Renew \(tier.name)" : "Choose \(tier.name)"))
        }
    }
}
