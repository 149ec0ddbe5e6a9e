import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Following authors and stories")
struct FollowingTests {
    @Test(
        "a follower of author and story alike is told of a new chapter once, and nobody of a correction", .covers("STO-009", "STO-012"),
        arguments: Engine.available)
    func chapters(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            try await app.letNewsOut()
            let (bea, ada) = (try await app.signedIn(.bea), try await app.person(.ada))
            #expect(try await bea.post("/stories/people/\(ada)/follow", ["follows": "true"]).status == .seeOther)
            #expect(try await bea.post("/stories/\(begun.story)/follow", ["follows": "true"]).status == .seeOther)
            #expect(try await bea.get("/stories/\(begun.story)").text.contains("Unfollow"))
            #expect(try await app.notices(of: .bea).isEmpty)
            #expect(try await bea.get("/account/notices/choices").text.contains("New chapters"))

            let second = try await app.addChapter(to: begun.story, "The storm")
            try await app.letNewsOut()
            #expect(try await app.notices(of: .bea).count == 1)
            #expect(try await app.notices(of: .ada).isEmpty)

            _ = try await app.publish("The next words, without the mistake.", second, on: 1)
            try await app.letNewsOut()
            #expect(try await app.notices(of: .bea).count == 1)
        }
    }

    @Test("updates can be narrowed to chapters that one hasn’t read", .covers("STO-008"), arguments: Engine.available)
    func unread(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let (bea, ada) = (try await app.signedIn(.bea), try await app.person(.ada))
            _ = try await bea.post("/stories/people/\(ada)/follow", ["follows": "true"])
            _ = try await app.addChapter(to: begun.story, "The storm")
            let publication = try #require(try await app.site.database.read { db in try db.one(.story(begun.story)).publication })
            try await app.read(Serial(story: begun.story, publication: publication), to: 1, by: .bea)
            #expect(try await bea.get("/stories/updates").text.contains("The crossing"))
            let unread = try await bea.get("/stories/updates?show=unread").text
            #expect(unread.contains("The storm") && !unread.contains("The crossing"))
            #expect(try await app.signedIn(.curator).get("/stories/updates?show=unread").text.contains("No unread chapters"))
        }
    }

    @Test("several chapters within a while are one notification, and what was taken back meanwhile is none", arguments: Engine.available)
    func together(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            try await app.letNewsOut()
            let bea = try await app.signedIn(.bea)
            _ = try await bea.post("/stories/\(begun.story)/follow", ["follows": "true"])
            for title in ["The storm", "The shore"] { _ = try await app.addChapter(to: begun.story, title) }
            try await app.letNewsOut()
            let told = try await app.notices(of: .bea)
            #expect(told.count == 1 && told[0].contains("new chapters"), "\(told)")

            _ = try await app.addChapter(to: begun.story, "The mistake")
            _ = try await app.signedIn(.ada).post("/stories/\(begun.story)/publish", ["published": "false"])
            try await app.letNewsOut()
            #expect(try await app.notices(of: .bea).count == 1)
            _ = try await app.signedIn(.ada).post("/stories/\(begun.story)/publish", ["published": "true"])
            try await app.letNewsOut()
            #expect(try await app.notices(of: .bea).count == 2)
        }
    }

    @Test(
        "what was published before one followed isn’t among the chapters that one is told of", .covers("STO-009", "STO-012"),
        arguments: Engine.available)
    func sinceFollowing(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            app.clock.advance(by: .seconds(60))
            _ = try await app.signedIn(.bea).post("/stories/\(begun.story)/follow", ["follows": "true"])
            let listing = try await app.signedIn(.librarian)
            _ = try await listing.post("/stories/\(begun.story)/lists", ["name": "Ferries"])
            app.clock.advance(by: .seconds(60))
            _ = try await app.addChapter(to: begun.story, "The storm")
            app.clock.advance(by: .seconds(60))
            _ = try await app.signedIn(.curator).post("/stories/\(begun.story)/follow", ["follows": "true"])
            try await app.letNewsOut()
            let told = try await app.notices(of: .bea)
            #expect(told.count == 1 && told[0].contains("New chapter of"), "\(told)")
            // A list doesn’t keep since when.
            #expect(try await app.notices(of: .librarian).first?.contains("new chapters") == true)
            #expect(try await app.notices(of: .curator).isEmpty)
        }
    }

    @Test(
        "whoever follows the author is told so on the story’s page, instead of being asked to follow it", .covers("STO-009"),
        arguments: Engine.available)
    func throughAuthor(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let (bea, ada) = (try await app.signedIn(.bea), try await app.person(.ada))
            let address = "/stories/\(begun.story)"
            #expect(try await bea.get(address).text.contains("action=\"\(address)/follow\""))
            _ = try await bea.post("/stories/people/\(ada)/follow", ["follows": "true"])
            let page = try await bea.get(address).text
            #expect(page.contains("You follow Ada and are notified of new chapters.") && !page.contains("action=\"\(address)/follow\""))
            // Who followed the story before can still stop.
            _ = try await bea.post(address + "/follow", ["follows": "true"])
            #expect(try await bea.get(address).text.contains("Unfollow"))
            #expect(try await !app.guest.get(address).text.contains("You follow"))
        }
    }

    @Test("whoever has a story in a reading list is told of its chapters; whoever stopped following is not", arguments: Engine.available)
    func listed(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            try await app.letNewsOut()
            let (bea, ada) = (try await app.signedIn(.bea), try await app.person(.ada))
            _ = try await bea.post("/stories/\(begun.story)/lists", ["name": "Ferries"])
            let other = try await app.signedIn(.librarian)
            _ = try await other.post("/stories/people/\(ada)/follow", ["follows": "true"])
            _ = try await other.post("/stories/people/\(ada)/follow", ["follows": "false"])
            _ = try await app.addChapter(to: begun.story, "The storm")
            try await app.letNewsOut()
            #expect(try await app.notices(of: .bea).count == 1)
            #expect(try await app.notices(of: .librarian).isEmpty)
        }
    }

    @Test("nobody follows themselves, or somebody whom the app doesn’t show", arguments: Engine.available)
    func refused(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishedStory()
            let (ada, bea) = (try await app.person(.ada), try await app.person(.bea))
            let own = try await app.signedIn(.ada).json(.put, "/api/v1/stories/following/authors/\(ada)", "")
            #expect(own.problem?.code == "stories.follow-yourself")
            #expect(try await app.signedIn(.ada).json(.put, "/api/v1/stories/following/authors/\(bea)", "").status == .notFound)
            #expect(try await app.signedIn(.bea).json(.put, "/api/v1/stories/following/authors/\(ada)", "").status == .noContent)
            #expect(try await app.signedIn(.bea).get("/stories/following").text.contains("Ada"))
            #expect(try await app.guest.get("/stories/following").status == .seeOther)
        }
    }
}

@Suite("Updates")
struct UpdatesTests {
    @Test(
        "chapters and posts of whom one follows are on one page that leads to messages, and the bar counts what is new",
        .covers("STO-008", "STO-010", "STO-011"), arguments: Engine.available)
    func page(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let (bea, ada) = (try await app.signedIn(.bea), try await app.person(.ada))
            _ = try await bea.post("/stories/people/\(ada)/follow", ["follows": "true"])
            app.clock.advance(by: .seconds(60))
            _ = try await app.addChapter(to: begun.story, "The storm")
            let posted = try await app.signedIn(.ada).post("/stories/posts/new", ["text": "The next chapter comes on Friday.", "story": ""])
            #expect(posted.status == .seeOther, "\(posted.text)")
            try await app.letNewsOut()
            #expect(try await app.notices(of: .bea).count == 2)

            /// What the bar says beside “Updates”.
            func count() async throws -> String {
                let page = try await bea.get("/stories/library").text
                return String(try #require(page.firstMatch(of: /href="\/stories\/updates".*?<\/a>/)).output)
            }
            #expect(try await count().contains("2 unread"))
            let updates = try await bea.get("/stories/updates").text
            #expect(updates.contains("The storm") && updates.contains("The next chapter comes on Friday.") && updates.contains("/account/messages"))
            #expect(try await !count().contains("unread"))
            let items = try await bea.get("/api/v1/stories/updates").json["items"] as? [[String: Any]]
            #expect(items?.first?["kind"] as? String == "post" && items?.count == 3)
            #expect(try await !app.signedIn(.librarian).get("/stories/updates").text.contains("The storm"))
        }
    }

    @Test(
        "title and words of a chapter are those that were published, whatever its author changed since", .covers("STO-008"),
        arguments: Engine.available)
    func published(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let (bea, ada) = (try await app.signedIn(.bea), try await app.person(.ada))
            app.clock.advance(by: .seconds(60))
            _ = try await bea.post("/stories/people/\(ada)/follow", ["follows": "true"])
            app.clock.advance(by: .seconds(60))
            let second = try await app.addChapter(to: begun.story, "The storm")
            let before = try await bea.get("/stories/updates").text
            let words = try #require(before.firstMatch(of: /(\d+) words/)).output.1
            _ = try await app.save(String(repeating: "and on it goes ", count: 50), second, on: 1, title: "A secret title")
            let after = try await bea.get("/stories/updates").text
            #expect(after.contains("The storm") && !after.contains("A secret title"))
            #expect(try #require(after.firstMatch(of: /(\d+) words/)).output.1 == words)
            #expect(try await !bea.get("/api/v1/stories/updates").text.contains("A secret title"))
            for feed in ["/stories/\(begun.story)/feed", "/stories/people/\(ada)/feed"] {
                let entries = try await app.guest.get(feed).text
                #expect(entries.contains("The storm") && !entries.contains("A secret title"))
            }
            try await app.letNewsOut()
            let told: [String] = try await app.site.database.read { db in try db.all("SELECT body FROM notification_notice" as Query<String>) }
            #expect(told.contains { $0.contains("The storm") } && !told.contains { $0.contains("A secret title") }, "\(told)")
        }
    }

    @Test("what was published before one followed isn’t new, and an entry opens its chapter", .covers("STO-008"), arguments: Engine.available)
    func sinceFollowing(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let bea = try await app.signedIn(.bea)
            _ = try await bea.post("/stories/people/\(try await app.person(.ada))/follow", ["follows": "true"])
            _ = try await bea.post("/stories/people/\(try await app.person(.ada))/follow", ["follows": "false"])
            app.clock.advance(by: .seconds(60))
            _ = try await app.addChapter(to: begun.story, "The storm")
            app.clock.advance(by: .seconds(60))
            _ = try await bea.post("/stories/\(begun.story)/follow", ["follows": "true"])
            let bar = try #require(try await bea.get("/stories/library").text.firstMatch(of: /href="\/stories\/updates".*?<\/a>/)).output
            #expect(!bar.contains("unread"), "\(bar)")
            app.clock.advance(by: .seconds(60))
            _ = try await app.addChapter(to: begun.story, "The shore")
            #expect(try await bea.get("/stories/library").text.contains("1 unread"))
            let updates = try await bea.get("/stories/updates").text
            #expect(updates.matches(of: /is-new/).count == 1)
            #expect(updates.contains(/\/read\/\d+\/2"[^>]*>The shore/) && updates.contains(/\/read\/\d+\/1"[^>]*>The storm/))
            #expect(updates.contains("class=\"cover") && updates.contains(">New chapter<") && !updates.contains("You’ve read this"))
            try await app.read(begun.story, by: .bea)
            let read = try await bea.get("/stories/updates").text
            #expect(read.matches(of: /You’ve read this/).count == 0, "the first chapter is open")
            let publication = try #require(try await app.site.database.read { db in try db.one(.story(begun.story)).publication })
            try await app.read(Serial(story: begun.story, publication: publication), to: 2, by: .bea)
            #expect(try await bea.get("/stories/updates").text.matches(of: /You’ve read this/).count == 2)
        }
    }

    @Test(
        "a post is one thousand characters at most, judged before others see it, and gone when its author deletes it", .covers("STO-010", "STO-038"),
        arguments: Engine.available)
    func posts(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishedStory()
            let (client, ada) = (try await app.signedIn(.ada), try await app.person(.ada))
            let long = try await client.post("/stories/posts/new", ["text": String(repeating: "å", count: 1001)])
            #expect(long.status == .unprocessableContent && long.text.contains("1,000"), "\(long.text.suffix(300))")
            _ = try await client.post("/stories/posts/new", ["text": "You are all fucking idiots and I hate you"])
            #expect(try await !app.guest.get("/stories/people/\(ada)?show=posts").text.contains("idiots"))
            #expect(try await client.get("/stories/profile?show=posts").text.contains("idiots"))

            _ = try await client.post("/stories/posts/new", ["text": "Thank you for reading."])
            #expect(try await app.guest.get("/stories/people/\(ada)?show=posts").text.contains("Thank you for reading."))
            let post = try #require(try await app.site.database.read { db in try db.all(.posts(by: ada, includingHidden: false, limit: 5)) }.first)
            #expect(try await app.signedIn(.bea).post("/stories/posts/\(post.id)/delete", ["confirmed": "true"]).status == .notFound)
            _ = try await client.post("/stories/posts/\(post.id)/delete", ["confirmed": "true"])
            #expect(try await !app.guest.get("/stories/people/\(ada)?show=posts").text.contains("Thank you for reading."))
        }
    }

    @Test("an author tells the followers of a story what changed", arguments: Engine.available)
    func announcement(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            try await app.letNewsOut()
            _ = try await app.signedIn(.bea).post("/stories/\(begun.story)/follow", ["follows": "true"])
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/stories/posts/new?story=\(begun.story)").text.contains("The lamp at the ferry"))
            _ = try await ada.post("/stories/posts/new", ["text": "I rewrote the ending.", "story": "\(begun.story)"])
            try await app.runJobs()
            #expect(try await app.notices(of: .bea).count == 1)
            #expect(try await app.signedIn(.bea).get("/stories/updates").text.contains("I rewrote the ending."))
        }
    }

    @Test("a message to an author begins a conversation in the inbox", .covers("STO-011"), arguments: Engine.available)
    func message(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishedStory()
            let ada = try await app.person(.ada)
            let sent = try await app.signedIn(.bea).post("/stories/people/\(ada)/message", ["message": "I loved the lamp."])
            #expect(sent.location?.hasPrefix("/account/messages/") == true, "\(sent.text)")
            #expect(try await app.signedIn(.ada).get("/account/messages").text.contains("I loved the lamp."))
        }
    }

    @Test("feeds of a story and of its author have the chapters that readers see", arguments: Engine.available)
    func feeds(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let ada = try await app.person(.ada)
            #expect(try await app.guest.get("/stories/\(begun.story)").text.contains("href=\"/stories/\(begun.story)/feed\""))
            for address in ["/stories/\(begun.story)/feed", "/stories/people/\(ada)/feed"] {
                let feed = try await app.guest.get(address)
                #expect(feed["Content-Type"]?.hasPrefix("application/atom+xml") == true)
                #expect(feed.text.contains("The crossing") && feed.text.contains("xmlns=\"http://www.w3.org/2005/Atom\""))
            }
            _ = try await app.signedIn(.ada).post("/stories/\(begun.story)/publish", ["published": "false"])
            #expect(try await app.guest.get("/stories/\(begun.story)/feed").status == .notFound)
            #expect(try await app.guest.get("/stories/people/\(ada)/feed").status == .notFound)
        }
    }
}
