import Accounts
import Core
import Interface
import Markup
import Payments
import Web

/// The desk: one field to find somebody, and who waits to pay.
struct DeskPage: PageAnswer {
    let words: String
    let found: [Desk.Visitor]
    let waiting: [(name: String, membership: Membership, tier: Tier)]
    let tiers: [Tier]
    let sendsEmail: Bool
    let form: NewcomerForm
    let zone: DayZone
    var undone: Desk.Undone?
    var problem: Problem?

    var title: Text { "Desk" }
    var shell: ShellStyle { .work("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            PageHeader(title)
            if let undone { UndoneAlert(undone: undone, back: MuseumPaths.desk()) }
            SearchBox(MuseumPaths.desk(), placeholder: "Name, email or number", value: words, isProminent: true, takesFocus: true)
            if !words.isEmpty {
                if found.isEmpty {
                    p(.role("status")) { "Nobody found. Check the spelling, or sell a membership below." }
                } else {
                    section(.aria("labelledby", "found")) {
                        h2(.id("found")) { "Found" }
                        ul(.class("desk-list")) { for one in found { li { DeskRow(visitor: one, zone: zone) } } }
                    }
                }
            }
            section(.aria("labelledby", "waiting")) {
                h2(.id("waiting")) { "Waiting to pay here" }
                if waiting.isEmpty {
                    p(.class("muted")) { "Nobody is waiting. People who choose to pay at the desk appear here." }
                } else {
                    ul(.class("desk-list")) {
                        for one in waiting {
                            li(.class("desk-row")) {
                                span(.class("desk-words")) {
                                    strong(.dir("auto")) { one.name }
                                    span(.class("muted"), .dir("auto")) { one.tier.name }
                                }
                                Form(MuseumPaths.takeCash(one.membership.id)) {
                                    Button(
                                        "Take \(one.membership.cost)", icon: .wallet, .aria("label", "Take \(one.membership.cost) from \(one.name)"))
                                }
                            }
                        }
                    }
                }
            }
            if !tiers.isEmpty { newcomer }
        }
    }

    private var isAddress: Bool { words.contains("@") }
    /// Whether the words may be what somebody is called: a number or a code was looked for, and names nobody.
    private var isName: Bool { !words.isEmpty && !isAddress && !words.contains(where: \.isNumber) }

    /// For whoever has no account, and may never want one.
    private var newcomer: some HTML {
        Disclosure("Sell to someone without an account", isOpen: problem != nil || found.isEmpty && (isName || isAddress), .id("newcomer")) {
            Form(MuseumPaths.deskNew(), .class("card stack")) {
                ProblemAlert(problem)
                TextField(
                    "Name", name: "name", value: form.name ?? (isName ? words : ""), error: problem?.fields["name"], isRequired: true,
                    .maxlength(Gift.longestName), .autocomplete("off"))
                TextField(
                    "Email", name: "email", value: form.email ?? (isAddress ? words : ""), kind: .email,
                    hint: sendsEmail ? "We send a link that puts the membership on their phone." : "The membership is found by it later.",
                    error: problem?.fields["email"], .maxlength(254), .autocomplete("off"))
                TierButtons(offers: tiers.map { Offer(tier: $0, standing: .first) }, zone: zone)
            }
        }
    }
}

/// Somebody in a list of the desk, and whether they are a member.
struct DeskRow: HTML {
    let visitor: Desk.Visitor
    let zone: DayZone

    var body: some HTML {
        a(.class("desk-row"), .href(visitor.path)) {
            span(.class("desk-words")) {
                strong(.dir("auto")) { visitor.name }
                if !visitor.email.isEmpty { span(.class("muted")) { visitor.email } }
                if let card = visitor.card { span(.class("muted")) { "Member number \(String(card.number))" } }
            }
            MemberBadge(visitor: visitor)
        }
    }
}

/// Whether somebody is a member, in the words and the colour that the desk goes by.
struct MemberBadge: HTML {
    let visitor: Desk.Visitor

    var body: some HTML {
        if let current = visitor.current {
            Badge(.verbatim(current.tier.name), tone: .success, icon: .check)
        } else if visitor.waiting != nil {
            Badge("Not paid yet", tone: .warning)
        } else {
            Badge("Not a member")
        }
    }
}

/// Somebody at the desk: what they are a member by, and what can be done for them.
struct DeskPersonPage: PageAnswer {
    let visitor: Desk.Visitor
    /// What lets them in now; nil where nothing does.
    let admission: Desk.Admission?
    let offers: [Offer]
    let now: Instant
    let zone: DayZone
    var undone: Desk.Undone?
    var problem: Problem?

    var title: Text { .verbatim(visitor.name) }
    var shell: ShellStyle { .work("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.desk() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.desk()) }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            PageHeader(title, lead: visitor.card.map { "Member number \(String($0.number))" } ?? .verbatim(visitor.email))
            if visitor.card != nil, !visitor.email.isEmpty { p(.class("muted")) { visitor.email } }
            ProblemAlert(problem)
            if let undone { UndoneAlert(undone: undone, back: visitor.path) }
            if let current = visitor.current {
                Alert(.success, title: "Member: \(current.tier.name)") {
                    p { current.membership.expiresAt == nil ? "For life" : "Valid until \(zone.end(current.membership.expiresAt))" }
                    if current.tier.guests > 0 { p { "Guests: up to \(current.tier.guests)" } }
                    if let usedAt = admission?.usedAt { p { "Already used today at \(time: usedAt)" } }
                }
                if let admission { DeskAdmit(admission: admission) }
            } else {
                Alert(.info, title: "Not a member") {
                    if let upcoming { p { "The next membership begins on \(upcoming)." } }
                    if let last { p { last } }
                }
            }
            if let waiting = visitor.waiting {
                Card("Waiting to pay: \(waiting.tier.name)") {
                    Form(MuseumPaths.takeCash(waiting.membership.id)) { Actions { Button("Take \(waiting.membership.cost)", icon: .wallet) } }
                }
            }
            if !offers.isEmpty {
                if visitor.current == nil {
                    Card("Sell a membership") { sale }
                } else {
                    // Nobody is charged twice by a second tap.
                    Disclosure("Renew or change") { sale }
                }
            }
        }
    }

    private var sale: some HTML { Form(visitor.sale) { TierButtons(offers: offers, zone: zone) } }

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

/// What is for sale, each with a button that says what it costs. It stands in the form of a sale.
private struct TierButtons: HTML {
    let offers: [Offer]
    let zone: DayZone

    var body: some HTML {
        ul(.class("desk-list")) {
            for offer in offers {
                li(.class("desk-row")) {
                    span(.class("desk-words")) {
                        strong(.dir("auto")) { offer.tier.name }
                        if let words = words(of: offer) {
                            span(.class("muted")) { words }
                        } else if !offer.tier.summary.isEmpty {
                            span(.class("muted"), .dir("auto")) { offer.tier.summary }
                        }
                    }
                    if case .alreadyForLife = offer.standing {} else { button(for: offer) }
                }
            }
        }
    }

    private func button(for offer: Offer) -> Button {
        Button(
            offer.cost.minor > 0 ? "Take \(offer.cost)" : "Add", icon: .wallet, style: .secondary, .name("tier"), .value(offer.tier.id.description),
            .aria("label", offer.cost.minor > 0 ? "Take \(offer.cost) for \(offer.tier.name)" : "Add \(offer.tier.name)"))
    }

    /// What becomes of what they have; nil where nothing does.
    private func words(of offer: Offer) -> Text? {
        switch offer.standing {
        case .first: nil
        case .renewal(let end): "Begins on \(zone.day(end))"
        case .exchange(let exchange): "\(exchange.tier.name) ends; \(exchange.takenOff) of it is taken off."
        case .beside(_, let held, _): "In addition to \(held.name), at full price"
        case .after(let end, let held): "Begins on \(zone.day(end)), after \(held.name)"
        case .alreadyForLife: "Already a member for life"
        }
    }
}

/// A sale that is done, readable at arm's length, with the way on and the way back.
struct DeskSoldPage: PageAnswer {
    let admission: Desk.Admission?
    let membership: Membership
    let tier: Tier
    /// On the member's card.
    let number: Int64
    /// What ended for it.
    let before: Tier?
    let name: String?
    /// By which somebody without an account puts it on their phone; nil where it is theirs already.
    let claim: String?
    let receipts: [ReceiptLink]
    let canUndo: Bool
    let zone: DayZone

    private var isActive: Bool { membership.status == .active }
    private var isPaid: Bool { isActive || membership.status == .unclaimed }

    var title: Text {
        guard isActive else { return isPaid ? "Paid: \(membership.cost)" : membership.status.name }
        if membership.source == .gift { return "Gift accepted" }
        return membership.cost.minor > 0 ? "Paid: \(membership.cost)" : "Added"
    }
    var shell: ShellStyle { .work("museum") }
    var activePath: String? { MuseumPaths.desk() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.desk()) }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            section(.class("desk-sold"), .if(isPaid, .class("is-paid")), .role("status")) {
                if isPaid { Icon.check } else { Icon.info }
                h1 { title }
                if let name { p(.class("desk-sold-name"), .dir("auto")) { name } }
                p(.dir("auto")) { tier.name }
                if isActive { p { membership.expiresAt == nil ? "For life" : "Valid until \(zone.end(membership.expiresAt))" } }
                if let before { p { "\(before.name) has ended; \(membership.takenOff) of it was taken off." } }
                if isActive {
                    p { "Member number \(String(number))" }
                } else if isPaid {
                    p { "It’s paid. The membership begins when the gift is accepted." }
                }
                if let claim {
                    div(.class("gift-code")) { QRCodeImage(claim, label: "Code that puts the membership on a phone") }
                    p { isActive ? "Scan to put it on a phone. Without one, the number is enough at the entrance." : "Scan it, sign in and accept." }
                }
            }
            if let admission { DeskAdmit(admission: admission) }
            Actions {
                LinkButton("Next person", href: MuseumPaths.desk(), icon: .forward, style: admission == nil ? .primary : .secondary)
                if canUndo { Form(MuseumPaths.deskUndo(membership.id)) { Button("Undo", icon: .undo, style: .quiet) } }
            }
            if !receipts.isEmpty { p { ReceiptLinks(receipts) } }
        }
    }
}
