import Core
import Interface
import Markup
import Platform
import Web

/// The app on the site's front page: a member's own requests that are open, and the newest of the others.
struct FrontRequests: FrontPageSource {
    let feed: Feed

    /// How many of each are shown.
    private static let most = 4

    func content(for request: Request, _ visitor: Visitor) async throws -> Node? {
        guard let person = visitor.personID else { return nil }
        let viewer = FeedViewer(person: person, isModerator: false, language: request.language, cursors: request.cursors)
        // Some of one's own may be closed, and some of the newest one's own.
        let own = try await feed.posts(of: person, after: nil, limit: 3 * Self.most, for: viewer).entries.filter(\.post.isOpen).prefix(Self.most)
        let newest = try await feed.page(FeedFilter(), after: nil, limit: 3 * Self.most, for: viewer).entries.filter { !$0.isOwn }.prefix(Self.most)
        guard !own.isEmpty || !newest.isEmpty else { return nil }
        return div(.class("stack")) {
            if !own.isEmpty { shelf("My requests", own, more: VolunteersPaths.own(), viewer) }
            if !newest.isEmpty { shelf("New requests", newest, more: nil, viewer) }
        }.node
    }

    private func shelf(_ title: Text, _ entries: ArraySlice<FeedEntry>, more: String?, _ viewer: FeedViewer) -> some HTML {
        section(.aria("label", title)) {
            SectionHeader(title, more: more, level: 3)
            div(.class("post-grid"), NoAnswer.words) {
                for entry in entries { PostPreview(entry: entry, language: viewer.language, here: "/", level: 4) }
            }
        }
    }
}
