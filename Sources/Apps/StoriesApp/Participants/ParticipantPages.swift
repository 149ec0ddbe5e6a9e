import Core
import Interface
import Markup
import Web

/// Who writes a story; whoever began it invites others here.
struct CoauthorsPage: PageAnswer {
    let story: Story
    let coauthors: [Coauthor]
    let viewer: PersonID
    /// The name that was looked for, and who was found.
    let words: String
    let found: [PersonID]
    let names: [PersonID: String]
    let pictures: [PersonID: String]
    var problem: Problem?

    private var isOwner: Bool { story.author == viewer }
    private var isFull: Bool { coauthors.count { !$0.hasDeclined } >= Coauthor.most }

    var title: Text { "Co-authors" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.workspace(story.id), title: .verbatim(story.details.title)) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(
                title,
                lead: isOwner
                    ? "They write, edit and publish with you, and readers see their names. Only you can delete anything for good."
                    : "You write, edit and publish this story together.")
            ProblemAlert(problem)
            ul(.class("rows")) {
                row(story.author, "Started the story") {}
                for coauthor in coauthors { row(coauthor.person, standing(of: coauthor)) { actions(for: coauthor) } }
            }
            if !isOwner {
                Actions { LinkButton("Leave story", href: StoriesPaths.leaveStory(story.id), icon: .signOut, style: .secondary) }
            } else if isFull {
                p(.class("muted")) { "A story can have \(Coauthor.most) co-authors." }
            } else {
                invitation
            }
        }
    }

    @HTMLBuilder private var invitation: Node {
        Card("Invite a co-author") {
            Form(StoriesPaths.coauthors(story.id), method: .get, .role("search")) {
                TextField(
                    "Name", name: "q", value: words, kind: .search, hint: "People who have published something in Stories.", isRequired: true,
                    .maxlength(100), .autocomplete("off"))
                Actions { Button("Search", icon: .search, style: .secondary) }
            }
            if !words.isEmpty, found.isEmpty { p(.role("status")) { "Nobody else with this name." } }
            if !found.isEmpty {
                ul(.class("rows"), .aria("label", "Search results")) {
                    for person in found {
                        row(person) {
                            Form(StoriesPaths.coauthors(story.id)) {
                                input(.type("hidden"), .name("person"), .value(person.description))
                                Button("Invite", icon: .plus, style: .secondary, .aria("label", "Invite \(names[person] ?? "")"))
                            }
                        }
                    }
                }
            }
        }
    }

    private func standing(of coauthor: Coauthor) -> Text? {
        coauthor.hasAccepted ? nil : coauthor.hasDeclined ? "Declined the invitation" : "Invited"
    }

    @HTMLBuilder private func actions(for coauthor: Coauthor) -> Node {
        let name = names[coauthor.person] ?? ""
        if isOwner, coauthor.hasAccepted {
            LinkButton(
                "Remove", href: StoriesPaths.removeCoauthor(story.id, coauthor.person), style: .secondary, .aria("label", "Remove \(name)"))
        } else if isOwner, coauthor.isOpen {
            Form(StoriesPaths.removeCoauthor(story.id, coauthor.person)) {
                input(.type("hidden"), .name("confirmed"), .value("true"))
                Button("Cancel invitation", style: .secondary, .aria("label", "Cancel the invitation of \(name)"))
            }
        }
    }

    private func row(_ person: PersonID, _ standing: Text? = nil, @HTMLBuilder actions: () -> Node) -> Node {
        let actions = actions()
        return li(.class("row person-row")) {
            a(.class("person-link"), .href(StoriesPaths.person(person))) {
                Avatar(names[person] ?? "", picture: pictures[person])
                span(.dir("auto")) { names[person] ?? "" }
                if let standing { Badge(standing, tone: .quiet) }
            }
            actions
        }.node
    }
}

/// What somebody is asked before anything is shared with them.
struct InvitationPage: PageAnswer {
    let story: Story
    let inviter: String

    var title: Text { "Invitation" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(back: StoriesPaths.write(), menu: { MuteButton(person: story.author, name: inviter, then: StoriesPaths.write()) })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "\(inviter) invites you to write “\(story.details.title)” together.")
            section(.class("card stack"), .aria("labelledby", "as-coauthor")) {
                h2(.id("as-coauthor")) { "As a co-author" }
                ul {
                    li { "You read, write and publish all its chapters." }
                    li { "Readers see your name beside the title." }
                    li { "You can leave at any time. What you wrote stays in the story." }
                }
                Form(StoriesPaths.invitation(story.id)) {
                    Actions {
                        Button("Accept invitation", icon: .check, .name("answer"), .value(AnswerForm.Answer.accept.rawValue))
                        Button("Decline", style: .secondary, .name("answer"), .value(AnswerForm.Answer.decline.rawValue))
                    }
                }
                p(.class("muted")) { a(.href(StoriesPaths.person(story.author))) { "Profile of \(inviter)" } }
            }
        }
    }
}

/// The invitations that wait for an answer, above one's own stories.
struct InvitationRows: HTML {
    let stories: [Story]
    let authors: StoryAuthors

    var body: some HTML {
        if !stories.isEmpty {
            section(.class("stack"), .aria("labelledby", "invitations")) {
                h2(.id("invitations")) { "Invitations" }
                ul(.class("rows")) {
                    for story in stories {
                        li(.class("row person-row")) {
                            div(.class("row-words")) {
                                span(.class("row-title"), .dir("auto")) { story.details.title }
                                p(.class("muted")) { "Invited by \(authors.text(of: story))" }
                            }
                            LinkButton(
                                "View", href: StoriesPaths.invitation(story.id), style: .secondary,
                                .aria("label", "View the invitation to “\(story.details.title)”"))
                        }
                    }
                }
            }
        }
    }
}

/// The authors of a story, each leading to their profile.
struct AuthorLinks: HTML {
    let people: [StoryAuthors.Author]

    var body: some HTML {
        Fragment {
            for (index, person) in people.enumerated() {
                if index > 0 {
                    if index == people.count - 1 {
                        " "
                        "and" as Text
                        " "
                    } else {
                        ", "
                    }
                }
                a(.href(StoriesPaths.person(person.id)), .dir("auto")) { person.name }
            }
        }
    }
}
