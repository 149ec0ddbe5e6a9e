import Core
import Database
import Platform
import TestSupport
import Web

@testable import Notifications

/// An app that has news of three sorts.
struct NotifyingApp: App {
    static let manifest = AppManifest(
        id: "news", name: "News",
        notifications: [
            NotificationKind("news.reply", "Replies", hint: "When somebody answers you.", channels: [.inbox, .email]),
            NotificationKind("news.post", "Posts", hint: "When somebody writes.", channels: [.inbox]),
            NotificationKind("news.ban", "Decisions about you", hint: "Always.", channels: [.inbox, .email], isEssential: true),
        ])

    init(site: Site) {}
    var routes: [Route] { [] }
}

/// A site with news.
func withNews(on engine: Engine, _ body: (TestApp) async throws -> Void) async throws {
    try await withTestApp(NotifyingApp.self, parts: [NotificationsModule.self], on: engine, body)
}

extension TestApp {
    /// Sends Ada or somebody else a notification.
    func notify(
        _ who: Cast = .ada, _ kind: String = "news.reply", _ title: String = "Bea answered", key: String? = nil, link: String? = "/news/7",
        actor: PersonID? = nil
    ) async throws {
        let person = try await person(who)
        let notifier = try site.service(Notifier.self)
        let notification = Notification(kind: kind, title: .verbatim(title), body: "Open it", link: link, key: key, actor: actor)
        try await site.write(by: nil) { try notifier.send(notification, to: person, in: $0) }
    }

    /// The titles in somebody's inbox, the newest first.
    func inbox(_ who: Cast = .ada) async throws -> [Text] {
        let person = try await person(who)
        let inbox = try site.service(Notifier.self).inbox
        return try await site.database.read { try inbox.page(of: person, before: nil, limit: 100, in: $0).map(\.title) }
    }

    /// Lets somebody choose channels for a kind.
    func choose(_ channels: Set<NotificationChannel>, for id: String, _ who: Cast = .ada) async throws {
        let person = try await person(who)
        let choices = try site.service(Notifier.self).choices
        guard let kind = try site.service(Notifier.self).kind(id) else { throw TestFailure("no such kind") }
        try await site.write(by: nil) { try choices.choose(channels, for: kind, of: person, in: $0) }
    }

    /// Lets somebody choose when news may disturb.
    func choose(_ preferences: DeliveryPreferences, _ who: Cast = .ada) async throws {
        let person = try await person(who)
        let choices = try site.service(Notifier.self).choices
        try await site.write(by: nil) { try choices.choose(preferences, of: person, in: $0) }
    }
}
