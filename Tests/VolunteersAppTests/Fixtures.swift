import Core
import Database
import Foundation
import Mail
import Messages
import Moderation
import Notifications
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

/// The app with everything that it stands on.
func withVolunteers(on engine: Engine, _ body: (TestApp, VolunteersApp) async throws -> Void) async throws {
    try await withTestApp(
        VolunteersApp.self, parts: [MailPart.self, NotificationsPart.self, ModerationPart.self, MessagesPart.self], on: engine
    ) { app in
        let volunteers = try #require(app.running.member(VolunteersApp.self))
        try await body(app, volunteers)
    }
}

extension TestApp {
    /// Somebody who is signed in and accepted the terms.
    func user(_ who: Cast) async throws -> TestClient {
        let client = try await signedIn(who)
        _ = try await client.post("/terms/volunteers", ["version": "1", "accepted": "true"])
        return client
    }

    /// One of the first five categories.
    func category(_ name: String) async throws -> CategoryID {
        try await site.database.read { db in
            let list = try db.all(Query<Category>.all)
            return try #require(list.first { $0.name == name }).id
        }
    }

    /// Every post as it stands in the database.
    func posts() async throws -> [Post] {
        try await site.database.read { db in try db.all("SELECT \(Post.columns) FROM volunteers_post ORDER BY id LIMIT 1000" as Query<Post>) }
    }
}

/// The fields of a request that the filter has nothing against.
func fields(
    _ title: String = "Somebody to walk my dog", _ body: String = "Kalle is old and friendly, and I broke my foot.", category: CategoryID,
    area: String = "Teleborg", mark: String = "", confirming: Bool = false
) -> KeyValuePairs<String, String> {
    ["title": title, "body": body, "category": category.description, "area": area, "mark": mark]
}

extension TestClient {
    /// Writes a request, confirms it, and answers with its address.
    @discardableResult
    func send(_ title: String, _ body: String = "It would make my week. Thank you for reading this.", in category: CategoryID, area: String = "") async throws
        -> PostID
    {
        let check = try await post(VolunteersPaths.new(), fields(title, body, category: category, area: area))
        let mark = try #require(check.text.firstMatch(of: /name="mark" value="([^"]+)"/)).1
        let sent = try await post(VolunteersPaths.posts(), fields(title, body, category: category, area: area, mark: String(mark)))
        let place = try #require(sent.location)
        return try #require(PostID(String(place.split(separator: "/").last ?? "")))
    }
}
