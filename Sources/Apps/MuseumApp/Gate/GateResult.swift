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

    var body: some HTML {
        section(.class("gate-result"), .data("result", result.rawValue), .if(result.letsIn, .class("is-yes")), .role("alert"), .tabindex(-1)) {
            if result.letsIn { Icon.check } else { Icon.close }
            h2 { result.title }
            p(.class("gate-name"), .dir("auto"), .data("slot", "name")) { outcome?.name ?? "" }
            p(.class("gate-tier"), .dir("auto"), .data("slot", "tier")) { outcome?.tier ?? "" }
            if result.letsIn {
                p(
                    .class("gate-guests"), .data("slot", "guests"), .data("says", text: "Guests: up to \("%1")"),
                    .flag("hidden", (outcome?.guests ?? 0) == 0)
                ) {
                    if let guests = outcome?.guests, guests > 0 { "Guests: up to \(guests)" }
                }
            }
            p(.class("gate-reason")) { reason }
            if result == .used { p(.dir("auto"), .data("slot", "place")) { outcome?.usedPlace ?? "" } }
            if !result.letsIn { p(.class("gate-visitor")) { "One moment. We’ll help you." } }
            actions
        }
    }

    @HTMLBuilder private var actions: Node {
        if let nonce {
            div(.class("gate-actions")) {
                LinkButton("Next", href: MuseumPaths.gate())
                if result == .used, let membership = outcome?.membership { AdmitForm(membership: membership, nonce: nonce, again: true) }
            }
        } else {
            div(.class("gate-actions")) {
                Button("Next", .type("button"), .data("gate-next"))
                if result == .used { Button("Admit again", style: .secondary, .type("button"), .data("gate-again")) }
            }
        }
    }

    private var reason: some HTML {
        Fragment {
            switch result {
            case .admitted: ""
            case .reentry: "Let in again today."
            case .used:
                if let usedAt = outcome?.usedAt {
                    "Already used today at \(time: usedAt)"
                } else {
                    span(.data("slot", "time"), .data("says", text: "Already used today at \("%1")")) {}
                }
            case .expired: "The membership has ended. It can be renewed at the desk."
            case .revoked: "The membership was refunded or ended, or the pass was replaced by one on another phone."
            case .tier: "This membership doesn’t include entry."
            case .clock:
                "The code isn’t current: it’s a screenshot, or the phone’s clock is wrong. Ask to see the live code, or find the member by name."
            case .unknown: "There’s no such membership here. Find the member by name."
            case .invalid: "It isn’t a code of this museum, or it was altered. Find the member by name."
            }
        }
    }
}

extension ScanResult {
    /// As whoever stands at the gate reads it from two steps away.
    var title: Text {
        switch self {
        case .admitted: "Welcome"
        case .reentry: "Welcome back"
        case .used: "Already used"
        case .expired: "Expired"
        case .revoked: "No longer valid"
        case .tier: "No entry included"
        case .clock: "Code is out of date"
        case .unknown: "Unknown code"
        case .invalid: "Not valid"
        }
    }
}

/// Lets in a member who was found, without a code.
struct AdmitForm: HTML {
    let membership: MembershipID
    let nonce: String
    var again = false

    var body: some HTML {
        Form(MuseumPaths.gateAdmit(), .data("gate-admit", membership.description)) {
            input(.type("hidden"), .name("membership"), .value(membership.description))
            input(.type("hidden"), .name("nonce"), .value(nonce))
            if again { input(.type("hidden"), .name("again"), .value("true")) }
            if again { Button("Admit again", style: .secondary) } else { Button("Admit") }
        }
    }
}
