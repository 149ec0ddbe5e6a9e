import Core
import Interface
import Markup
import Web

/// The card of a member, as one would carry it in a wallet.
struct MemberCard: HTML {
    let name: String
    let tier: Tier
    let number: Int64
    /// When it begins; nil once it has.
    let from: Instant?
    /// nil for life.
    let until: Instant?
    let zone: DayZone

    var body: some HTML {
        section(.class("member-card"), .aria("label", "Membership card")) {
            p(.class("member-card-tier"), .dir("auto")) { tier.name }
            p(.class("member-card-name"), .dir("auto")) { name }
            p(.class("member-card-until")) {
                if let from { "Begins on \(zone.day(from))" } else if until == nil { "Member for life" } else { "Valid until \(zone.end(until))" }
            }
            p(.class("member-card-number")) { "Member number \(MemberNumbers.grouped(number))" }
        }
    }
}
