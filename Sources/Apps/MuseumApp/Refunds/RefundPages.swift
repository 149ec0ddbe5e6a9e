import Accounts
import Core
import Interface
import Markup
import Payments
import Web

/// Which membership a refund is about, and what was paid for it.
struct RefundFacts: Sendable {
    let membership: Membership
    let tier: Tier
    /// The number on the member's card.
    let number: Int64
    let payment: Payment
    let provider: Text
    /// What had ended for it, and counts again with the refund.
    let before: Restored?
    let zone: DayZone

    var list: DescriptionList {
        DescriptionList([
            .init("Membership", tier.name),
            .init("Member number") { if membership.source != .gift { String(number) } },
            .init("Paid") { "\(payment.amount)" as Text },
            .init("Payment") { provider },
            .init("Paid on") { if let receipt = payment.receipt { zone.day(receipt.at) } },
        ])
    }
}

/// Asking for a refund: it goes to the museum's managers with what they have to know.
struct RefundPage: PageAnswer {
    let facts: RefundFacts
    var words = ""
    var problem: Problem?

    var title: Text { "Ask for a refund" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.membership(facts.membership.id)) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(
                title,
                lead: facts.membership.status == .unclaimed
                    ? "The museum looks at it and answers you here. Nobody can accept the gift until then."
                    : "The museum looks at it and answers you here. Your membership stays valid until then.")
            ProblemAlert(problem)
            Card { facts.list }
            p { what }
            if let before = facts.before, before.isPaid {
                p { "To get back what you paid for \(before.tier.name) as well, ask for its refund then." }
            }
            p { RefundRequest.rule }
            if facts.membership.status != .unclaimed { p { RefundRequest.untilAnswered } }
            p { way }
            Form(MuseumPaths.askRefund(facts.membership.id), .class("stack")) {
                TextArea(
                    "Why?", name: "words", value: words, lines: 3, hint: "You don’t have to say.", error: problem?.fields["words"],
                    .maxlength(RefundRequest.longest))
                Actions {
                    Button("Send request", .data("needs-connection"))
                    LinkButton("Cancel", href: MuseumPaths.membership(facts.membership.id), style: .secondary)
                }
            }
        }
    }
}

extension RefundPage {
    /// What comes back and what ends.
    fileprivate var what: Text {
        let (paid, tier) = (facts.payment.amount, facts.tier.name)
        if facts.membership.status == .unclaimed { return "With the refund, you get \(paid) back and the gift can no longer be accepted." }
        guard let before = facts.before else { return "With the refund, you get \(paid) back and \(tier) ends at once." }
        let (held, end) = (before.tier.name, facts.zone.end(before.end))
        return "With the refund, you get \(paid) back, \(tier) ends at once, and \(held) counts again until \(end)."
    }

    /// How the money comes back.
    fileprivate var way: Text {
        facts.payment.isCash
            ? "If the museum agrees, you get the money back at the desk."
            : "If the museum agrees, the money goes back the way you paid. Your bank can take a few days."
    }
}

/// Beside the card of somebody who waits for the museum's answer: what that means until then.
struct RefundPending: HTML {
    let membership: MembershipID

    var body: some HTML {
        Alert(.info, title: "You asked for a refund") {
            p { RefundRequest.untilAnswered }
            p { a(.href(MuseumPaths.membership(membership))) { "Show the request" } }
        }
    }
}

/// What became of somebody's wish, on the page of their membership.
struct RefundStanding: HTML {
    let request: RefundRequest
    /// Whether it is a gift that nobody has accepted.
    let isGift: Bool
    let zone: DayZone

    var body: some HTML {
        switch request.status {
        case .open:
            Alert(.info, title: "You asked for a refund on \(zone.day(request.askedAt)).") {
                p { isGift ? "Nobody can accept the gift now. The museum’s answer will appear here." : "The museum’s answer will appear here." }
                if !isGift { p { RefundRequest.untilAnswered } }
                Form(MuseumPaths.withdrawRefund(request.membership)) { Actions { Button("Withdraw request", icon: .undo, style: .secondary) } }
            }
        case .declined:
            Alert(.info, title: "The museum’s answer to your refund request") { p(.dir("auto")) { request.answer } }
        case .refunded:
            Alert(.success, title: "You asked for a refund on \(zone.day(request.askedAt)), and got it.")
        }
    }
}

/// A wish that waits, on the page of the member: to refund it, or to answer.
struct RefundDecision: HTML {
    let request: RefundRequest
    let zone: DayZone

    var body: some HTML {
        section(.class("card stack"), .id("refund"), .aria("labelledby", "refund-title")) {
            h2(.id("refund-title")) { "Asked for a refund on \(zone.day(request.askedAt))" }
            if !request.words.isEmpty { p(.dir("auto")) { request.words } }
            Actions { LinkButton("Refund…", href: MuseumPaths.adminEndMember(request.membership), style: .dangerOutline) }
            Form(MuseumPaths.adminDeclineRefund(request.membership), .class("stack")) {
                TextArea(
                    "Or answer without a refund", name: "words", lines: 3, hint: "The member reads it on the page of the membership.",
                    isRequired: true, .maxlength(RefundRequest.longest))
                Actions { Button("Send answer", style: .secondary) }
            }
        }
    }
}

/// Who waits for an answer, above the list of members.
struct RefundQueue: HTML {
    let wishes: [RefundRequests.Wish]
    let payments: Payments

    var body: some HTML {
        section(.class("stack"), .id("refunds"), .aria("labelledby", "refunds-title")) {
            h2(.id("refunds-title")) { "Refund requests: \(wishes.count)" }
            ul(.class("rows")) {
                for wish in wishes {
                    li(.class("row")) {
                        div {
                            a(.href(MuseumPaths.adminMember(wish.membership.id) + "#refund"), .dir("auto")) {
                                wish.name.isEmpty ? "Not claimed" as Text : .verbatim(wish.name)
                            }
                            p(.class("muted"), .dir("auto")) { wish.words(by: payments) }
                        }
                        TimeAgo(wish.request.askedAt)
                    }
                }
            }
        }
    }
}
