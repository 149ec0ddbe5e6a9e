import Core
import Interface
import Markup
import Web

/// Somebody at the desk: what they are a member by, and what can be done for them.
struct DeskPersonPage: PageAnswer {
    let visitor: Desk.Visitor
    /// What lets them in now; nil where nothing does.
    let admission: Desk.Admission?
    let offers: [Offer]
    /// Nil where there is nothing to refund or end.
    let managers: ManagerHint?
    let now: Instant
    let zone: DayZone
    var undone: Desk.Undone?
    var problem: Problem?

    var title: Text { .verbatim(visitor.name) }
    var shell: ShellStyle { .work("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.desk() }
    var slots: FrameSlots {
        FrameSlots(
            back: MuseumPaths.desk(),
            footer: { LinkButton("Next person", href: MuseumPaths.desk(), icon: .forward, style: isInside ? .primary : .secondary) })
    }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            ProblemAlert(problem)
            if let undone { UndoneAlert(undone: undone, page: visitor.path) }
            card
            if let admission { DeskAdmit(admission: admission) }
            for one in visitor.waiting {
                Card("Waiting to pay: \(one.tier.name)") { TakeCash(membership: one.membership, name: visitor.name) }
            }
            if !offers.isEmpty {
                if visitor.current == nil {
                    Card("Sell a membership") { sale }
                } else {
                    // Nobody is charged twice by a second tap.
                    Disclosure("Renew or change", isOpen: endsSoon || admission == nil) { sale }
                }
            }
            if let current = visitor.current {
                p {
                    a(
                        .href(
                            link(
                                MuseumPaths.deskSold(current.membership.id),
                                query: [DeskOrigin.name: DeskOrigin.person.rawValue, "card": visitor.card?.description]))
                    ) { current.membership.payment == nil ? "Card" : "Card and receipt" }
                }
            }
            if !past.isEmpty {
                Disclosure("Other memberships") {
                    ul(.class("desk-past")) {
                        for one in past {
                            li {
                                strong(.dir("auto")) { one.tier.name }
                                MembershipBadge(membership: one.membership, now: now)
                                span(.class("muted")) { one.membership.lastDay(zone) }
                            }
                        }
                    }
                }
            }
            managers
        }
    }

    /// Whether nothing else is likelier than going on: they were let in today.
    private var isInside: Bool { isUsed && visitor.waiting.isEmpty }

    /// Read at arm's length: the name, whether they are a member, and the number on their card.
    private var card: some HTML {
        section(.class("desk-card"), .if(admission != nil, .class("is-member")), .if(isUsed, .class("is-used"))) {
            h1(.class("desk-card-name"), .dir("auto")) { visitor.name }
            if let current = visitor.current {
                p(.class("desk-card-state"), .dir("auto")) {
                    if admission != nil { if isUsed { Icon.history } else { Icon.check } }
                    span { "Member: \(current.tier.name)" }
                }
                if admission == nil { p(.class("desk-card-used")) { "This membership doesn’t include entry." } }
                p { current.membership.expiresAt == nil ? "For life" : "Valid until \(zone.end(current.membership.expiresAt))" }
                if let paidUntil { p(.class("desk-card-paid")) { "Paid until \(zone.end(paidUntil))" } }
                if let admission, let usedAt = admission.usedAt {
                    p(.class("desk-card-used")) { "Already used today at \(time: usedAt)" }
                    if current.tier.guests > 0 { p(.class("desk-card-used")) { guests(of: admission) } }
                } else if current.tier.guests > 0 {
                    p { "Guests: up to \(current.tier.guests)" }
                }
            } else {
                p(.class("desk-card-state")) { span { "Not a member" } }
                if let upcoming { p { "The next membership begins on \(upcoming)." } }
                if let last { p { last } }
            }
            if let number = visitor.number { p(.class("desk-card-number")) { "Member number \(MemberNumbers.grouped(number))" } }
            if !visitor.email.isEmpty { p(.class("desk-card-email")) { visitor.email } }
        }
    }

    /// Whether they were let in today: the entrance shows it in the same colour.
    private var isUsed: Bool { admission?.usedAt != nil }

    /// How many came today, and how many still can.
    private func guests(of admission: Desk.Admission) -> Text {
        guard admission.brought > 0 else { return "Without guests. \(admission.guests) can still come today." }
        return admission.guests > 0
            ? "With \(admission.brought) guests. \(admission.guests) more can come today."
            : "With \(admission.brought) guests. No more can come today."
    }

    /// The end of what is paid beyond what counts now; nil where that is all.
    private var paidUntil: Instant? {
        guard let current = visitor.current else { return nil }
        let terms = visitor.all.filter { $0.membership.status == .active && !$0.membership.isOver(at: now) }
        let end = MemberNumbers.last(covering: current.tier, of: terms)?.membership.expiresAt
        return end == current.membership.expiresAt ? nil : end
    }

    private var sale: some HTML { Form(visitor.sale) { TierButtons(offers: offers, zone: zone) } }

    private var endsSoon: Bool { visitor.current?.membership.expiresAt.map { $0 - now < Membership.timeToRenew } ?? false }

    /// What they have or had beside what counts now and what waits to be paid, newest first.
    private var past: [(membership: Membership, tier: Tier)] {
        visitor.all.filter { ![.pending, .cancelled].contains($0.membership.status) && $0.membership.id != visitor.current?.membership.id }
    }

    /// When the last one ended, and how; nil where none has.
    private var last: Text? {
        let over = visitor.all.map(\.membership).filter { $0.hasEnded || $0.isOver(at: now) }
        guard let last = over.max(by: { ($0.endedAt ?? $0.expiresAt ?? now) < ($1.endedAt ?? $1.expiresAt ?? now) }) else { return nil }
        guard let end = last.endedAt else { return "The last membership ended on \(zone.end(last.expiresAt))." }
        return last.status == .refunded ? "The last membership was refunded on \(zone.day(end))." : "The last membership ended on \(zone.day(end))."
    }

    /// The one that is paid and begins later.
    private var upcoming: Text? {
        visitor.all.filter { $0.membership.status == .active }.compactMap(\.membership.startsAt).filter { $0 > now }.min().map { zone.day($0) }
    }
}
