import Core
import Interface
import Markup
import Web

/// A person's own requests, and those that they help with (VOL-024).
struct OwnRoutes: Sendable {
    let feed: Feed
    let posts: Posts

    var routes: [Route] { [.get(VolunteersPaths.own, allow: .members, use: list)] }

    func list(_ request: Request, _ member: Member) async throws -> Response {
        let helping = try await posts.helping(member.id)
        if request.query["show"] == HelpingPage.word { return try await HelpingPage(helping: helping).response(for: request) }
        let viewer = FeedViewer(member, request)
        let cursor = try request.after(.posts)
        let content = try await feed.posts(of: member.id, after: cursor, for: viewer)
        return try await OwnPage(content: content, isFirst: cursor == nil, viewer: viewer, helping: helping.count).response(for: request)
    }
}

/// Own requests only, with their status.
struct OwnPage: PageAnswer {
    let content: FeedPageContent
    let isFirst: Bool
    let viewer: FeedViewer
    /// How many requests the person offered to help with.
    let helping: Int

    var title: Text { "My requests" }
    var shell: ShellStyle { .app("volunteers") }
    var slots: FrameSlots {
        FrameSlots(floating: {
            // An empty page offers it itself.
            if !content.entries.isEmpty {
                FloatingButton(.plus, label: "New request", href: VolunteersPaths.new(), .data("needs-connection"))
            }
        })
    }

    var body: some HTML {
        PageHeader(title)
        OwnTabs(isHelping: false, helping: helping)
        if content.entries.isEmpty {
            EmptyState(.hand, title: "You haven’t asked for help yet", message: "Your requests and their status appear here.") {
                LinkButton("New request", href: VolunteersPaths.new(), icon: .plus)
            }
        } else {
            PostGrid(
                content: content, language: viewer.language, here: VolunteersPaths.own(),
                next: content.next.map { link(VolunteersPaths.own(), query: ["after": $0.text]) }, previous: isFirst ? nil : VolunteersPaths.own())
        }
    }
}

/// One's own requests, and the others' that one helps with; nobody who never offered is asked to choose.
struct OwnTabs: HTML {
    let isHelping: Bool
    let helping: Int

    var body: some HTML {
        if isHelping || helping > 0 {
            Tabs(
                "My requests",
                [
                    Tab("I asked", href: VolunteersPaths.own(), isCurrent: !isHelping),
                    Tab("I’m helping", href: HelpingPage.address, isCurrent: isHelping, count: helping),
                ])
        }
    }
}

/// What one offered to help with.
struct HelpingPage: PageAnswer {
    static let word = "helping"
    static var address: String { link(VolunteersPaths.own(), query: ["show": word]) }

    let helping: [Helping]

    var title: Text { "I’m helping" }
    var shell: ShellStyle { .app("volunteers") }
    var activePath: String? { VolunteersPaths.own() }

    var body: some HTML {
        PageHeader(title)
        OwnTabs(isHelping: true, helping: helping.count)
        if helping.isEmpty {
            EmptyState(.hand, title: "You haven’t offered to help yet", message: "Requests that you offer to help with appear here.") {
                LinkButton("Show all requests", href: VolunteersPaths.home(), style: .secondary)
            }
        } else {
            HelpingList(helping: helping)
        }
    }
}
