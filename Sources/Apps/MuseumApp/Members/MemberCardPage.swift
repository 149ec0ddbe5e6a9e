import Accounts
import Core
import Interface
import Markup
import Web

/// A membership on paper, for somebody without an account: it counts by its number, and its code puts it on a phone.
struct MemberCardPage: PageAnswer {
    let membership: Membership
    let gift: Gift
    let tier: Tier
    let museum: Text
    /// Where the museum is; empty where nobody said.
    let place: String
    /// The whole address by which it is put on a phone.
    let address: String
    /// The same, to type.
    let code: String
    /// The address of the site, `https://` and its name.
    let site: String
    /// Whether an email with the link was sent.
    let isSent: Bool
    let zone: DayZone

    var title: Text { "Card for \(gift.name)" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminMembers() }
    var scripts: [String] { ["museum/js/print.js"] }

    var body: some HTML {
        div(.class("gift-page stack")) {
            PageHeader(
                title,
                crumbs: [
                    Crumb("Members", href: MuseumPaths.adminMembers()),
                    Crumb(.person(named: gift.name), href: MuseumPaths.adminMember(membership.id)),
                ])
            if isSent { Alert(.success, title: "We sent the link to \(gift.email).") }
            section(.class("gift-card"), .aria("label", "Membership card")) {
                p(.class("gift-museum"), .dir("auto")) { museum }
                p(.class("gift-title"), .dir("auto")) { gift.name }
                p(.class("gift-tier"), .dir("auto")) { "Membership: \(tier.name)" }
                p { membership.expiresAt == nil ? "For life" : "Valid until \(zone.end(membership.expiresAt))" }
                p { "Member number \(membership.id.description)" }
                if !gift.message.isEmpty { p(.class("gift-message"), .dir("auto")) { gift.message } }
                div(.class("gift-foot")) {
                    div(.class("gift-code")) { QRCodeImage(address, label: "Code that puts the membership on a phone") }
                    div {
                        p { "Scan the code to put it on a phone, or open" }
                        p(.class("gift-type"), .dir("ltr")) {
                            site.replacing("https://", with: "").replacing("http://", with: "") + MuseumPaths.giftCode()
                        }
                        p { "and enter" }
                        p(.class("gift-type"), .dir("ltr")) { code }
                    }
                }
                if !place.isEmpty { p(.class("gift-place"), .dir("auto")) { place } }
            }
            Actions { Button("Print", icon: .printer, .type("button"), .data("print"), .flag("hidden")) }
            p(.class("print-hint muted")) { "Print this page to hand the card over, or share the link." }
            CopyField("Link", value: address, done: "Copied", hint: "The first person to open it can put the membership on their phone.")
        }
    }
}
