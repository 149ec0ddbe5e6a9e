import Core
import Interface
import Markup
import Web

/// Who takes part in a story; whoever began it invites others here.
struct ParticipantsPage: PageAnswer {
    let role: ParticipantRole
    let story: Story
    let participants: [Participant]
    let viewer: PersonID
    /// The name that was looked for, and who was found.
    let words: String
    let found: [PersonID]
    let names: [PersonID: String]
    let pictures: [PersonID: String]
    /// Who of them has a page that others can open.
    let profiles: Set<PersonID>
    /// The links that nobody accepted, those among them whose email couldn't be sent, and whether the site sends any.
    let links: [InvitationLink]
    let unsent: Set<InvitationLinkID>
    let canMail: Bool
    /// The address that a link was to be sent to.
    var email = ""
    var problem: Problem?

    private var isOwner: Bool { story.author == viewer }
    private var isFull: Bool { participants.count { !$0.hasDeclined } + links.count(where: \.isOpen) >= role.most }

    var title: Text { role == .author ? "Co-authors" : "First readers" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.workspace(story.id), title: .verbatim(story.details.title)) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: lead)
            ProblemAlert(problem)
            if role == .author || !participants.isEmpty {
                ul(.class("rows")) {
                    if role == .author { row(story.author, "Started the story") {} }
                    for one in participants { row(one.person, standing(of: one)) { actions(for: one) } }
                }
            }
            if !isOwner {
                if role == .author {
                    Actions { LinkButton("Leave story", href: StoriesPaths.leaveStory(story.id), icon: .signOut, style: .secondary) }
                } else if participants.isEmpty {
                    EmptyState(.people, title: "No first readers yet", message: "The author who started the story can invite some.")
                }
            } else if isFull {
                p(.class("muted")) {
                    role == .author ? "A story can have \(role.most) co-authors." : "A story can have \(role.most) first readers."
                }
            } else {
                invitation
            }
            if isOwner {
                InvitationLinkCard(
                    role: role, story: story.id, links: links, unsent: unsent, canMail: canMail, takesMore: !isFull, email: email, problem: problem)
            }
        }
    }

    private var lead: Text {
        switch role {
        case .author where isOwner:
            "They write, edit and publish with you, read your notes, and readers see their names. Only you can delete anything for good."
        case .author: "You write, edit and publish this story together."
        case .reader: "They read the drafts you show them and comment before you publish. They see nothing else."
        }
    }

    @HTMLBuilder private var invitation: Node {
        Card(role == .author ? "Invite a co-author" : "Invite a first reader") {
            Form(StoriesPaths.participants(role)(story.id), method: .get, .role("search")) {
                TextField(
                    "Name", name: "q", value: words, kind: .search,
                    hint: role == .author
                        ? "People who have published something in Stories."
                        : "People who have published something in Stories, or commented on your stories.",
                    isRequired: true, .maxlength(100), .autocomplete("off"))
                Actions { Button("Search", icon: .search, style: .secondary) }
            }
            if !words.isEmpty, found.isEmpty { p(.role("status")) { nobody } }
            if !found.isEmpty {
                ul(.class("rows"), .aria("label", "Search results")) {
                    for person in found {
                        row(person) {
                            Form(StoriesPaths.participants(role)(story.id)) {
                                input(.type("hidden"), .name("person"), .value(person.description))
                                Button("Invite", icon: .plus, style: .secondary, .aria("label", "Invite \(names[person] ?? "")"))
                            }
                        }
                    }
                }
            }
        }
    }

    private var nobody: Text {
        role == .author
            ? "No one found. They may be invited already, or haven’t published anything yet."
            : "No one found. They may be invited already, or haven’t published or commented yet."
    }

    private func standing(of one: Participant) -> Text? {
        one.hasAccepted ? nil : one.hasDeclined ? "Declined the invitation" : "Invited"
    }

    @HTMLBuilder private func actions(for one: Participant) -> Node {
        let name = names[one.person] ?? ""
        let action = StoriesPaths.removeParticipant(role)(story.id, one.person)
        if isOwner, one.hasAccepted {
            LinkButton("Remove", href: action, style: .secondary, .aria("label", "Remove \(name)"))
        } else if isOwner, one.isOpen {
            Form(action) {
                input(.type("hidden"), .name("confirmed"), .value("true"))
                Button("Cancel invitation", style: .secondary, .aria("label", "Cancel the invitation of \(name)"))
            }
        }
    }

    private func row(_ person: PersonID, _ standing: Text? = nil, @HTMLBuilder actions: () -> Node) -> Node {
        let actions = actions()
        return li(.class("row person-row")) {
            if profiles.contains(person) {
                a(.class("person-link"), .href(StoriesPaths.person(person))) { words(of: person, standing) }
            } else {
                span(.class("person-link")) { words(of: person, standing) }
            }
            actions
        }.node
    }

    @HTMLBuilder private func words(of person: PersonID, _ standing: Text?) -> Node {
        Avatar(names[person] ?? "", picture: pictures[person])
        span(.class("person-words")) {
            span(.dir("auto")) { names[person] ?? "" }
            if let standing { Badge(standing, tone: .quiet) }
        }
    }
}

/// What somebody is asked before anything is shared with them.
struct InvitationPage: PageAnswer {
    let role: ParticipantRole
    let story: Story
    let inviter: String
    /// Whether the inviter has a page that others can open.
    let hasProfile: Bool
    /// Where the answer goes.
    let answer: String
    /// Whoever isn't signed in answers once they are.
    var isGuest = false

    var title: Text { "Invitation" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(
            back: StoriesPaths.write(),
            menu: {
                if !isGuest { MuteButton(person: story.author, name: inviter, then: StoriesPaths.write()) }
            })
    }

    private var lead: Text {
        switch role {
        case .author: "\(inviter) invites you to write “\(story.details.title)” together."
        case .reader: "\(inviter) invites you to be a first reader of “\(story.details.title)”."
        }
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: lead)
            section(.class("card stack"), .aria("labelledby", "what-it-means")) {
                h2(.id("what-it-means")) { role == .author ? "As a co-author" : "As a first reader" }
                switch role {
                case .author:
                    ul {
                        li { "You read, write and publish all its chapters." }
                        li { "Readers see your name beside the title." }
                        li { "You can leave at any time. What you wrote stays in the story." }
                    }
                case .reader:
                    ul {
                        li { "You read chapters before they’re published, when the author shows them." }
                        li { "Your comments are seen by the authors and the other first readers only." }
                        li { "You can leave at any time." }
                    }
                    if story.isMature { p { Badge(story.details.rating.name, tone: .warning) } }
                }
                if isGuest {
                    p { "To accept, create an account or sign in. You come back here." }
                    Actions { LinkButton("Sign in or register", href: link(SitePaths.signIn(), query: ["then": answer])) }
                } else {
                    answers
                }
                if hasProfile { p(.class("muted")) { a(.href(StoriesPaths.person(story.author))) { "Profile of \(inviter)" } } }
            }
        }
    }

    private var answers: some HTML {
        Form(answer) {
            Actions {
                Button("Accept invitation", icon: .check, .name("answer"), .value(AnswerForm.Answer.accept.rawValue))
                Button("Decline", style: .secondary, .name("answer"), .value(AnswerForm.Answer.decline.rawValue))
            }
        }
    }
}

/// The invitations that wait for an answer, above one's own stories.
struct InvitationRows: HTML {
    let invitations: [ParticipantRole: [Story]]
    let authors: StoryAuthors

    var body: some HTML {
        if invitations.values.contains(where: { !$0.isEmpty }) {
            section(.class("stack"), .aria("labelledby", "invitations")) {
                h2(.id("invitations")) { "Invitations" }
                ul(.class("rows")) {
                    for role in ParticipantRole.allCases { for story in invitations[role] ?? [] { row(story, role) } }
                }
            }
        }
    }

    private func row(_ story: Story, _ role: ParticipantRole) -> Node {
        li(.class("row person-row")) {
            div(.class("row-words")) {
                span(.class("row-title"), .dir("auto")) { story.details.title }
                p(.class("muted")) {
                    role == .author ? "Invited by \(authors.text(of: story))" : "Invited as a first reader by \(authors.text(of: story))"
                }
            }
            LinkButton(
                "View", href: StoriesPaths.invitation(role)(story.id), style: .secondary,
                .aria("label", "View the invitation to “\(story.details.title)”"))
        }.node
    }
}
