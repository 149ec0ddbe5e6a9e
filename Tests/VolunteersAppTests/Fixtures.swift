import Accounts
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
func withVolunteers(on engine: Engine, _ body: (TestApp, VolunteersServices) async throws -> Void) async throws {
    try await withTestApp(
        VolunteersApp.self, parts: [MailModule.self, NotificationsModule.self, ModerationModule.self, MessagesModule.self], on: engine
    ) { app in
        try await body(app, app.site.service())
    }
}

extension TestApp {
    /// Somebody who is signed in and accepted the terms.
    func user(_ who: Cast) async throws -> TestClient {
        let client = try await signedIn(who)
        _ = try await client.post("/terms/volunteers", ["version": "1", "accepted": "true"])
        return client
    }

    /// Somebody who comes back on a later day, when their session is over.
    func later(_ who: Cast) async throws -> TestClient {
        client(token: try await site.service(AccountsModule.self).openSession(for: person(who)))
    }

    /// A moderator decides on the newest version of a post, as the queue does.
    func decide(_ action: ModeratorAction, on id: PostID, reason: ModerationReason? = nil, words: String = "") async throws {
        let person = try await person(.moderator)
        let moderation = try site.service(Moderation.self)
        try await site.write(by: person) { write in
            let found = try #require(try moderation.find(Posts.subject(id), in: write))
            let moderator = Moderator(id: person, permissions: [.volunteersModerate, ModerationPermissions.queue])
            try moderation.decide(found.id, ModeratorDecision(action, reason: reason, words: words, version: found.version), by: moderator, in: write)
        }
    }

    /// Closes the app to somebody.
    func ban(_ who: Cast) async throws {
        let (person, site) = (try await person(who), site)
        try await site.write(by: nil) { db in
            try site.service(Bans.self).ban(person, from: "volunteers", until: nil, reason: "It broke the terms.", in: db)
        }
    }

    /// Opens it again.
    func unban(_ who: Cast) async throws {
        let (person, site) = (try await person(who), site)
        try await site.write(by: nil) { db in try site.service(Bans.self).lift(person, from: "volunteers", in: db) }
    }

    /// One of the first five categories.
    func category(_ name: String) async throws -> CategoryID {
        try await site.database.read { db in
            let list = try CategoryList.read(db).all
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
    area: String = "Teleborg", submission: String = ""
) -> KeyValuePairs<String, String> {
    ["title": title, "body": body, "category": category.description, "area": area, "submission": submission]
}

extension TestClient {
    /// Writes a request, confirms it, and answers with its address.
    @discardableResult
    func send(
        _ title: String, _ body: String = "It would make my week. Thank you for reading this.", in category: CategoryID, area: String = ""
    ) async throws
        -> PostID
    {
        let check = try await post(VolunteersPaths.new(), fields(title, body, category: category, area: area))
        let key = try check.confirmationKey
        let sent = try await post(VolunteersPaths.posts(), fields(title, body, category: category, area: area, submission: key))
        let place = try #require(sent.location)
        return try #require(PostID(String(place.split(separator: "/").last ?? "")))
    }
}

extension TestResponse {
    /// What the confirmation page put into its form, so that sending it twice makes one request.
    var confirmationKey: String {
        get throws { String(try #require(text.firstMatch(of: /id="confirm-form"[^>]*><input type="hidden" name="submission" value="([^"]{22})"/)).1) }
    }

    /// The titles of the previews on a page, in their order.
    var previews: [String] {
        text.replacing(/<\/?mark>/, with: "").matches(of: /<h2 class="post-card-title"[^>]*><a [^>]*>([^<]*)<\/a>/).map { String($0.1) }
    }

    /// Where the next page of a list is.
    var nextPage: String? {
        text.firstMatch(of: /<a class="button button-secondary[^"]*" href="([^"]+)" rel="next"/).map { String($0.1).replacing("&amp;", with: "&") }
    }
}
