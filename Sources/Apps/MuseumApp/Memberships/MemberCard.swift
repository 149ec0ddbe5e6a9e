import Core
import Interface
import Markup
import Web

/// The card of a member, as one would carry it in a wallet.
struct MemberCard: HTML {
    /// What it shows of the museum.
    struct Museum: Sendable {
        let name: Text
        /// One of its first page; nil where there is none.
        let picture: String?
    }

    /// nil at the desk, where everyone knows where they are.
    var museum: Museum?
    let name: String
    let tier: Tier
    let number: Int64
    /// When it begins; nil once it has.
    let from: Instant?
    /// nil for life.
    let until: Instant?
    let zone: DayZone
    /// Whether it has a way to the code for the entrance.
    var hasCode = false

    var body: some HTML {
        section(.class("member-card"), .aria("label", "Membership card")) {
            if let museum {
                if let picture = museum.picture { img(.class("member-card-picture"), .src(picture), .alt("")) }
                p(.class("member-card-museum"), .dir("auto")) {
                    Icon.museum
                    span { museum.name }
                }
            }
            p(.class("member-card-tier"), .dir("auto")) { tier.name }
            p(.class("member-card-name"), .dir("auto")) { name }
            p(.class("member-card-until")) {
                if let from { "Begins on \(zone.day(from))" } else if until == nil { "Member for life" } else { "Valid until \(zone.end(until))" }
            }
            if tier.guests > 0 { p(.class("member-card-guests")) { "With \(tier.guests) guests" } }
            p(.class("member-card-number")) { "Member number \(MemberNumbers.grouped(number))" }
            if hasCode {
                p(.class("member-card-paper")) { "The code for the entrance is on your phone. Without it, show this card and an ID." }
                a(.class("member-card-code"), .href(MuseumPaths.code())) {
                    Icon.scan
                    span { "Show entrance code" }
                }
            }
        }
    }
}
