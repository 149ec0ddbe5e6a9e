import Codes
import Core
import Interface
import Markup
import Web

/// The code for the entrance, and whose it is. What a device keeps has no name (MUS-021, MUS-057).
struct CodePage: PageAnswer {
    /// How long a page without JavaScript shows its code before it asks for the next one, in seconds.
    private static let refresh = 45

    enum State {
        case ready(Ready)
        /// Why there is none.
        case refused(Problem)
        /// As a device keeps it: the pass is in the browser's own storage.
        case kept
    }

    struct Ready {
        /// Signed by the site, for devices that can't sign.
        let code: String
        let tier: Tier
        let membership: Membership
        /// On the member's card.
        let number: Int64
        let name: String
        let owner: String
    }

    let state: State
    let zone: DayZone

    var title: Text { "Entrance code" }
    var shell: ShellStyle { .reader }
    var scripts: [String] { ["museum/js/code.js"] }
    var head: Node {
        guard case .ready = state else { return .nothing }
        return noscript { meta(.custom("http-equiv", "refresh"), .content(String(Self.refresh))) }
    }

    var body: some HTML {
        main(.class("entry"), .id("content")) {
            a(.class("entry-back"), .href(MuseumPaths.profile())) {
                Icon.back
                span { "My membership" }
            }
            h1(.class("visually-hidden")) { title }
            switch state {
            case .ready(let ready): card(ready)
            case .refused(let problem):
                div(.class("entry-none"), .data("no-code")) {
                    Icon.idCard
                    h2 { "No code for the entrance" }
                    p { problem.detail }
                    if let remedy = problem.remedy { p(.class("muted")) { remedy } }
                    if let link = problem.link { LinkButton(link.label, href: link.path) }
                }
            case .kept: card(nil)
            }
        }
    }

    private func card(_ ready: Ready?) -> some HTML {
        div(
            .class("entry-card"), .data("entry-code", MuseumPaths.apiPasses()), .data("kept-page", MuseumPaths.codeKept()),
            .data("owner", ready?.owner ?? ""),
            .data("word-code", text: "Code for the entrance. If it can’t be scanned, give your name at the desk."),
            .data("word-live", text: "Hold the code up to the scanner. It keeps changing, so screenshots don’t work."),
            .data(
                "word-clock",
                text: "This phone’s clock is wrong, so the code won’t work. Turn on automatic date and time, or give your name at the desk."),
            .data("word-ended", text: "Your membership has ended. Renew it to get a code again."),
            .data("word-missing", text: "No code on this device yet. Connect to the internet once, or give your name at the desk."),
            .data("word-until", text: "Valid until \("%1")"), .data("word-life", text: "Member for life")
        ) {
            if let ready { p(.class("entry-name"), .dir("auto")) { ready.name } }
            p(.class("entry-tier"), .dir("auto"), .data("entry-tier")) { ready?.tier.name ?? "" }
            div(.class("entry-code"), .data("entry-picture")) {
                if let ready, let code = try? QRCode(capitals: ready.code) {
                    QRCodeImage(code, label: "Code for the entrance. If it can’t be scanned, give your name at the desk.")
                }
            }
            p(.class("entry-until"), .data("entry-until")) {
                if let ready {
                    if ready.membership.expiresAt == nil { "Member for life" } else { "Valid until \(zone.end(ready.membership.expiresAt))" }
                }
            }
            if let ready, ready.tier.guests > 0 { p(.class("entry-guests")) { "With \(ready.tier.guests) guests" } }
            p(.class("entry-number"), .data("entry-number"), .flag("hidden", ready == nil)) {
                if let ready { "Member number \(MemberNumbers.grouped(ready.number))" }
            }
            p(.class("entry-words"), .role("status"), .data("entry-words")) {
                if ready != nil { "Hold the code up to the scanner. If it can’t be scanned, give your name or number at the desk." }
            }
        }
    }
}
