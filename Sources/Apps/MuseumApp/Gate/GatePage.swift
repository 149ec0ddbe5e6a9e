import Core
import Foundation
import Interface
import Markup
import Web

/// Where codes are scanned: the camera, or one field for everything else. It goes on without a connection.
struct GatePage: PageAnswer {
    let zone: DayZone
    /// How many conflicts nobody has looked at yet.
    let conflicts: Int
    let nonce: String
    var outcome: ScanOutcome?
    /// Whether somebody at the desk let them in, and goes on there.
    var isFromDesk = false
    var words = ""
    /// nil where nobody was looked for.
    var found: [FoundMember]?

    private static let label: Text = "Name, email, number or code"

    /// The only one who was found, where they may come in.
    private var only: FoundMember? { found.flatMap { $0.count == 1 && $0[0].hasEntry ? $0[0] : nil } }

    var title: Text { isFromDesk ? "Desk" : "Entrance" }
    var shell: ShellStyle { .reader }
    var scripts: [String] { ["museum/js/gate.js"] }

    var body: some HTML {
        main(
            .class("gate"), .id("content"), .data("gate", MuseumPaths.apiGate()), .data("scans", MuseumPaths.apiScans()),
            .data("batch", MuseumPaths.apiScanBatch()), .data("undo", MuseumPaths.apiScanUndo()),
            .data("members", MuseumPaths.apiGateMembers()), .data("clock-zone", zone.zone.identifier),
            .data("word-offline", text: "Offline"), .data("word-waiting", text: "Offline, \("%1") to send"), .data("word-online", text: "Online"),
            .data("word-sent", text: "Online, \("%1") sent"),
            .data("word-old", text: "Offline for \("%1") h. Connect soon: it doesn’t know of new members and refunds."),
            .data("word-never", text: "This device has never been connected at the entrance. Connect it once before you scan offline."),
            .data("word-clock", text: "This device’s clock is wrong. Turn on automatic date and time."),
            .data("word-camera", text: "The camera can’t be used. Allow it in the browser’s settings, or find the member by name."),
            .data("word-unchecked", text: "Offline: the card hasn’t been checked. Decide whether to admit them."),
            .data("word-number", text: "Offline: this device keeps no names. Find members by their number."),
            .data("word-used", text: "Already used today at \("%1")"), .data("word-admit", text: "Admit"), .data("word-again", text: "Admit again"),
            .data("word-until", text: "Valid until \("%1")"),
            .data("word-life", text: "Member for life"), .data("word-conflicts", text: "\("%1") to check"),
            .data("word-slow", text: "Too many unknown codes. Wait a minute."), .data("desk", MuseumPaths.desk()),
            .data("desk-offline", MuseumPaths.deskOffline()),
            .data("word-unpaid", text: "Not paid yet"), .data("word-tier", text: "This membership doesn’t include entry."),
            .data("word-pay", text: "Take payment"), .data("word-begins", text: "Begins on \("%1")"), .data("word-sell", text: "Sell a membership"),
            .data("word-ended", text: "Ended on \("%1")"), .data("word-refunded", text: "Refunded on \("%1")"),
            .data("word-gift", text: "Not accepted yet"), .data("word-giver", text: "Gift from \("%1")"), .data("word-open", text: "Open the gift"),
            .data("word-guests", text: "That’s more guests than the membership includes today."),
            .data("word-late", text: "This admission can’t be undone any more."),
            .data("word-undo", text: "Connect this device to undo the admission."),
            .data("word-label", text: Self.label), .data("word-member", text: "Member number \("%1")"),
            .data("word-label-offline", text: "Member number or code"), .data("word-none", text: "No entry included")
        ) {
            header(.class("gate-head")) {
                a(.class("entry-back"), .href(MuseumPaths.home())) {
                    Icon.back
                    span { "Museum" }
                }
                h1 { title }
                a(.class("gate-conflicts"), .href(MuseumPaths.gateConflicts()), .data("gate-conflicts"), .flag("hidden", conflicts == 0)) {
                    if conflicts > 0 { "\(conflicts) to check" }
                }
                p(.class("gate-state"), .role("status"), .data("gate-state")) {}
            }
            p(.class("gate-warning"), .role("status"), .data("gate-warning"), .flag("hidden")) {}
            div(.class("gate-answer"), .data("gate-answer")) {
                if let outcome { GateResult(result: outcome.result, outcome: outcome, zone: zone, nonce: nonce, isFromDesk: isFromDesk) }
                if let found, found.isEmpty { FoundPanel(isFound: false, zone: zone, nonce: nonce, words: words) }
                if let only { FoundPanel(isFound: true, member: only, zone: zone, nonce: nonce) }
            }
            div(.class("gate-last"), .data("gate-last"), .flag("hidden")) {
                p(.dir("auto"), .data("slot", "last"), .data("says", text: "Admitted: \("%1")")) {}
                Button("Undo", icon: .undo, style: .secondary, .type("button"), .data("gate-undo-last"))
            }
            div(.class("gate-look"), .data("gate-look"), .flag("hidden", isFromDesk)) {
                p(.class("gate-offline"), .data("gate-offline"), .flag("hidden")) {
                    "Keep admitting people. This device remembers who came, and tells the server later."
                }
                div(.class("gate-camera"), .data("gate-camera"), .flag("hidden")) {
                    Node.element("video", [.data("gate-video"), .flag("playsinline"), .flag("muted"), .aria("label", "Camera")], content: .nothing)
                    div(.class("gate-frame"), .aria("hidden", true)) {}
                    Button("Close", style: .secondary, .type("button"), .class("gate-close"), .data("gate-close"))
                }
                Button("Scan a code", icon: .scan, .type("button"), .class("gate-start"), .flag("hidden"), .data("gate-start"))
                Form(MuseumPaths.gateScan(), .class("gate-find"), .data("gate-find")) {
                    Markup.label(.for("gate-words"), .class("field-label")) { Self.label }
                    div(.class("gate-line")) {
                        input(
                            .class("input"), .id("gate-words"), .type("text"), .name("words"), .value(words), .maxlength(400), .autocomplete("off"),
                            .custom("autocapitalize", "off"), .custom("spellcheck", "false"), .data("gate-words"))
                        Button("Find", icon: .search, style: .secondary)
                    }
                    input(.type("hidden"), .name("nonce"), .value(nonce))
                }
                ul(.class("gate-found"), .data("gate-found"), .aria("live", "polite")) {
                    if let found, only == nil { for member in found { FoundRow(member: member, zone: zone, nonce: nonce) } }
                }
                Disclosure("This entrance", .class("gate-place"), .flag("hidden"), .data("gate-place")) {
                    Markup.label(.for("gate-place-name"), .class("field-label")) { "Where it is" }
                    input(.class("input"), .id("gate-place-name"), .type("text"), .maxlength(40), .autocomplete("off"), .data("gate-place-name"))
                    p(.class("field-hint")) { "For example “North door”. Other entrances see it when a code was used here." }
                }
            }
            nav(.class("gate-nav"), .aria("label", "Main navigation")) {
                a(.href(MuseumPaths.gate()), isFromDesk ? .nothing : .aria("current", "page")) {
                    Icon.scan
                    span { "Entrance" }
                }
                a(.href(MuseumPaths.desk()), isFromDesk ? .aria("current", "page") : .nothing) {
                    Icon.wallet
                    span { "Desk" }
                }
            }
            template(.data("gate-with")) { AdmitWithGuests(left: Tier.mostGuests) }
            template(.data("gate-template", "found")) { FoundPanel(isFound: true, zone: zone) }
            template(.data("gate-template", "nobody")) { FoundPanel(isFound: false, zone: zone) }
            template(.data("gate-template", "card-offline")) { OfflinePanel(isCard: true) }
            template(.data("gate-template", "number-offline")) { OfflinePanel(isCard: false) }
            for result in ScanResult.allCases {
                template(.data("gate-template", result.rawValue)) { GateResult(result: result, zone: zone) }
            }
        }
    }
}

/// A member who was found.
private struct FoundRow: HTML {
    let member: FoundMember
    let zone: DayZone
    let nonce: String

    var body: some HTML {
        li(.class("gate-row")) {
            div {
                strong(.dir("auto")) { member.name ?? "" }
                // What lets them in is read last, beside the button.
                if member.hasEntry { others }
                p(.class(member.hasEntry ? "gate-lets" : "muted"), .dir("auto")) { member.tier }
                if let giver = member.giver { p(.class("muted"), .dir("auto")) { "Gift from \(giver)" } }
                if let refusal = refusal(of: member) {
                    p(.class(member.gift == nil ? "gate-no" : "gate-used")) { refusal }
                } else {
                    p(.class(member.usedAt == nil ? "muted" : "gate-used")) {
                        if let usedAt = member.usedAt { "Already used today at \(time: usedAt)" } else { lasts(member) }
                    }
                }
                if !member.hasEntry { others }
            }
            if member.unpaid != nil { LinkButton("Take payment", href: member.desk ?? MuseumPaths.desk(), icon: .wallet) }
            if [.expired, .refunded, .ended, .tier].contains(member.result) {
                LinkButton("Sell a membership", href: member.desk ?? MuseumPaths.desk(), icon: .wallet, style: .secondary)
            }
            if let gift = member.gift { LinkButton("Open the gift", href: gift, icon: .heart) }
            if member.hasEntry {
                AdmitForm(membership: member.membership, nonce: nonce, again: member.usedAt != nil, guests: member.guests ?? 0)
            }
        }
    }

    /// What else the same person has or had, a line for each.
    private var others: some HTML {
        Fragment {
            for other in member.others ?? [] {
                p(.class("gate-besides"), .dir("auto")) {
                    other.tier
                    ": "
                    other.result == .tier ? "No entry included" : refusal(of: other) ?? lasts(other)
                }
            }
        }
    }

    private func lasts(_ member: FoundMember) -> Text {
        member.expiresAt == nil ? "Member for life" : "Valid until \(zone.end(member.expiresAt))"
    }

    /// Why they aren't let in; nil for those who are.
    private func refusal(of member: FoundMember) -> Text? {
        switch member.result {
        case .refunded: member.endedAt.map { "Refunded on \(zone.day($0))" }
        case .ended: member.endedAt.map { "Ended on \(zone.day($0))" }
        case .expired: "Ended on \(zone.end(member.expiresAt))"
        case .upcoming: member.startsAt.map { "Begins on \(zone.day($0))" }
        case .unpaid: "Not paid yet"
        case .tier: "This membership doesn’t include entry."
        case .gift: "Not accepted yet"
        default: nil
        }
    }
}
