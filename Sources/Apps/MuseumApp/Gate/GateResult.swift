import Core
import Interface
import Markup
import Web

/// The answer at the gate, filling the screen: green or red, and why. Without an outcome it is what the script fills in.
struct GateResult: HTML {
    let result: ScanResult
    var outcome: ScanOutcome?
    let zone: DayZone
    /// For the next look; nil where a script makes its own.
    var nonce: String?
    /// Whether somebody at the desk let them in, and goes on there.
    var isFromDesk = false

    var body: some HTML {
        section(
            .class("gate-result"), .data("result", result.rawValue), .if(result.letsIn, .class("is-yes")),
            .if(isKnown, .class("is-known")), .if(result == .undone, .class("is-undone")), .role("alert"), .tabindex(-1)
        ) {
            picture
            h2 { result.title }
            p(.class("gate-name"), .dir("auto"), .data("slot", "name")) { outcome?.name ?? "" }
            p(.class("gate-tier"), .dir("auto"), .data("slot", "tier")) { outcome?.tier ?? "" }
            p(.class("gate-reason")) { reason }
            if result == .gift { giver }
            if let hint { p { hint } }
            if result.letsIn { numbers }
            if result == .used { p(.dir("auto"), .data("slot", "place")) { outcome?.usedPlace ?? "" } }
            actions
        }
    }

    private var picture: Icon {
        switch result {
        case .admitted, .reentry: .check
        case .undone: .undo
        case .used: .history
        default: isKnown ? .heart : .close
        }
    }

    /// Who gave the gift, where that is known, or the place for a script to put it.
    @HTMLBuilder private var giver: Node {
        if nonce == nil {
            p(.dir("auto"), .data("slot", "giver"), .data("says", text: "Gift from \("%1")")) {}
        } else if let giver = outcome?.giver {
            p(.dir("auto")) { "Gift from \(giver)" }
        }
    }

    /// Who comes along, where that is included. It is asked once: what was said beside the name is only shown.
    @HTMLBuilder private var numbers: Node {
        if nonce == nil {
            div(.data("gate-guests"), .flag("hidden")) {
                p(.class("gate-guests"), .data("slot", "guests"), .data("says", text: "How many guests? Up to \("%1")")) {}
                p(.class("gate-guests"), .data("slot", "brought"), .data("says", text: "Guests: \("%1")")) {}
                details(.class("gate-change"), .data("gate-change")) {
                    summary { "Change" }
                    GuestButtons(left: Tier.mostGuests)
                }
            }
        } else if let outcome, let membership = outcome.membership, let left = outcome.guestsLeft, left > 0 {
            let buttons = Form(MuseumPaths.gateGuests()) {
                input(.type("hidden"), .name("membership"), .value(membership.description))
                input(.type("hidden"), .name("nonce"), .value(outcome.nonce))
                if isFromDesk { input(.type("hidden"), .name("from"), .value(GateRoutes.fromDesk)) }
                GuestButtons(left: left, brought: outcome.brought)
            }
            if let brought = outcome.brought, brought > 0 {
                p(.class("gate-guests")) { "Guests: \(brought)" }
                details(.class("gate-change")) {
                    summary { "Change" }
                    buttons
                }
            } else {
                p(.class("gate-guests")) { "How many guests? Up to \(left)" }
                buttons
            }
        }
    }

    /// Whether it is neither yes nor no: somebody at the gate decides.
    private var isKnown: Bool { [.used, .gift, .giftTaken].contains(result) }

    /// The way to whoever can sell a membership, for somebody who needs one.
    @HTMLBuilder private var sale: Node {
        switch result {
        case .expired, .refunded, .ended, .tier: desk("Sell a membership")
        case .unpaid: desk("Take payment")
        case .gift: LinkButton("Open the gift", href: outcome?.gift ?? MuseumPaths.desk(), icon: .check, .data("gate-sale"))
        case .unknown: desk("Desk")
        case .admitted, .reentry, .used, .upcoming, .revoked, .giftTaken, .clock, .invalid, .undone: Node.nothing
        }
    }

    private func desk(_ words: Text) -> some HTML {
        LinkButton(words, href: outcome?.desk ?? MuseumPaths.desk(), icon: .wallet, .data("gate-sale"))
    }

    @HTMLBuilder private var actions: Node {
        if let nonce {
            div(.class("gate-actions")) {
                sale
                LinkButton(
                    result == .invalid ? "Try again" : "Next person", href: isFromDesk ? MuseumPaths.desk() : MuseumPaths.gate(),
                    style: isSecond ? .secondary : .primary)
                if let outcome, outcome.undoUntil != nil {
                    Form(MuseumPaths.gateUndo()) {
                        input(.type("hidden"), .name("nonce"), .value(outcome.nonce))
                        if isFromDesk { input(.type("hidden"), .name("from"), .value(GateRoutes.fromDesk)) }
                        Button("Undo", icon: .undo, style: .secondary, .data("needs-connection"))
                    }
                }
                if result == .used, let membership = outcome?.membership {
                    AdmitForm(membership: membership, nonce: nonce, again: true, isFromDesk: isFromDesk)
                }
            }
        } else {
            div(.class("gate-actions")) {
                sale
                Button(result == .invalid ? "Try again" : "Next person", style: isSecond ? .secondary : .primary, .type("button"), .data("gate-next"))
                if result.letsIn || result == .used {
                    Button("Undo", icon: .undo, style: .secondary, .type("button"), .data("gate-undo"), .flag("hidden"))
                }
                if result == .used { Button("Admit again", style: .secondary, .type("button"), .data("gate-again")) }
            }
        }
    }

    /// Whether something else is likelier than going on.
    private var isSecond: Bool { [.expired, .refunded, .ended, .tier, .unpaid, .gift, .unknown].contains(result) }

    /// What to do about it, for whoever has a moment more.
    private var hint: Text? {
        switch result {
        case .revoked, .unknown, .invalid, .giftTaken: "Find the member by name."
        case .clock: "Or the phone’s clock is wrong: find the member by name."
        case .gift: "It’s paid. The membership begins when the gift is accepted."
        default: nil
        }
    }

    /// In one line that is read at arm's length.
    private var reason: some HTML {
        Fragment {
            switch result {
            case .admitted: ""
            case .reentry: "Admitted again today."
            // Whoever came in another time today was here, also where one admission was undone.
            case .used, .undone:
                if let usedAt = outcome?.usedAt {
                    "Already used today at \(time: usedAt)"
                } else if nonce == nil {
                    span(.data("slot", "time"), .data("says", text: "Already used today at \("%1")")) {}
                }
            case .expired: on(outcome?.expiresAt.map { zone.end($0) }, "ended", "Ended on \("%1")") { "Ended on \($0)" }
            case .refunded: on(outcome?.endedAt.map { zone.day($0) }, "ended", "Refunded on \("%1")") { "Refunded on \($0)" }
            case .ended: on(outcome?.endedAt.map { zone.day($0) }, "ended", "Ended on \("%1")") { "Ended on \($0)" }
            case .upcoming: on(outcome?.startsAt.map { zone.day($0) }, "starts", "Begins on \("%1")") { "Begins on \($0)" }
            case .unpaid: "To be paid at the desk"
            case .revoked: "Replaced by a code on another phone"
            case .tier: "This membership doesn’t include entry."
            case .clock: "It’s a screenshot. Ask for the live code."
            case .unknown: "No such membership here"
            case .invalid: "Not a code of this museum"
            case .gift: "Not accepted yet"
            case .giftTaken: "Already accepted"
            }
        }
    }

    /// A line with a day, or where there is none yet, the place for a script to put one.
    @HTMLBuilder private func on(_ day: Text?, _ slot: String, _ says: Text, _ words: (Text) -> Text) -> Node {
        if let day { words(day) } else { span(.data("slot", slot), .data("says", text: says)) {} }
    }
}

extension ScanResult {
    /// As whoever stands at the gate reads it from two steps away.
    var title: Text {
        switch self {
        case .admitted: "Welcome"
        case .reentry: "Welcome back"
        case .used: "Been here today"
        case .expired: "Expired"
        case .upcoming: "Not valid yet"
        case .revoked: "Old code"
        case .refunded: "Refunded"
        case .ended: "Membership ended"
        case .unpaid: "Not paid yet"
        case .gift, .giftTaken: "Gift card"
        case .tier: "No entry included"
        case .clock: "Code is out of date"
        case .unknown: "Unknown code"
        case .invalid: "Not valid"
        case .undone: "Admission undone"
        }
    }
}
