import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("The reader’s library")
struct LibraryTests {
    @Test(
        "the library has every story that was read, with a menu; what is removed comes back when it is read again",
        .covers("STO-018", "STO-019", "STO-021", "STO-022", "STO-023"), arguments: Engine.available)
    func library(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let bea = try await app.signedIn(.bea)
            #expect(try await !bea.get("/stories/library").text.contains("The lamp at the ferry"))
            try await app.read(begun.story, by: .bea)
            let page = try await bea.get("/stories/library").text
            #expect(page.contains("The lamp at the ferry"))
            for entry in ["Add to reading list", "Remove from library", "Story info", "Share"] { #expect(page.contains(entry)) }
            #expect(page.contains("href=\"/stories/\(begun.story)\""))

            app.clock.advance(by: .seconds(5))
            _ = try await bea.post("/stories/library/\(begun.story)/remove")
            #expect(try await !bea.get("/stories/library").text.contains("cover-row"))
            app.clock.advance(by: .seconds(5))
            try await app.read(begun.story, by: .bea)
            #expect(try await bea.get("/stories/library").text.contains("cover-row"))
            #expect(try await !app.signedIn(.ada).get("/stories/library").text.contains("cover-row"))
        }
    }

    @Test(
        "whoever mutes an author sees their stories neither in the library nor to read on nor among the updates, until they unmute",
        .covers("STO-001", "STO-008", "STO-018"), arguments: Engine.available)
    func muted(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let (bea, ada) = (try await app.signedIn(.bea), try await app.person(.ada))
            try await app.read(begun.story, by: .bea)
            _ = try await bea.post("/stories/\(begun.story)/follow", ["follows": "true"])
            _ = try await bea.post("/stories/people/\(ada)/follow", ["follows": "true"])
            let pages = ["/stories", "/stories/library", "/stories/updates", "/api/v1/stories/library"]
            for page in pages { #expect(try await bea.get(page).text.contains("The lamp at the ferry"), "\(page)") }
            _ = try await bea.post("/stories/people/\(ada)/mute", ["muted": "true"])
            for page in pages { #expect(try await !bea.get(page).text.contains("The lamp at the ferry"), "\(page)") }
            _ = try await bea.post("/stories/people/\(ada)/mute", ["muted": "false"])
            for page in pages { #expect(try await bea.get(page).text.contains("The lamp at the ferry"), "\(page)") }
        }
    }

    @Test("the library shows what isn’t finished, or is, in the order one wants", .covers("STO-018"), arguments: Engine.available)
    func choices(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let (lamp, anchor) = (try await app.publishedStory(), try await app.publishedStory("An anchor in the hay"))
            try await app.read(lamp.story, by: .bea)
            app.clock.advance(by: .seconds(5))
            try await app.read(anchor.story, by: .bea)
            app.clock.advance(by: .seconds(5))
            try await app.read(lamp.story, by: .bea)
            let bea = try await app.signedIn(.bea)
            func listed(_ query: String) async throws -> [String] {
                let page = try await bea.get("/stories/library" + query).text
                let titles = ["The lamp at the ferry", "An anchor in the hay"]
                let places = titles.compactMap { title in page.range(of: ">\(title)<").map { (title: title, at: $0.lowerBound) } }
                return places.sorted { $0.at < $1.at }.map(\.title)
            }
            #expect(try await listed("") == ["The lamp at the ferry", "An anchor in the hay"])
            #expect(try await listed("?sort=title") == ["An anchor in the hay", "The lamp at the ferry"])
            let isFinished = try await bea.get("/api/v1/stories/library").text.contains("\"progress\":100")
            #expect(try await listed("?show=finished").count == (isFinished ? 2 : 0))
            #expect(try await listed("?show=reading").count == (isFinished ? 0 : 2))
            let none = try await bea.get("/stories/library?show=\(isFinished ? "reading" : "finished")").text
            #expect(none.contains("No stories match") && none.contains("href=\"/stories/library\""))
            #expect(try await listed("?show=everything&sort=sideways").count == 2)
        }
    }

    @Test(
        "how far one has read is the same everywhere, 100% at the end of the last chapter, and stays when one begins again",
        .covers("STO-001", "STO-018"),
        arguments: Engine.available)
    func progress(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishSerial("The lamp", chapters: ["One more evening.", "Two lamps.", "Three ferries."])
            let bea = try await app.signedIn(.bea)
            /// What the library, its API, the first page and the reader's API say.
            func shown() async throws -> (library: String, exact: Double?, isOnHome: Bool, reader: Double?) {
                let items = try await bea.get("/api/v1/stories/library").json["items"] as? [[String: Any]]
                let positions = try await bea.get("/api/v1/publications/\(story.publication)/position").json["items"] as? [[String: Any]]
                return (
                    try await bea.get("/stories/library").text.replacing(/<[^>]+>/, with: " ").replacing(/\s+/, with: " "),
                    items?.first?["progress"] as? Double, try await bea.get("/stories").text.contains("Continue reading"),
                    positions?.first?["progress"] as? Double
                )
            }
            try await app.read(story, to: 1, by: .bea)
            let begun = try await shown()
            #expect(begun.library.contains("Chapter 2 of 3") && begun.isOnHome && begun.exact == begun.reader)
            let percent = try #require(begun.exact)
            #expect(begun.library.contains(" \(Int(percent + 0.01))% "), "\(percent)")
            #expect(try await bea.get("/stories").text.contains("\(Int(percent + 0.01))%"))

            // The last chapter is short, so the one before it is still on view above it.
            app.clock.advance(by: .seconds(60))
            try await app.read(story, to: 1, by: .bea, toEndOf: 2)
            let end = try await shown()
            #expect(end.exact == 100 && end.reader == 100 && !end.isOnHome)
            #expect(end.library.contains("100%") && end.library.contains("Finished"))

            // Another device begins again: that is where “Continue” leads now, and the story has been read all the same.
            app.clock.advance(by: .seconds(60))
            try await app.read(story, to: 0, by: .bea, on: "tablet")
            let again = try await shown()
            #expect(again.isOnHome && again.exact == 100 && (again.reader ?? 100) < 50)
            #expect(again.library.contains("100%") && again.library.contains("Finished"))
            #expect(try await bea.get("/read/\(story.publication)").location?.hasPrefix("/read/\(story.publication)/0") == true)
        }
    }

    @Test("a long library goes on page by page, each story once", .covers("STO-018"), arguments: Engine.available)
    func pages(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            var stories: [StoryID] = []
            for number in 0..<(Library.pageSize + 3) {
                // Nobody publishes as much as this within an hour.
                app.clock.advance(by: .seconds(3601))
                let title =
                    ["amber", "birch", "cedar", "dune", "elm", "fern"][number % 6] + ["lake", "hill", "road", "gate", "mill", "well"][number / 6]
                stories.append(try await app.publishedStory("\(title) \(title) \(title) \(title)").story)
                try await app.read(stories[number], by: .bea)
            }
            let bea = try await app.signedIn(.bea)
            let first = try await bea.get("/api/v1/stories/library").json
            let next = try #require(first["next"] as? String)
            let rest = try await bea.get("/api/v1/stories/library?after=\(next)").json
            let all = [first, rest].flatMap { ($0["items"] as? [[String: Any]] ?? []).compactMap { $0["story"] as? Int } }
            #expect(all == stories.reversed().map { Int($0.number) })
            #expect(rest["next"] == nil || rest["next"] is NSNull)
            #expect(try await bea.get("/stories/library").text.contains("rel=\"next\""))
        }
    }

    @Test(
        "a story goes into chosen lists and a new one; a list is renamed, put in order, made public and deleted by its own person only",
        .covers("STO-017", "STO-020"), arguments: Engine.available)
    func lists(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let first = try await app.publishedStory("Alpha story")
            let second = try await app.publishedStory("Beta story")
            let (bea, ada) = (try await app.signedIn(.bea), try await app.signedIn(.ada))
            _ = try await bea.post("/stories/\(first.story)/lists", ["name": "Ferries", "then": "/stories/library"])
            let person = try await app.person(.bea)
            let list = try #require(try await app.site.database.read { db in try db.all(.lists(of: person)) }.first)
            _ = try await bea.post("/stories/\(second.story)/lists", ["lists": "\(list.id)"])

            func order() async throws -> Bool {
                let page = try await bea.get("/stories/lists/\(list.id)").text
                return try #require(page.range(of: "Alpha story")).lowerBound < (try #require(page.range(of: "Beta story"))).lowerBound
            }
            #expect(try await order())
            _ = try await bea.post("/stories/lists/\(list.id)", ["story": "\(second.story)", "change": "up"])
            #expect(try await !order())

            #expect(try await app.guest.get("/stories/lists/\(list.id)").status == .notFound)
            #expect(try await ada.post("/stories/lists/\(list.id)/edit", ["name": "Mine"]).status == .notFound)
            _ = try await bea.post("/stories/lists/\(list.id)/edit", ["name": "On the water", "isPublic": "true"])
            #expect(try await app.guest.get("/stories/lists/\(list.id)").text.contains("On the water"))
            #expect(try await app.guest.get("/stories/people/\(person)?show=lists").text.contains("On the water"))

            _ = try await bea.post("/stories/lists/\(list.id)", ["story": "\(second.story)", "change": "remove"])
            #expect(try await !app.guest.get("/stories/lists/\(list.id)").text.contains("Beta story"))
            #expect(try await ada.post("/stories/lists/\(list.id)/delete", ["confirmed": "true"]).status == .notFound)
            _ = try await bea.post("/stories/lists/\(list.id)/delete", ["confirmed": "true"])
            #expect(try await bea.get("/stories/lists/\(list.id)").status == .notFound)
        }
    }

    @Test("programs keep lists, posts and settings by the same rules", .covers("STO-039"), arguments: Engine.available)
    func programs(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let (bea, ada) = (try await app.signedIn(.bea).asProgram, try await app.signedIn(.ada).asProgram)
            let made = try await bea.json(.post, "/api/v1/stories/lists", #"{"name":"Ferries"}"#)
            let list = try #require(made.location)
            #expect(try await bea.json(.put, "\(list)/stories/\(begun.story)", "").status == .noContent)
            #expect(try await bea.get(list).json["stories"] as? [Int] == [Int(begun.story.number)])
            #expect(try await ada.get(list).status == .notFound)
            #expect(try await ada.json(.put, list, #"{"name":"Mine"}"#).status == .notFound)
            #expect(try await bea.json(.put, list, #"{"name":"On the water","isPublic":true}"#).status == .ok)
            #expect(try await app.guest.asProgram.get(list).json["name"] as? String == "On the water")
            #expect(try await bea.json(.post, "/api/v1/stories/lists", #"{"name":" "}"#).status == .unprocessableContent)
            #expect(try await bea.delete("\(list)/stories/\(begun.story)").status == .noContent)
            #expect(try await bea.delete(list).status == .noContent)

            let post = try await ada.json(.post, "/api/v1/stories/posts", #"{"text":"Back on Friday."}"#)
            #expect(post.json["status"] as? String == "accepted")
            #expect(try await bea.json(.post, "/api/v1/stories/posts", "{\"text\":\"Mine\",\"story\":\(begun.story)}").status == .forbidden)
            let address = try #require(post.location)
            #expect(try await bea.delete(address).status == .notFound)
            #expect(try await ada.delete(address).status == .noContent)

            #expect(try await ada.json(.put, "/api/v1/stories/settings", #"{"authorFocused":true}"#).status == .ok)
            #expect(try await ada.get("/api/v1/stories/settings").json["authorFocused"] as? Bool == true)
        }
    }

    @Test("a list without a name says what to mend, and a public name that the filter doubts stays hidden", arguments: Engine.available)
    func names(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let bea = try await app.signedIn(.bea)
            let empty = try await bea.post("/stories/lists", ["name": "  "])
            #expect(empty.status == .unprocessableContent && empty.text.contains("Enter a name"))
            let made = try await bea.post("/stories/lists", ["name": "Fucking idiots", "isPublic": "true"])
            let address = try #require(made.location)
            #expect(try await app.guest.get(address).status == .notFound)
            #expect(try await bea.get(address).status == .ok)
        }
    }

    @Test("what somebody follows, posted and keeps goes when their account goes", arguments: Engine.available)
    func erasure(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let (bea, ada, person) = (try await app.signedIn(.bea), try await app.person(.ada), try await app.person(.bea))
            _ = try await bea.post("/stories/people/\(ada)/follow", ["follows": "true"])
            _ = try await bea.post("/stories/\(begun.story)/lists", ["name": "Ferries"])
            _ = try await bea.post("/stories/posts/new", ["text": "Hello"])
            let moderation = try app.site.service(Moderation.self)
            try await app.site.write(by: person) { write in try PeopleData(site: app.site, moderation: moderation).erase(person, in: write) }
            let left = try await app.site.database.read { db in
                try ["stories_follow", "stories_list", "stories_member", "stories_post", "stories_list_item"]
                    .map { try db.one("SELECT count(*) FROM \(raw: $0)" as Query<Int>) }
            }
            #expect(left.allSatisfy { $0 == 0 })
        }
    }
}
