import Core
import Database
import Events
import Interface
import Markup
import Platform
import Web

/// A person's inbox: the page, and the same for programs.
struct InboxRoutes: Sendable {
    let site: Site
    let inbox: Inbox
    private static let pageSize = 30

    var routes: [Route] {
        [
            .get(NotificationsPaths.inbox, allow: .members, use: show),
            .get(NotificationsPaths.open, allow: .members, use: open),
            .post(NotificationsPaths.readAll, allow: .members, use: readAll),
            .get(NotificationsPaths.api, allow: .members, use: list).summary("Lists your notifications, newest first.").paged(),
            .get(NotificationsPaths.apiCount, allow: .members, use: count).summary("How many notifications are unread."),
            .post(NotificationsPaths.apiRead, allow: .members, body: .none, use: read).summary("Marks a notification as read."),
        ]
    }

    private func page(_ request: Request, _ person: PersonID) async throws -> InboxPart {
        let after = try request.after(.inbox)
        return try await site.database.read { db in
            let page = try inbox.page(of: person, before: after, limit: Self.pageSize + 1, in: db)
                .page(of: Self.pageSize) { try request.cursor(.inbox, after: $0.id) }
            return InboxPart(
                notifications: page.entries, unread: try inbox.unread(of: person, in: db), sequence: try site.events.head(in: db),
                next: page.next?.text, isFirst: after == nil)
        }
    }

    func show(_ request: Request, _ member: Member) async throws -> InboxPage {
        InboxPage(part: try await page(request, member.id))
    }

    /// A browser that fetches links before anybody follows them changes nothing.
    func open(_ request: Request, _ member: Member, _ id: NotificationID) async throws -> Response {
        let isGuess = request.headers["Sec-Purpose"]?.hasPrefix("prefetch") ?? false
        guard !isGuess else { return .noContent }
        let link = try await site.write(by: member.id) { write in
            guard let notification = try inbox.read(id, of: member.id, in: write) else { throw Problem.notFound }
            return notification.link
        }
        return .seeOther(link ?? NotificationsPaths.inbox())
    }

    func readAll(_ request: Request, _ member: Member) async throws -> Response {
        try await site.write(by: member.id) { try inbox.readAll(of: member.id, in: $0) }
        return .seeOther(NotificationsPaths.inbox(), flash: "Everything is marked as read.")
    }

    func list(_ request: Request, _ member: Member) async throws -> NotificationListAnswer {
        let part = try await page(request, member.id)
        return NotificationListAnswer(
            notifications: part.notifications.map { NotificationAnswer($0, words: request.render) }, unread: part.unread, next: part.next)
    }

    func count(_ request: Request, _ member: Member) async throws -> InboxCount {
        InboxCount(unread: try await site.database.read { try inbox.unread(of: member.id, in: $0) })
    }

    func read(_ request: Request, _ member: Member, _ id: NotificationID) async throws -> NoContent {
        try await site.write(by: member.id) { write in
            guard try inbox.read(id, of: member.id, in: write) != nil else { throw Problem.notFound }
        }
        return NoContent()
    }
}

extension InboxCount: JSONAnswer {}

/// `GET /api/v1/notifications`, in the language of whoever asks.
struct NotificationListAnswer: Codable, JSONAnswer {
    var notifications: [NotificationAnswer]
    var unread: Int
    /// For `?after=`.
    var next: String?

    // Programs know the list by this key.
    private enum CodingKeys: String, CodingKey {
        case notifications = "notices"
        case unread
        case next
    }
}

/// A notification for programs.
struct NotificationAnswer: Codable {
    var id: NotificationID
    var kind: String
    var title: String
    var body: String
    var link: String?
    var isRead: Bool
    var createdAt: Instant

    init(_ notification: NotificationRecord, words: (Text) -> String) {
        id = notification.id
        kind = notification.kind
        title = words(notification.title)
        body = words(notification.body)
        link = notification.link
        isRead = notification.readAt != nil
        createdAt = notification.createdAt
    }
}

extension CursorScope<NotificationID> {
    static var inbox: Self { Self("notifications.inbox") }
}
