import Core
import Interface
import Markup
import Platform
import Web

/// Marking posts, and the list of them.
struct BookmarkRoutes: Sendable {
    let bookmarks: Bookmarks

    var routes: [Route] {
        [
            .post(VolunteersPaths.bookmark, allow: .members, use: mark),
            .get(VolunteersPaths.bookmarks, allow: .members, use: list),
        ]
    }

    func mark(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        let form = try request.form(BookmarkForm.self)
        if form.marked { try await bookmarks.add(id, by: member.id) } else { try await bookmarks.remove(id, by: member.id) }
        // A script changes the icon where it is and needs no page.
        guard request.wantsPage else { return Response(.noContent) }
        return .seeOther(
            Self.here(form.then), flash: form.marked ? "Request bookmarked." : "Bookmark removed.")
    }

    func list(_ request: Request, _ member: Member) async throws -> BookmarkPage {
        let viewer = FeedViewer(member, request)
        let cursor = try request.after(.bookmarks)
        return BookmarkPage(content: try await bookmarks.page(after: cursor, for: viewer), isFirst: cursor == nil, viewer: viewer)
    }

    /// Only pages of this app, and that of all bookmarks: an address from a form could lead anywhere.
    static func here(_ wish: String?) -> String {
        let (wish, home) = (LocalPath(wish).text, VolunteersPaths.home())
        return [home, SitePaths.bookmarks()].contains(wish) || ["/", "?"].contains { wish.begins(withExactly: home + $0) } ? wish : home
    }
}

/// The bookmarked posts in the place of the feed (VOL-031, VOL-032).
struct BookmarkPage: PageAnswer {
    let content: FeedPageContent
    let isFirst: Bool
    let viewer: FeedViewer

    var title: Text { "Bookmarks" }
    var shell: ShellStyle { .app("volunteers") }
    var activePath: String? { VolunteersPaths.home() }
    var scripts: [String] { ["volunteers/js/bookmarks.js"] }

    var body: some HTML {
        PageHeader(title, lead: "Only you can see this list. A bookmark isn’t an offer to help.")
        if content.entries.isEmpty {
            EmptyState(.bookmark, title: "No bookmarks yet", message: "Bookmark a request to keep it here.") {
                LinkButton("Show all requests", href: VolunteersPaths.home(), style: .secondary)
            }
        } else {
            PostGrid(
                content: content, language: viewer.language, here: VolunteersPaths.bookmarks(),
                next: content.next.map { link(VolunteersPaths.bookmarks(), query: ["after": $0.text]) },
                previous: isFirst ? nil : VolunteersPaths.bookmarks(), forgets: true)
        }
    }
}

/// The latest bookmarked posts on the page that has the bookmarks of all apps.
struct VolunteersBookmarks: BookmarkSource {
    let bookmarks: Bookmarks

    private static let most = 6

    func bookmarks(for request: Request, _ member: Member) async throws -> BookmarkShelf? {
        let viewer = FeedViewer(member, request)
        let content = try await bookmarks.page(after: nil, limit: Self.most, for: viewer)
        guard !content.entries.isEmpty else { return nil }
        let grid = PostGrid(
            content: content, language: viewer.language, here: SitePaths.bookmarks(), next: nil, previous: nil, forgets: true, level: 3)
        return BookmarkShelf(all: VolunteersPaths.bookmarks(), scripts: ["volunteers/js/bookmarks.js"], content: grid.node)
    }
}
