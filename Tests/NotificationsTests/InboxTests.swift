import Core
import Database
import Events
import Mail
import Platform
import TestSupport
import Testing
import Web

@testable import Notifications

@Suite struct InboxTests {
    @Test(.covers("CORE-023"), arguments: Engine.available)
    func `a notice is counted at the bell until it is opened, and opening it leads to its subject`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let empty = try await ada.get("/account/notices")
            #expect(empty.text.contains("Nothing new") && empty.text.contains(#"class="bell-count" hidden"#))
            try await app.notify(.ada, "news.reply", "<b>Bea</b> answered")
            let page = try await ada.get("/account/notices")
            #expect(page.text.contains("&lt;b&gt;Bea&lt;/b&gt; answered") && !page.text.contains(#"class="bell-count" hidden"#))
            let listed = try await ada.asProgram.get("/api/v1/notices")
            let notifications = try #require(listed.json["notices"] as? [[String: Any]])
            let id = try #require(notifications.first?["id"] as? Int)
            #expect(listed.json["unread"] as? Int == 1 && notifications.first?["isRead"] as? Bool == false)
            let guess = try await ada.with("Sec-Purpose", "prefetch").get("/account/notices/\(id)/open")
            #expect(guess.status == .noContent)
            let stranger = try await app.signedIn(.bea).get("/account/notices/\(id)/open")
            #expect(stranger.status == .notFound)
            let opened = try await ada.get("/account/notices/\(id)/open")
            #expect(opened.location == "/news/7")
            let count = try await ada.asProgram.get("/api/v1/notices/count")
            #expect(count.json["unread"] as? Int == 0)
        }
    }

    @Test(.covers("CORE-033"), arguments: Engine.available)
    func `open screens hear of a notice, of the person it is for and nobody else`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            let (ada, bea) = (try await app.person(.ada), try await app.person(.bea))
            try await app.notify()
            let events = app.site.events
            let heard = try await app.site.database.read { db in
                try [ada, bea].map { try events.after(sequence: 0, topics: ["notices"], viewer: EventViewer(person: $0), in: db).map(\.data) }
            }
            #expect(heard == [[#"{"unread":1}"#], []])
        }
    }

    @Test func `everything can be marked as read, and long lists go on`() async throws {
        try await withNews(on: .sqlite) { app in
            for number in 1...35 { try await app.notify(.ada, "news.post", "Post \(number)") }
            let ada = try await app.signedIn(.ada)
            let first = try await ada.asProgram.get("/api/v1/notices")
            let next = try #require(first.json["next"] as? String)
            let second = try await ada.asProgram.get("/api/v1/notices?after=\(next)")
            #expect((second.json["notices"] as? [Any])?.count == 5)
            let answer = try await ada.post("/account/notices/read-all")
            #expect(answer.location == "/account/notices")
            let count = try await ada.asProgram.get("/api/v1/notices/count")
            #expect(count.json["unread"] as? Int == 0)
        }
    }

    @Test(.covers("CORE-023")) func `nobody chooses about news that only staff are sent`() async throws {
        try await withNews(on: .sqlite) { app in
            let words = "Two-step verification for staff"
            let (member, staff) = (try await app.signedIn(.ada), try await app.signedIn(.admin))
            #expect(try await !member.get("/account/notices/choices").text.contains(words))
            #expect(try await staff.get("/account/notices/choices").text.contains(words))
        }
    }

    @Test(.covers("CORE-023"), arguments: Engine.available)
    func `choices are made on one page and kept`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let answer = try await ada.post(
                "/account/notices/choices",
                ["news.reply": "push", "news.reply": "email", "news.ban": "email", "digest": "weekly", "quietFrom": "22", "quietUntil": "7"])
            #expect(answer.location == "/account/notices/choices")
            let kept = try await ada.asProgram.get("/api/v1/notices/choices")
            let kinds = try #require(kept.json["kinds"] as? [String: [String]])
            #expect(
                kinds.filter { $0.key.hasPrefix("news.") } == ["news.reply": ["email", "push"], "news.post": [], "news.ban": ["inbox", "email"]])
            #expect(kept.json["digest"] as? String == "weekly" && (kept.json["quiet"] as? [String: Int]) == ["from": 22, "until": 7])
        }
    }

    @Test(arguments: Engine.available) func `one click in a letter ends the letters, signed out, and a forged link ends nothing`(
        _ engine: Engine
    ) async throws {
        try await withNews(on: engine) { app in
            try await app.notify()
            try await app.runJobs()
            let email = try #require(try await app.emails(to: Cast.ada.email).first)
            let path = try #require(email.links.last?.replacing("http://localhost:8080", with: ""))
            let asked = try await app.guest.get(path)
            #expect(asked.text.contains("Unsubscribe"))
            let kept = try await app.signedIn(.ada).asProgram.get("/api/v1/notices/choices")
            #expect((kept.json["kinds"] as? [String: [String]])?["news.reply"] == ["inbox", "email"])
            let number = try await app.person(.bea).number
            let forged = try await app.guest.post(
                "/account/notices/stop/\(number)-" + String(path.split(separator: "-").dropFirst().joined(separator: "-")))
            #expect(forged.status == .notFound)
            let done = try await app.guest.post(path, ["List-Unsubscribe": "One-Click"])
            #expect(done.status == .ok)
            let after = try await app.signedIn(.ada).asProgram.get("/api/v1/notices/choices")
            #expect((after.json["kinds"] as? [String: [String]])?["news.reply"] == ["inbox"])
        }
    }

    @Test(.covers("CORE-023"), arguments: Engine.available)
    func `whoever comes to the page by another way has read the notice that leads there`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            try await app.notify(.ada, "news.reply", "Bea answered")
            func unread() async throws -> Int? { try await ada.asProgram.get("/api/v1/notices/count").json["unread"] as? Int }
            _ = try await ada.with("Sec-Purpose", "prefetch").get("/news/7")
            _ = try await ada.get("/news/70")
            _ = try await app.signedIn(.bea).get("/news/7")
            #expect(try await unread() == 1)
            let page = try await ada.get("/news/7")
            #expect(page.status == .notFound || page.text.contains(#"class="bell-count" hidden"#))
            #expect(try await unread() == 0)
        }
    }
}
