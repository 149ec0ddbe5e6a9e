import Core
import Interface
import Markup
import Web

/// A member's own page: what they are a member by, and what they can do about it (MUS-008, MUS-009, MUS-010).
struct ProfilePage: PageAnswer {
    /// What they paid for others.
    let given: [(membership: Membership, tier: Tier)]
    let name: String
    let current: (membership: Membership, tier: Tier)?
    /// Every membership, newest first, with its tier's name.
    let all: [(membership: Membership, tier: Tier)]
    let zone: DayZone

    var title: Text { "My membership" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.profile() }

    var body: some HTML {
        div(.class("narrow stack")) {
            h1(.class("visually-hidden")) { title }
            if let current {
                MemberCard(name: name, tier: current.tier, membership: current.membership, zone: zone)
                Actions {
                    LinkButton("Show entrance code", href: MuseumPaths.code(), icon: .idCard)
                    if current.membership.expiresAt != nil, current.tier.isSold {
                        LinkButton("Renew", href: MuseumPaths.buy(current.tier.id), icon: .refresh, style: .secondary)
                    }
                    LinkButton("Change membership", href: MuseumPaths.tiers(), style: .secondary)
                }
            } else {
                EmptyState(.idCard, title: "You’re not a member yet", message: "Members visit as often as they like.") {
                    LinkButton("See memberships", href: MuseumPaths.tiers())
                }
            }
            if !all.isEmpty { list(all, "History", "history") }
            if !given.isEmpty { list(given, "Gifts", "gifts") }
        }
    }

    private func list(_ memberships: [(membership: Membership, tier: Tier)], _ title: Text, _ id: String) -> some HTML {
        section(.aria("labelledby", id)) {
            h2(.id(id)) { title }
            ul(.class("rows")) {
                for one in memberships {
                    li(.class("row")) {
                        div {
                            a(.href(MuseumPaths.membership(one.membership.id)), .dir("auto")) { one.tier.name }
                            p(.class("muted")) { dates(one.membership) }
                        }
                        MembershipBadge(membership: one.membership)
                    }
                }
            }
        }
    }

    private func dates(_ membership: Membership) -> Text {
        guard let start = membership.startsAt else { return zone.day(membership.createdAt) }
        return "\(zone.day(start)) – \(zone.end(membership.expiresAt))"
    }
}

/// The card of a member, as one would carry it in a wallet.
struct MemberCard: HTML {
    let name: String
    let tier: Tier
    let membership: Membership
    let zone: DayZone

    var body: some HTML {
        section(.class("member-card"), .aria("label", "Membership card")) {
            p(.class("member-card-tier"), .dir("auto")) { tier.name }
            p(.class("member-card-name"), .dir("auto")) { name }
            p(.class("member-card-until")) {
                if membership.expiresAt == nil { "Member for life" } else { "Valid until \(zone.end(membership.expiresAt))" }
            }
        }
    }
}
