import Core
import Interface
import Markup
import Payments
import Web

/// A sale that is done: that it is paid, the code that the customer waits for, then what comes next. Later it is found under ``DeskSalesPage``.
struct DeskSoldPage: PageAnswer {
    let origin: DeskOrigin?
    let back: String
    let admission: Desk.Admission?
    let membership: Membership
    let tier: Tier
    /// Whether it gets its member in.
    let hasEntry: Bool
    /// On the member's card.
    let number: Int64
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
        if origin == .gift { return "Gift accepted" }
        if membership.cost.minor > 0 { return "Paid: \(membership.cost)" }
        return origin?.isLater == true ? "Membership card" : "Added"
    }
    var shell: ShellStyle { .work("museum") }
    var activePath: String? { MuseumPaths.desk() }
    var scripts: [String] { ["interface/js/print.js"] }
    var slots: FrameSlots {
        FrameSlots(
            back: back,
            footer: {
                if card != nil || isActive {
                    Button("Print card", icon: .printer, style: .secondary, .type("button"), .data("print"), .flag("hidden"))
                }
                LinkButton("Next person", href: MuseumPaths.desk(), icon: .forward)
            })
    }

    var body: some HTML {
        div(.class("desk narrow stack"), .class(card == nil ? "member-page" : "gift-page")) {
            section(.class("desk-sold"), .if(isPaid && origin?.isLater != true, .class("is-paid")), .role("status")) {
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
            if origin == nil, undoing?.amount != nil { change }
            undo
            if !receipts.isEmpty { ReceiptLinks(receipts, isWork: true) }
            if let admission {
                DeskAdmit(admission: admission, isSecond: true)
            } else if isPaid, !hasEntry {
                p(.class("desk-hint")) { "“\(tier.name)” doesn’t include free entry." }
            }
            if let card {
                card
            } else if isActive {
                MemberCard(
                    name: name ?? "", tier: tier, number: number, from: membership.startsAt.flatMap { $0 > now ? $0 : nil },
                    until: membership.expiresAt, zone: zone)
                p(.class("desk-hint")) { "The code for the entrance is on their phone, under My membership." }
            }
            if isPaid { managers }
        }
    }

    /// What goes back to whoever gave the next notes above the price.
    private var change: some HTML {
        p(.class("desk-change")) {
            for note in membership.cost.notesAbove.prefix(2) {
                span { "From \(note): \(Money(minor: note.minor - membership.cost.minor, currency: note.currency)) back" as Text }
            }
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
