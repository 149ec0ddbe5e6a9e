import Core
import Interface
import Markup
import Web

/// The question before a membership ends. What goes back is on the button; where another term begins later, staff first say whether it ends, too.
struct EndPage: PageAnswer {
    /// Which terms end.
    enum Terms: String, Sendable, Decodable {
        case one, all
    }

    let membership: Membership
    let tier: Tier
    let name: Text
    /// What was paid for it and can go back.
    let paid: Money?
    /// What had ended for it, and counts again where it is refunded.
    let before: (membership: Membership, tier: Tier)?
    /// What is paid or granted and begins later, with what can go back of it.
    let next: [(membership: Membership, tier: Tier, paid: Money?)]
    /// nil where nobody has said yet.
    let terms: Terms?
    let now: Instant
    let zone: DayZone

    var title: Text { total == nil ? "End this membership?" : "Refund or end this membership?" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminMembers() }

    /// Of the terms that are meant.
    private var sum: Money? { terms == .all ? total : paid }

    /// Of all of them; nil where nothing was paid.
    private var total: Money? {
        let all = ([paid] + next.map(\.paid)).compactMap(\.self)
        return all.first.map { first in Money(minor: all.reduce(0) { $0 + $1.minor }, currency: first.currency) }
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(
                title, crumbs: [Crumb("Members", href: MuseumPaths.adminMembers()), Crumb(name, href: MuseumPaths.adminMember(membership.id))])
            Card(.verbatim(tier.name)) {
                DescriptionList([
                    .init("Member") { name },
                    .init("Valid until") { if membership.startsAt != nil { zone.end(membership.expiresAt) } },
                    .init("Paid") { if let paid { strong { paid.words } } },
                ])
            }
            for one in next { following(one) }
            if next.isEmpty || terms != nil { decision } else { question }
        }
    }

    private func following(_ one: (membership: Membership, tier: Tier, paid: Money?)) -> some HTML {
        Card("Begins later: \(one.tier.name)") {
            DescriptionList([
                .init("Starts") { if let start = one.membership.startsAt { zone.day(start) } },
                .init("Valid until") { zone.end(one.membership.expiresAt) },
                .init("Paid") { if let paid = one.paid { strong { paid.words } } },
            ])
        }
    }

    private var question: some HTML {
        section(.class("stack"), .aria("labelledby", "terms-question")) {
            h2(.id("terms-question")) { "Which ends?" }
            LinkCard(
                "Only \(tier.name), which counts now", detail: paid.map { "Can be refunded: \($0)" }, icon: .idCard, href: address(.one))
            LinkCard("Both, now and later", detail: total.map { "Can be refunded: \($0)" }, icon: .close, href: address(.all))
            Actions { LinkButton("Cancel", href: MuseumPaths.adminMember(membership.id), style: .secondary) }
        }
    }

    private func address(_ terms: Terms) -> String { link(MuseumPaths.adminEndMember(membership.id), query: ["terms": terms.rawValue]) }

    private var decision: some HTML {
        Form(MuseumPaths.adminEndMember(membership.id), .class("stack")) {
            input(.type("hidden"), .name("confirmed"), .value("true"))
            input(.type("hidden"), .name("next"), .value(terms == .all ? "end" : "keep"))
            ul {
                if membership.isValid(at: now) { li { "The code for the entrance stops working." } }
                if let before { li { "With a refund, \(before.tier.name) counts again until \(zone.end(before.membership.expiresAt))." } }
                if let first = next.first, let start = first.membership.startsAt {
                    li { if terms == .all { "What begins later ends too." } else { "\(first.tier.name) begins on \(zone.day(start)), as planned." } }
                }
                li { "It can’t be undone." }
            }
            Actions {
                if let sum {
                    Button("Refund \(sum)", icon: .undo, style: .danger, .name("refund"), .value("true"))
                    Button("End without a refund", style: .dangerOutline, .name("refund"), .value("false"))
                } else if let before {
                    Button("Let \(before.tier.name) count again", icon: .undo, style: .danger, .name("refund"), .value("true"))
                    Button("End it for good", style: .dangerOutline, .name("refund"), .value("false"))
                } else {
                    Button("End membership", icon: .close, style: .danger, .name("refund"), .value("false"))
                }
                LinkButton("Cancel", href: MuseumPaths.adminMember(membership.id), style: .secondary)
            }
        }
    }
}
