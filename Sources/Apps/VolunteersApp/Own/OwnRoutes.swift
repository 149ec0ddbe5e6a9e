import Core
import Interface
import Markup
import Web

/// A person's own requests (VOL-024).
struct OwnRoutes: Sendable {
    let feed: Feed

    var routes: [Route] { [.get(VolunteersPaths.own, allow: .members, use: list)] }

    func list(_ request: Request, _ member: Member) async throws -> OwnPage {
        let viewer = FeedViewer(member, request)
        let cursor = try request.after(.posts)
        let content = try await feed.posts(of: member.id, after: cursor, for: viewer)
        return OwnPage(content: content, isFirst: cursor == nil, viewer: viewer)
    }
}

/// Own requests only, with their status.
struct OwnPage: PageAnswer {
    let content: FeedPageContent
    let isFirst: Bool
    let viewer: FeedViewer

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
