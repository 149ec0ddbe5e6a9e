import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Tags")
struct TagTests {
    @Test("tags are the words between commas, each once, however they are written")
    func list() {
        #expect(StoryTag.list("Romance, #winter , romance,, Sci-Fi; sci fi").map(\.name) == ["Romance", "winter", "Sci-Fi"])
        #expect(StoryTag("#Science_Fiction")?.key == "sciencefiction")
        #expect(StoryTag("får")?.key != StoryTag("far")?.key)
        #expect(StoryTag("प्रेम")?.key == "प्रेम")
        #expect(StoryTag(" – ") == nil)
    }

    @Test("hashtags are words after a sign, not numbers, anchors or entities")
    func hashtags() {
        #expect(
            StoryTag.hashtags(in: "A tale of #Winter and #två_systrar. The #1 ferry, a#b, &#39; and see /x#y.").map(\.name) == [
                "Winter", "två_systrar",
            ])
        #expect(HashtagText("One #winter night").parts.count == 3)
        #expect(HashtagText("## no").parts == [.words("## no")])
    }

    @Test(
        "tapping a tag, or a hashtag of the description, lists the stories that carry it", .covers("STO-007"), arguments: Engine.available)
    func tap(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let first = try await app.publishSerial(
                "The lamp", [("tags", "Sci-Fi, ferries"), ("description", "One #Winter night.")])
            _ = try await app.publishSerial("The harbour", [("tags", "harbours")])
            let page = try await app.guest.get(first.page).text
            let links = page.matches(of: /href="(\/stories\/search\?tags=[^"]+)"/).map { String($0.output.1) }
            #expect(links.count == 3)
            for link in links {
                let list = try await app.guest.get(link.replacing("&amp;", with: "&")).text
                #expect(list.contains(">The lamp<") && !list.contains(">The harbour<"), "\(link)")
            }
            #expect(page.contains("#Science fiction"))
        }
    }

    @Test("more than ten tags, or one that is too long, are refused beside the field, with what was typed", arguments: Engine.available)
    func limits(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            for tags in [(1...11).map { "tag\($0)" }.joined(separator: ","), String(repeating: "x", count: 41)] {
                let answer = try await ada.post(
                    "/stories/write/new", ["title": "A", "description": "", "language": "en", "rating": "general", "tags": tags])
                #expect(answer.status == .unprocessableContent && answer.text.contains(tags))
            }
        }
    }

    @Test("tags are judged with title and description; readers see those accepted last", .covers("STO-038"), arguments: Engine.available)
    func moderation(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishSerial("The lamp", [("tags", "winter")])
            let ada = try await app.signedIn(.ada)
            // Somebody whom a moderator rejected before is looked at first.
            let person = try await app.person(.moderator)
            let moderation = try app.site.service(Moderation.self)
            try await app.site.write(by: person) { write in
                let found = try #require(try moderation.find(StorySubject.key(story.story), in: write))
                try moderation.decide(
                    found.id, ModeratorDecision(.remove, reason: .other, words: "Spam.", version: found.version),
                    by: Moderator(id: person, permissions: [.storiesModerate, ModerationPermissions.queue]), in: write)
            }
            _ = try await ada.post(
                "/stories/\(story.story)/edit",
                ["title": "The lamp", "description": "A ferry.", "language": "en", "rating": "general", "tags": "winter, buynow"])
            #expect(try await ada.get("/stories/\(story.story)/edit").text.contains("winter, buynow"))
            #expect(try await !app.guest.get("/stories/search?tags=buynow").text.contains(">The lamp<"))
            let snapshot = try await app.site.database.read { db in
                try StorySubject(publishing: app.stories.publishing).snapshot(of: story.story.number, in: db)
            }
            #expect(snapshot?.text.contains("winter, buynow") == true)
        }
    }

    @Test(
        "moderators keep the list of browse tags; what a synonym says counts as its tag from then on, and no longer when it is gone",
        .covers("STO-005"), arguments: Engine.available)
    func synonyms(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishSerial("The lamp", [("tags", "space opera")])
            let moderator = try await app.signedIn(.moderator)
            #expect(try await app.signedIn(.ada).get("/admin/stories/tags").status == .notFound)
            let list = try await moderator.get("/admin/stories/tags").text
            let link = try #require(list.firstMatch(of: /href="(\/admin\/stories\/tags\/\d+)">Science fiction</)).output.1
            func counted() async throws -> Bool { try await app.guest.get("/stories/search?tags=Science+fiction").text.contains(">The lamp<") }
            #expect(try await !counted())
            let saved = try await moderator.post(
                String(link), ["name": "Science fiction", "position": "3", "synonyms": "sci-fi, SF, Space-Opera"])
            #expect(saved.status == .seeOther, "\(saved.text)")
            #expect(try await counted())
            try await app.runJobs()
            #expect(try await app.guest.get("/stories/search?q=science+fiction").text.contains(">The lamp<"))
            let taken = try await moderator.post("/admin/stories/tags", ["name": "Space Opera", "position": "20", "synonyms": ""])
            #expect(taken.status == .unprocessableContent && taken.text.contains("This name is taken."))
            _ = try await moderator.post("\(link)/delete", ["confirmed": "true"])
            #expect(try await !counted())
            #expect(try await app.guest.get("/stories/search?tags=space+opera").text.contains(">The lamp<"))
            let trail = try await app.auditTrail()
            #expect(trail.contains("stories.tag.updated") || trail.contains { $0.hasPrefix("stories.tag") })
        }
    }
}
