import Core
import Interface
import Markup
import Payments
import Web

/// A sale that is done: that it is paid, the code that the customer waits for, then what comes next. Later it is found under ``DeskSalesPage``.
struct DeskSoldPage: PageAnswer {
    let back: String
    let admission: Desk.Admission?
    let membership: Membership
    let tier: Tier
    /// On the member's card.
    let number: Int64
    /// Whether it is a gift that was accepted here, and not sold just now.
    let isAccepted: Bool
    /// Whether it was opened in the list of the day's sales, and isn't news.
    let isFromList: Bool
    /// What ended for it.
    let before: Tier?
    let name: String?
    /// For somebody without an account; nil where it is on their phone already.
    let card: PrintedCard?
    let receipts: [ReceiptLink]
    /// Nil where it can't be undone, or no longer.
    let undoing: Desk.Undoing?
    let managers: ManagerHint
    let now: Instant
    let zone: DayZone

    private var isActive: Bool { membership.status == .active }
    private var isPaid: Bool { isActive || membership.status == .unclaimed }
    var title: Text {
        if membership.isUndone { return "Sale undone" }
        guard isPaid else { return membership.status.name }
        if isAccepted { return "Gift accepted" }
        return membership.cost.minor > 0 ? "Paid: \(membership.cost)" : "Added"
    }
    var shell: ShellStyle { .work("museum") }
    var activePath: String? { MuseumPaths.desk() }
    var scripts: [String] { ["interface/js/print.js"] }
    var slots: FrameSlots {
        FrameSlots(
            back: back,
            footer: {
                if card != nil { Button("Print card", icon: .printer, style: .secondary, .type("button"), .data("print"), .flag("hidden")) }
                LinkButton("Next person", href: MuseumPaths.desk(), icon: .forward)
            })
    }

    var body: some HTML {
        div(.class("desk narrow stack gift-page")) {
            section(.class("desk-sold"), .if(isPaid && !isFromList, .class("is-paid")), .role("status")) {
                if isPaid { Icon.check } else { Icon.info }
                div {
                    h1 { title }
                    if let before { p { "\(before.name) has ended; \(membership.takenOff) of it was taken off." } }
                    if isActive, let start = membership.startsAt, start > now {
                        p { membership.expiresAt == nil ? "For life" : "Paid until \(zone.end(membership.expiresAt))" }
                    }
                    if isPaid, !isActive { p { "The membership begins when the gift is accepted." } }
                    if card == nil, !isActive { p(.dir("auto")) { name.map { "\($0), \(tier.name)" } ?? .verbatim(tier.name) } }
                }
            }
            undo
            if let admission { DeskAdmit(admission: admission, isSecond: true) }
            if let card {
                card
            } else if isActive {
                MemberCard(
                    name: name ?? "", tier: tier, number: number, from: membership.startsAt.flatMap { $0 > now ? $0 : nil },
                    until: membership.expiresAt, zone: zone)
                p(.class("desk-hint")) { "The code for the entrance is on their phone, under My membership." }
            }
            if !receipts.isEmpty { p { ReceiptLinks(receipts, isWork: true) } }
            if isPaid { managers }
        }
    }

    /// Beside what was paid, where it is seen without scrolling; folded, so that nobody taps it on the way to the next person.
    @HTMLBuilder private var undo: Node {
        if let undoing {
            Disclosure("Undo sale", .class("desk-undo")) {
                Form(MuseumPaths.deskUndo(membership.id)) {
                    p {
                        undoing.words
                        if let counts = undoing.counts { " "; "\(counts) counts again." as Text }
                    }
                    if let usedAt = undoing.usedAt { Alert(.warning, title: "Already admitted with it today, at \(time: usedAt)") }
                    Button("Undo sale", icon: .undo, style: .secondary, .data("needs-connection"))
                    p(.class("desk-hint")) { "Possible until \(time: undoing.until)" }
                }
            }
        }
    }
}
