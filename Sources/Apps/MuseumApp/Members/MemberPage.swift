import Accounts
import Core
import Interface
import Markup
import Payments
import Web

/// A member in the portal: one of their memberships, and the others.
struct MemberPage: PageAnswer {
    let membership: Membership
    let tier: Tier
    /// Of whoever holds it, also without an account.
    let name: String?
    /// Whose it is; nil where nobody claimed it, and once the account is gone.
    let person: PersonRecord?
    /// Who gave it.
    let buyer: String?
    let payment: Payment?
    /// On the member's card.
    let number: Int64
    /// What the giver or the member asked last.
    let refund: RefundRequest?
    let receipts: [ReceiptLink]
    /// What else they are or were a member by, newest first.
    let others: [(membership: Membership, tier: Tier)]
    let now: Instant
    let zone: DayZone

    var title: Text { name.map { .verbatim($0) } ?? "Not claimed" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminMembers() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Members", href: MuseumPaths.adminMembers())]) { MembershipBadge(membership: membership, now: now) }
        if let person { p { a(.href("mailto:" + person.email)) { person.email } } }
        Card(.verbatim(tier.name)) {
            DescriptionList([
                .init("Member number", String(number)), .init("Source") { membership.source.name },
                .init("Given by", buyer ?? ""), .init("Price") { Money(minor: membership.price, currency: membership.currency).words },
                .init("Taken off") { if membership.credit > 0 { membership.takenOff.words } },
                .init("Paid") { if membership.credit > 0 { membership.cost.words } },
                .init("Changed to") {
                    if let other = membership.replacedBy { a(.href(MuseumPaths.adminMember(other))) { "Show the new membership" } }
                },
                .init("Starts") { if let start = membership.startsAt { zone.day(start) } },
                .init("Valid until") { if membership.startsAt != nil, membership.endedAt == nil { zone.end(membership.expiresAt) } },
                .init(membership.status == .refunded ? "Refunded on" : "Ended on") { if let end = membership.endedAt { zone.day(end) } },
                .init("Receipt") { if !receipts.isEmpty { ReceiptLinks(receipts) } },
            ])
            if membership.status == .active {
                Actions {
                    if membership.hasCard { LinkButton("Card to print", href: MuseumPaths.adminMemberCard(membership.id), icon: .printer) }
                    LinkButton("End membership…", href: MuseumPaths.adminEndMember(membership.id), style: .dangerOutline)
                }
            }
        }
        if let refund, refund.status == .open { RefundDecision(request: refund, zone: zone) }
        if let refund, refund.status == .declined {
            Card("Answered refund request") {
                if !refund.words.isEmpty { p(.dir("auto")) { refund.words } }
                p(.dir("auto")) { refund.answer }
            }
        }
        if !others.isEmpty {
            section(.aria("labelledby", "other-memberships")) {
                h2(.id("other-memberships")) { "Other memberships" }
                DataTable(
                    "Other memberships", columns: [.init("Tier"), .init("Starts"), .init("Valid until"), .init("Status")],
                    rows: others.map { one in
                        .init([
                            a(.href(MuseumPaths.adminMember(one.membership.id)), .dir("auto")) { one.tier.name },
                            one.membership.startsAt.map { zone.day($0) } ?? "" as Text,
                            one.membership.lastDay(zone),
                            MembershipBadge(membership: one.membership, now: now),
                        ])
                    })
            }
        }
    }
}
