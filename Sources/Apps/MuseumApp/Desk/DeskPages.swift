import Accounts
import Core
import Interface
import Markup
import Payments
import Web

/// The desk: one field to find somebody, who waits to pay, and what is for sale.
struct DeskPage: PageAnswer {
    let words: String
    let found: [Desk.Visitor]
    /// Those that wait to be accepted.
    let gifts: [WaitingGift]
    let waiting: [Desk.Reservation]
    let tiers: [Tier]
    /// How many there were today.
    let sales: Int
    let sendsEmail: Bool
    let form: NewcomerForm
    let zone: DayZone
    var undone: Desk.Undone?
    var problem: Problem?

    var title: Text { "Desk" }
    var shell: ShellStyle { .work("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var scripts: [String] { ["museum/js/desk.js"] }

    var body: some HTML {
        div(
            .class("desk narrow stack"), .data("desk-offline", MuseumPaths.deskOffline()),
            .data("word-offline", text: "The desk needs a connection")
        ) {
            PageHeader(title)
            if let undone { UndoneAlert(undone: undone, page: MuseumPaths.desk()) }
            SearchBox(
                MuseumPaths.desk(), placeholder: "Name, email, number or code", value: words, suggestions: MuseumPaths.deskSuggest(),
                isProminent: true, takesFocus: true)
            if !words.isEmpty {
                if isNobody {
                    p(.role("status")) { "Nobody found. Check the spelling, or sell a membership below." }
                } else {
                    section(.aria("labelledby", "found")) {
                        h2(.id("found")) { "Found" }
                        ul(.class("desk-list")) {
                            for one in found { DeskRow(visitor: one, zone: zone) }
                            for one in gifts { DeskGiftRow(gift: one) }
                        }
                    }
                }
            }
            div(.class("desk-ways")) {
                Actions {
                    LinkButton("Today’s sales: \(sales)", href: MuseumPaths.deskSales(), icon: .list, style: .secondary)
                    if !tiers.isEmpty { LinkButton("Sell a gift", href: MuseumPaths.deskGive(), icon: .heart, style: .secondary) }
                }
            }
            // Whoever looks for somebody has that person in front of them.
            if isNobody {
                section(.aria("labelledby", "waiting")) {
                    h2(.id("waiting")) { "Waiting to pay here" }
                    if waiting.isEmpty {
                        p(.class("muted")) { "Nobody is waiting. People who choose to pay at the desk appear here." }
                    } else {
                        ul(.class("desk-list")) {
                            for one in waiting {
                                li(.class("desk-row")) {
                                    span(.class("desk-words")) {
                                        strong(.class("desk-name"), .dir("auto")) { one.name }
                                        span(.class("desk-state"), .dir("auto")) { one.tier.name }
                                        if let receiver = one.receiver { span(.dir("auto")) { receiver.isEmpty ? "A gift" : "Gift to \(receiver)" } }
                                    }
                                    TakeCash(membership: one.membership, name: one.name)
                                }
                            }
                        }
                    }
                }
            }
            if !tiers.isEmpty { newcomer }
        }
    }

    private var isNobody: Bool { found.isEmpty && gifts.isEmpty }
    private var isAddress: Bool { words.contains("@") }
    /// Whether the words may be what somebody is called: a number or a code was looked for, and names nobody.
    private var isName: Bool { !words.isEmpty && !isAddress && !words.contains(where: \.isNumber) }
    /// Prices are seen without opening anything, until somebody is found who may be the one.
    private var isOpen: Bool { problem != nil || isNobody && (words.isEmpty || isName || isAddress) }

    /// For whoever has no account, and may never want one.
    private var newcomer: some HTML {
        Disclosure("Sell to someone without an account", isOpen: isOpen, .id("newcomer")) {
            Form(MuseumPaths.deskNew(), .class("card stack")) {
                TierButtons.forEnter
                ProblemAlert(problem)
                TextField(
                    "Name", name: "name", value: form.name ?? (isName ? words : ""), error: problem?.fields["name"], isRequired: true,
                    .maxlength(Gift.longestName), .autocomplete("off"))
                TextField(
                    "Email", name: "email", value: form.email ?? (isAddress ? words : ""), kind: .email,
                    hint: sendsEmail ? "We send a link that puts the membership on their phone." : "The membership is found by it later.",
                    error: problem?.fields["email"], .maxlength(254), .autocomplete("off"))
                TierButtons(
                    offers: tiers.map { Offer(tier: $0, standing: .first) }, zone: zone, error: problem?.fields[TierButtons.field])
            }
        }
    }
}

/// Somebody in a list of the desk: the name, whether they are a member, and below it what they have by other cards.
struct DeskRow: HTML {
    let visitor: Desk.Visitor
    let zone: DayZone

    var body: some HTML {
        li {
            div(.class("desk-row")) {
                a(.class("desk-words desk-person"), .href(visitor.path)) {
                    strong(.class("desk-name"), .dir("auto")) { visitor.name }
                    MemberState(visitor: visitor, zone: zone)
                    if !visitor.email.isEmpty { span(.class("muted")) { visitor.email } }
                    // People of one name are told apart by it.
                    if let number = visitor.number { span(.class("muted")) { "Member number \(MemberNumbers.grouped(number))" } }
                }
                for one in ([visitor] + visitor.others).flatMap(\.waiting) { TakeCash(membership: one.membership, name: visitor.name) }
            }
            if !visitor.others.isEmpty {
                ul(.class("desk-others")) {
                    for other in visitor.others {
                        li {
                            a(.href(other.path)) {
                                if other.name != visitor.name { span(.dir("auto")) { other.name } }
                                MemberState(visitor: other, zone: zone, number: other.number)
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Takes what waits to be paid, with the sum on the button.
struct TakeCash: HTML {
    let membership: Membership
    let name: String

    var body: some HTML {
        Form(MuseumPaths.takeCash(membership.id)) {
            Button(
                "Take \(membership.cost) in cash", icon: .wallet, .data("needs-connection"),
                .aria("label", "Take \(membership.cost) in cash from \(name)")
            )
        }
    }
}

/// Whether somebody is a member and until when, in the words and the colour that the desk goes by.
struct MemberState: HTML {
    let visitor: Desk.Visitor
    let zone: DayZone
    /// Of a card that stands under somebody's name.
    var number: Int64?

    var body: some HTML {
        if let current = visitor.current {
            span(.class("desk-state"), .if(visitor.hasEntry, .class("is-member")), .dir("auto")) {
                if visitor.hasEntry { Icon.check }
                span { "Member: \(current.tier.name)" }
            }
            if !visitor.hasEntry { span(.class("desk-state")) { "No entry included" } }
            span { current.membership.expiresAt == nil ? "For life" : "Valid until \(zone.end(current.membership.expiresAt))" }
        } else if visitor.waiting.isEmpty {
            span(.class("desk-state")) { "Not a member" }
        }
        for one in visitor.waiting { span(.class("desk-state is-unpaid"), .dir("auto")) { "Waiting to pay: \(one.tier.name)" } }
        if let number { span(.class("muted")) { "Member number \(MemberNumbers.grouped(number))" } }
    }
}
