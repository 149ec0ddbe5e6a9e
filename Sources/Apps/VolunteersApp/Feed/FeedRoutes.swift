import Core
import Database
import Events
import Interface
import Platform
import Web

/// The home of the app.
struct FeedRoutes: Sendable {
    let site: Site
    let feed: Feed
    let categories: Categories

    var routes: [Route] { [.get(VolunteersPaths.home, allow: .members, use: show)] }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        let viewer = FeedViewer(member, request)
        // Asking for what waits without being a moderator is asking for the feed.
        if viewer.isModerator, request.query["show"] == "pending" {
            let last = try request.after(.pending)
            let content = try await feed.waiting(after: last, for: viewer)
            let page = PendingPage(content: content, isFirst: last == nil, viewer: viewer, waiting: try await feed.waitingCount())
            return try await page.response(for: request)
        }
        let list = try await categories.list()
        let filter = try FeedFilter(request.query, categories: list)
        let cursor = try request.after(.feed)
        let sequence = try await site.database.read { db in try site.events.head(in: db) }
        let content = try await feed.page(filter, after: cursor, for: viewer)
        return try await FeedPage(
            filter: filter, content: content, categories: list, isFirst: cursor == nil,
            hasHistory: content.entries.isEmpty ? try await feed.hasHistory() : true, viewer: viewer,
            waiting: viewer.isModerator ? try await feed.waitingCount() : nil, hasArea: try await feed.hasArea(member.id), sequence: sequence
        ).response(for: request)
    }
}
