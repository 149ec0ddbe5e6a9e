import Core
import Interface
import Markup
import Profiles
import Web

/// Links that invite to a story, below the search by name: to make one, and those that wait for somebody.
struct InvitationLinkCard: HTML {
    let role: ParticipantRole
    let story: StoryID
    let links: [InvitationLink]
    /// Those whose email couldn't be sent.
    let unsent: Set<InvitationLinkID>
    let canMail: Bool
    /// Whether another may be made.
    let takesMore: Bool
    /// The address that was typed, and what is wrong with it.
    var email = ""
    var problem: Problem?

    var body: some HTML {
        if takesMore || !links.isEmpty {
            Card("Invite with a link") {
                if takesMore {
                    p { "For someone you can’t find by name. They can create an account first." }
                    Form(StoriesPaths.links(role)(story)) {
                        if canMail {
                            TextField(
                                "Email", name: "email", value: email, kind: .email, hint: "Leave empty to share the link yourself.",
                                error: problem?.fields["email"], .maxlength(254), .autocomplete("off"))
                        }
                        Actions { Button("Create invitation", icon: .link, style: .secondary) }
                    }
                }
                if !links.isEmpty {
                    ul(.class("rows"), .aria("label", "Invitation links")) { for link in links { row(link) } }
                }
            }
        }
    }

    private func row(_ link: InvitationLink) -> Node {
        li(.class("row person-row")) {
            div(.class("row-words")) {
                if let email = link.email { span(.dir("auto")) { email } } else { span { "Link from \(day: link.madeAt)" } }
                if link.isOpen {
                    p(.class("row-facts")) {
                        if unsent.contains(link.id) { Badge("Email not sent", tone: .warning) }
                        span(.class("muted")) { "Works until \(day: link.expiresAt)" }
                    }
                } else {
                    p(.class("row-facts")) { Badge("Declined the invitation", tone: .quiet) }
                }
            }
            Form(StoriesPaths.revokeLink(role)(story, link.id)) {
                Button(link.isOpen ? "Revoke" : "Remove", style: .secondary, .aria("label", label(of: link)))
            }
        }.node
    }

    private func label(of link: InvitationLink) -> Text {
        switch link.email {
        case .some(let email): link.isOpen ? "Revoke the link for \(email)" : "Remove the link for \(email)"
        case .none: link.isOpen ? "Revoke the link from \(day: link.madeAt)" : "Remove the link from \(day: link.madeAt)"
        }
    }
}

/// A link that was just made, as its author sees it this once.
struct NewInvitationLinkPage: PageAnswer {
    let role: ParticipantRole
    let story: Story
    let new: NewInvitationLink
    /// With the address that people reach the site at.
    let link: String

    var title: Text { "Invitation link" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.participants(role)(story.id), title: .verbatim(story.details.title)) }

    private var lead: Text {
        role == .author
            ? "The first person who opens it and accepts becomes a co-author of “\(story.details.title)”."
            : "The first person who opens it and accepts becomes a first reader of “\(story.details.title)”."
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: lead)
            if let email = new.email { Alert(.info) { "An email to \(email) is waiting to be sent." } }
            section(.class("card stack")) {
                LinkToShare(link, hint: "Works once, until \(day: new.until).", isForStaff: false)
                p(.class("field-hint")) { "It’s shown only this once, and anyone who has it can use it." }
            }
            Actions { LinkButton("Done", href: StoriesPaths.participants(role)(story.id), style: .secondary) }
        }
    }
}
