import Core
import Interface
import Markup
import Web

/// Whom a search at the gate found, where it is one member who may come in, or nobody: as large as the answer to a code. Without a nonce it is
/// what the script fills in.
struct FoundPanel: HTML {
    let isFound: Bool
    var member: FoundMember?
    let zone: DayZone
    var nonce: String?
    /// What was looked for.
    var words = ""

    var body: some HTML {
        section(
            .class("gate-result is-found"), .data("result", isFound ? "found" : "nobody"), .role("alert"), .tabindex(-1)
        ) {
            if isFound {
                Icon.person
                h2(.dir("auto"), .data("slot", "name")) { member?.name ?? "" }
                p(.class("gate-tier"), .dir("auto"), .data("slot", "tier")) { member?.tier ?? "" }
                p(.class("gate-reason"), .data("slot", "until")) { if member != nil { until } }
            } else {
                Icon.search
                h2 { "No member found." }
            }
            div(.class("gate-actions")) {
                if let nonce, let member {
                    AdmitForm(membership: member.membership, nonce: nonce, guests: member.guests ?? 0)
                } else if isFound {
                    div(.data("gate-let")) {}
                }
                if nonce != nil {
                    LinkButton(way, href: MuseumPaths.gate(), style: isFound ? .secondary : .primary)
                } else {
                    Button(way, style: isFound ? .secondary : .primary, .type("button"), .data("gate-next"))
                }
                if !isFound {
                    LinkButton(
                        "Sell a membership", href: words.isEmpty ? MuseumPaths.desk() : link(MuseumPaths.desk(), query: ["q": words]),
                        icon: .wallet, style: .secondary, .data("gate-sale"))
                }
            }
        }
    }

    private var way: Text { isFound ? "Next person" : "Try again" }

    private var until: Text { member?.expiresAt == nil ? "Member for life" : "Valid until \(zone.end(member?.expiresAt))" }
}

/// A card or a number that a gate doesn't know and can't ask the server about: what whoever stands there does about it.
struct OfflinePanel: HTML {
    /// Whether it is printed, and can be checked by nothing else.
    let isCard: Bool

    var body: some HTML {
        section(.class("gate-result is-known"), .data("result", isCard ? "card-offline" : "number-offline"), .role("alert"), .tabindex(-1)) {
            Icon.idCard
            h2 { isCard ? "Printed card" : "Not known on this device" }
            p(.class("gate-reason")) {
                isCard
                    ? "This device is offline and doesn’t know the card. Note its number, and decide whether to admit them."
                    : "New members aren’t known here yet. Check the number. If you admit them, note it."
            }
            div(.class("gate-actions")) { Button(isCard ? "Next person" : "Try again", .type("button"), .data("gate-next")) }
        }
    }
}
