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
        if next.isEmpty || terms != nil {
            decision.body
        } else {
            div(.class("narrow stack")) {
                PageHeader(
                    title, crumbs: [Crumb("Members", href: MuseumPaths.adminMembers()), Crumb(name, href: MuseumPaths.adminMember(membership.id))])
                for one in next { following(one) }
                question
            }
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

    private var decision: ConfirmPage {
        ConfirmPage(
            title, shell: shell, activePath: activePath, message: message, consequences: consequences, confirm: deed.confirm, icon: deed.icon,
            action: terms.map { address($0) } ?? MuseumPaths.adminEndMember(membership.id), cancel: MuseumPaths.adminMember(membership.id),
            keep: "Keep the membership",
            answer: ("refund", deed.other == nil ? "false" : "true"), other: deed.other.map { ($0, "false") }
        ) {
            input(.type("hidden"), .name("next"), .value(terms == .all ? "end" : "keep"))
            Checkbox("I understand that this can’t be undone.", name: "confirmed", .flag("required"))
        }
    }

    /// What the buttons say: with the sum, where there is one.
    private var deed: (confirm: Text, icon: Icon, other: Text?) {
        if let sum { return ("Refund \(sum)", .undo, "End without a refund") }
        if let before { return ("Let \(before.tier.name) count again", .undo, "End it for good") }
        return ("End membership", .close, nil)
    }

    private var message: Text {
        guard let sum else { return "\(tier.name) ends at once for \(name)." }
        return "\(tier.name) ends at once for \(name). With a refund, \(sum) goes back the way it was paid."
    }

    private var consequences: [Text] {
        var all: [Text] = []
        if membership.isValid(at: now) { all.append("The code for the entrance stops working.") }
        if let before { all.append("With a refund, \(before.tier.name) counts again until \(zone.end(before.membership.expiresAt)).") }
        if let first = next.first, let start = first.membership.startsAt {
            all.append(terms == .all ? "What begins later ends too." : "\(first.tier.name) begins on \(zone.day(start)), as planned.")
        }
        return all
    }
}
