import Accounts
import Core
import Interface
import Markup
import Web

/// A membership on paper, for somebody without an account: it counts by its number, and its code puts it on a phone.
struct MemberCardPage: PageAnswer {
    let card: PrintedCard
    /// Whether an email with the link was sent.
    let isSent: Bool

    private var gift: Gift { card.gift }

    var title: Text { "Card for \(gift.name)" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminMembers() }
    var scripts: [String] { ["interface/js/print.js"] }

    var body: some HTML {
        div(.class("stack gift-page")) {
            PageHeader(
                title,
                crumbs: [
                    Crumb("Members", href: MuseumPaths.adminMembers()),
                    Crumb(.person(named: gift.name), href: MuseumPaths.adminMember(card.membership.id)),
                ])
            if isSent { Alert(.success, title: "We sent the link to \(gift.email).") }
            card
            Actions { Button("Print", icon: .printer, .type("button"), .data("print"), .flag("hidden")) }
            p(.class("print-hint muted")) { "Print this page to hand the card over, or share the link." }
            CopyField("Link", value: card.address, done: "Copied", hint: "The first person to open it can put the membership on their phone.")
        }
    }
}
