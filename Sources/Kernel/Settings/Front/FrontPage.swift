import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// The front page of a site with several apps: who welcomes, when the doors are open, and what is new in each app.
struct FrontPage: HTML {
    /// An app and what it shows.
    struct Entry: Sendable {
        let app: AppManifest
        let accent: Accent
        let path: String
        /// Whether the place is open, and until when; the app itself always is.
        let hours: Text?
        let content: Node?
        /// Whether the visitor is kept out of it; the path then says why.
        let isClosed: Bool
        /// Whether there is nothing for the visitor before signing in.
        let isForMembers: Bool
    }

    let siteName: String
    /// The operator's words, a paragraph a line; empty until somebody writes some.
    let welcome: String
    let picture: FrontPicture?
    let entries: [Entry]
    let isGuest: Bool
    let isRegistrationOpen: Bool
    /// A member's address that an email waits to confirm.
    let unconfirmed: String?

    var body: some HTML {
        FrontHero(siteName: siteName, welcome: welcome, picture: picture) {
            if isGuest {
                Actions {
                    LinkButton("Sign in", href: SitePaths.signIn(), icon: .signIn)
                    if isRegistrationOpen { LinkButton("Create an account", href: AccountsPaths.register(), style: .secondary) }
                }
            }
        }
        if let unconfirmed { VerificationAlert(address: unconfirmed, canMail: true) }
        nav(.class("front-apps"), .aria("label", "Apps")) {
            CardGrid {
                for entry in entries {
                    if entry.isClosed {
                        LinkCard(entry.app.name, detail: "You’re banned. See why.", icon: .ban, href: entry.path)
                    } else {
                        LinkCard(
                            entry.app.name, detail: entry.isForMembers ? "\(entry.app.summary) For members." : entry.app.summary,
                            icon: entry.app.appearance.icon, href: entry.path)
                    }
                }
            }
        }
        if entries.contains(where: { $0.hours != nil }) {
            section(.class("front-hours"), .aria("label", "Opening hours")) {
                SectionHeader(
                    "Opening hours", detail: "When you can visit us in person.", more: SitePaths.help() + "#opening-hours", moreLabel: "Whole week")
                DescriptionList(entries.compactMap { entry in entry.hours.map { hours in .init(entry.app.name) { hours } } })
            }
        }
        for entry in entries {
            if let content = entry.content {
                section(.class("front-app"), .data("accent", entry.accent.rawValue), .aria("label", entry.app.name)) {
                    SectionHeader(entry.app.name, more: entry.path)
                    content
                }
            }
        }
    }
}
