import Core
import Interface
import Markup
import Web

/// A member's own page: what they are a member by, and what they can do about it (MUS-008, MUS-009, MUS-010).
struct ProfilePage: PageAnswer {
    let now: Instant
    /// What they paid for others.
    let given: [Given]
    let name: String
    let current: (membership: Membership, tier: Tier)?
    /// On the card; nil for whoever was never a member.
    let number: Int64?
    /// Every membership, newest first, with its tier's name.
    let all: [(membership: Membership, tier: Tier)]
    /// Of these, those that they asked a refund for and have no answer yet.
    let refundRequested: Set<MembershipID>
    /// Events to come at which they have a place or wait for one.
    let events: [Event]
    let standings: [EventID: RegistrationStatus]
    let clock: EventClock
    var rewards: [Reward] = []
    let zone: DayZone
    /// How MemberPress is; nil where the museum doesn't use it.
    let record: RecordView?
    /// Whether their licence photo is there.
    var hasLicence = false
    let museum: MemberCard.Museum
    /// Whether what they are a member by gets them in.
    let hasEntry: Bool
    /// Whether something is for sale, and all of it does.
    let isEntrySold: Bool
    /// Whether something is for sale that can be given.
    let canGive: Bool

    /// What a member is told about MemberPress.
    struct RecordView: Sendable {
        /// Since when it can't be read; nil while it can.
        let failedSince: Instant?
        /// An address that isn't confirmed finds nobody's membership.
        let isConfirmed: Bool
    }

    /// A gift, with whom it is for.
    struct Given: Sendable {
        let membership: Membership
        let tier: Tier
        let gift: Gift?
        /// Whether the giver has asked for the money back.
        let isRefundRequested: Bool
    }

    var title: Text { "My membership" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.profile() }
    var scripts: [String] { [MuseumScripts.visits, "interface/js/print.js"] }

    private var isCard: Bool { current != nil || upcoming != nil }

    private var isRefundRequested: Bool { current.map { refundRequested.contains($0.membership.id) } ?? false }
    /// Whether they paid for it themselves: a gift's receiver has no receipt.
    private var hasPaid: Bool { current.map { $0.membership.payment != nil && $0.membership.buyer == $0.membership.person } ?? false }

    /// Whether it ends, is sold, and isn't renewed yet.
    private var canRenew: Bool {
        guard let current, current.tier.isSold, let end = current.membership.expiresAt, !isRefundRequested else {
            return false
        }
        return self.end(current) == end
    }

    private var endsSoon: Bool { current?.membership.expiresAt.map { $0 - now < Membership.timeToRenew } ?? false }

    private func renewal(_ tier: Tier, _ style: ButtonStyle) -> LinkButton {
        LinkButton("Renew", href: MuseumPaths.buy(tier.id), icon: .refresh, style: style)
    }

    var body: some HTML {
        // Where there is a card, it is what is printed.
        div(.class("narrow stack"), .if(isCard, .class("member-page"))) {
            h1(.class("visually-hidden")) { title }
            if let unpaid = all.first(where: { $0.membership.status == .pending }) {
                Alert(.warning, title: "Not paid yet: \(unpaid.tier.name)") {
                    p { a(.href(MuseumPaths.membership(unpaid.membership.id))) { "See how to pay" } }
                }
            }
            if let since = record?.failedSince { unread(since) }
            if let current {
                card(current)
                if isRefundRequested { RefundPending(membership: current.membership.id) }
                if !hasEntry, !isRefundRequested { WithoutEntry(tier: current.tier) }
                Actions {
                    if canRenew, endsSoon { renewal(current.tier, .primary) }
                    if !isRefundRequested {
                        LinkButton("Change membership", href: MuseumPaths.tiers(), style: hasEntry ? .secondary : .primary)
                    }
                    Button("Print card", icon: .printer, style: .secondary, .type("button"), .data("print"), .flag("hidden"))
                    if canRenew, !endsSoon { renewal(current.tier, .secondary) }
                }
                p {
                    a(.href(MuseumPaths.membership(current.membership.id))) {
                        hasPaid ? "Details, receipt and refund" : "Details"
                    }
                }
                if !current.tier.benefits.isEmpty {
                    Card("What your membership gives you") { TierBenefits(tier: current.tier) }
                }
            } else if let upcoming {
                card(upcoming)
            } else {
                EmptyState(
                    .idCard, title: last ?? "You’re not a member yet",
                    message: isEntrySold ? "Members visit as often as they like." : "Your card appears here when you’re a member."
                ) {
                    LinkButton("See memberships", href: MuseumPaths.tiers())
                }
            }
            if !events.isEmpty {
                section(.class("my-events"), .aria("labelledby", "my-events")) {
                    h2(.id("my-events")) { "My events" }
                    ul(.class("event-list")) {
                        for event in events { li { EventTeaser(event: event, clock: clock, level: 3, standing: standings[event.id]) } }
                    }
                }
            }
            RewardList(rewards: rewards)
            if current == nil { p { a(.href(MuseumPaths.giftCode())) { "Got a gift code?" } } }
            if let record, current == nil, record.failedSince == nil { search(record) }
            if !all.isEmpty { list(all, "History", "history") }
            if !given.isEmpty { GivenList(given: given, zone: zone) }
            if canGive, current != nil {
                LinkCard("Give a membership", detail: "A gift with a card to print or a link to send", icon: .heart, href: MuseumPaths.gifts())
            }
            LinkCard(
                "Driving licence", detail: hasLicence ? "Your photo is saved" : "A photo as ID for the museum", icon: .idCard,
                href: MuseumPaths.licence())
            LinkCard("Privacy settings", detail: "Your visits and usage data", icon: .shield, href: MuseumPaths.privacy())
        }
    }

    /// MemberPress can't be read: what is known here counts, and one can try again (MUS-003).
    private func unread(_ since: Instant) -> some HTML {
        Alert(.warning, title: "We can’t read the museum’s member list right now") {
            p {
                if current == nil {
                    "If you bought a membership at the museum, it will show up here once we can."
                } else {
                    "Your membership still works. Changes made at the museum may be missing here."
                }
            }
            p(.class("muted")) {
                "Since: " as Text
                TimeAgo(since)
            }
            Form(MuseumPaths.findMembership()) { Actions { Button("Try again", icon: .refresh, style: .secondary) } }
        }
    }

    private func search(_ record: RecordView) -> some HTML {
        Card("Bought at the museum?") {
            if record.isConfirmed {
                p { "We can find a membership that was bought with your email." }
                Form(MuseumPaths.findMembership()) { Actions { Button("Find my membership", icon: .search, style: .secondary) } }
                p { a(.href(MuseumPaths.linkMembership())) { "I used another email address" } }
            } else {
                p { "Confirm your email address first. Then we can find your membership." }
                Actions {
                    LinkButton("My account", href: SitePaths.account(), style: .secondary)
                    LinkButton("I used another email address", href: MuseumPaths.linkMembership(), style: .quiet)
                }
            }
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
                        MembershipBadge(membership: one.membership, now: now, isRefundRequested: refundRequested.contains(one.membership.id))
                    }
                }
            }
        }
    }

    private func card(_ one: (membership: Membership, tier: Tier)) -> MemberCard {
        MemberCard(
            museum: museum, name: name, tier: one.tier, number: number ?? one.membership.id.number,
            from: one.membership.startsAt.flatMap { $0 > now ? $0 : nil }, until: end(one), zone: zone,
            hasCode: hasEntry && one.membership.id == current?.membership.id)
    }

    /// What is paid or granted and begins later, the next one.
    private var upcoming: (membership: Membership, tier: Tier)? {
        all.filter { $0.membership.status == .active && $0.membership.startsAt.map { $0 > now } ?? false }
            .min { ($0.membership.startsAt ?? now) < ($1.membership.startsAt ?? now) }
    }

    /// When the last term ends that follows on this one; nil for life.
    private func end(_ current: (membership: Membership, tier: Tier)) -> Instant? {
        guard current.membership.expiresAt != nil else { return nil }
        return all.filter { $0.tier.id == current.tier.id && $0.membership.status == .active }.compactMap(\.membership.expiresAt).max()
    }

    /// How the last one ended; nil for whoever had none.
    private var last: Text? {
        let over = all.map(\.membership).filter { $0.hasEnded || $0.isOver(at: now) }
        guard let last = over.max(by: { ($0.endedAt ?? $0.expiresAt ?? now) < ($1.endedAt ?? $1.expiresAt ?? now) }) else { return nil }
        guard let end = last.endedAt else { return "Your membership ended on \(zone.end(last.expiresAt))" }
        return last.status == .refunded ? "Your membership was refunded on \(zone.day(end))" : "The museum ended your membership on \(zone.day(end))"
    }

    private func dates(_ membership: Membership) -> Text {
        if let end = membership.endedAt {
            if membership.replacedBy != nil { return "Changed on \(zone.day(end))" }
            return membership.status == .refunded ? "Refunded on \(zone.day(end))" : "Ended on \(zone.day(end))"
        }
        guard let start = membership.startsAt else { return zone.day(membership.createdAt) }
        return "\(zone.day(start)) – \(zone.end(membership.expiresAt))"
    }
}
