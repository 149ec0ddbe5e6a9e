import Core
import Interface
import Markup
import Payments
import Web

/// A sale that is done: that it is paid, the code that the customer waits for, then what comes next.
struct DeskSoldPage: PageAnswer {
    let admission: Desk.Admission?
    let membership: Membership
    let tier: Tier
    /// On the member's card.
    let number: Int64
    /// What ended for it.
    let before: Tier?
    let name: String?
    /// For somebody without an account; nil where it is on their phone already.
    let card: PrintedCard?
    let receipts: [ReceiptLink]
    let canUndo: Bool
    let now: Instant
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
    var scripts: [String] { ["interface/js/print.js"] }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.desk()) }

    var body: some HTML {
        div(.class("desk narrow stack gift-page")) {
            section(.class("desk-sold"), .if(isPaid, .class("is-paid")), .role("status")) {
                if isPaid { Icon.check } else { Icon.info }
                div {
                    h1 { title }
                    if let before { p { "\(before.name) has ended; \(membership.takenOff) of it was taken off." } }
                    if isPaid, !isActive { p { "It’s paid. The membership begins when the gift is accepted." } }
                    if card == nil, !isActive { p(.dir("auto")) { tier.name } }
                }
            }
            if let card {
                card
            } else if isActive {
                MemberCard(
                    name: name ?? "", tier: tier, number: number, from: membership.startsAt.flatMap { $0 > now ? $0 : nil },
                    until: membership.expiresAt, zone: zone)
                p(.class("desk-hint")) { "The code for the entrance is on their phone, under My membership." }
            }
            if let admission { DeskAdmit(admission: admission) }
            Actions {
                if card != nil { Button("Print card", icon: .printer, style: .secondary, .type("button"), .data("print"), .flag("hidden")) }
                LinkButton("Next person", href: MuseumPaths.desk(), icon: .forward, style: admission == nil ? .primary : .secondary)
                if canUndo { Form(MuseumPaths.deskUndo(membership.id)) { Button("Undo", icon: .undo, style: .quiet) } }
            }
            if !receipts.isEmpty { p { ReceiptLinks(receipts) } }
        }
    }
}
