import Accounts
public import Core
import Interface
public import Markup
import Platform
import SignIn
import Web

/// A link that works once, to hand over: to copy, and as a QR code.
public struct LinkToShare: HTML {
    private let link: String
    private let hint: Text?
    private let isForStaff: Bool

    /// - Parameters:
    ///   - link: with the address that people reach the site at.
    ///   - isForStaff: whether whoever sees it may set that address.
    public init(_ link: String, hint: Text?, isForStaff: Bool = true) {
        self.link = link
        self.hint = hint
        self.isForStaff = isForStaff
    }

    /// The link and its code.
    public var body: some HTML {
        CopyField("Link", value: link, done: "Link copied.", hint: hint)
        QRCodeImage(link, label: "QR code with the link")
        if SiteAddress.isLocal(link) {
            Alert(.warning, title: "This link opens only on this computer") {
                p { "The site has no address yet that others can reach it at." }
                if isForStaff { p { a(.href(SitePaths.settings("identity"))) { "Set the address" } } }
            }
        }
    }
}

/// A link for a new password as whoever made it sees it, this once.
struct ResetLinkPage: PageAnswer {
    let person: PersonRecord
    let link: String

    var title: Text { "Password reset link for \(person.name)" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                title, crumbs: [Crumb("People", href: ProfilesPaths.people()), Crumb(.verbatim(person.name), href: ProfilesPaths.person(person.id))]
            ) {}
            Alert(.info, title: "Give them this link yourself") {
                p { "It’s shown only this once, and anyone who has it can use it." }
            }
            section(.class("panel")) {
                DescriptionList([.init("Email", person.email)])
                LinkToShare(link, hint: "Works once, for one hour.")
            }
            p(.class("field-hint")) {
                "They choose a new password, and all their devices are signed out. Two-step verification stays on."
            }
            div(.class("cluster")) {
                Form(ProfilesPaths.resetLink(person.id)) { Button("New link", icon: .refresh, style: .secondary) }
                LinkButton("Back to \(person.name)", href: ProfilesPaths.person(person.id), style: .secondary)
            }
        }
    }
}
