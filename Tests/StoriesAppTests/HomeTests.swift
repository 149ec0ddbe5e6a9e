import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Home of stories")
struct HomeTests {
    private static let chapters = (1...6).map { "The words of chapter \($0), and a few more of them." }

    @Test(
        "shows what one is reading, at most ten, those read last first; choosing one goes on where one stopped", .covers("STO-001", "STO-003"),
        arguments: Engine.available)
    func current(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            var stories: [Serial] = []
            let names = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven"]
            for name in names {
                stories.append(try await app.publishSerial("Story \(name)", chapters: Array(Self.chapters.prefix(2))))
                try await app.read(stories[stories.count - 1], to: 1, by: .bea)
            }
            let bea = try await app.signedIn(.bea)
            let page = try await bea.get("/stories").text
            let shelf = try #require(page.firstMatch(of: /(?s)<section class="carousel"[^>]*aria-label="Continue reading".*?<\/section>/)).output
            #expect(shelf.ranges(of: "cover-card\"").count == 10)
            #expect(!shelf.contains(">Story One<"))
            #expect(try place(of: ">Story Eleven<", in: String(shelf)) < place(of: ">Story Ten<", in: String(shelf)))
            let link = try #require(shelf.firstMatch(of: /href="(\/read\/\d+)"/)).output.1
            #expect(try await app.signedIn(.bea).get(String(link)).location?.hasPrefix("\(link)/1") == true)
        }
    }

    @Test(
        "top reads are what others read most, at most ten; one person counts once, an author and oneself not at all", .covers("STO-002", "STO-003"),
        arguments: Engine.available)
    func top(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let liked = try await app.publishSerial("Liked", chapters: Self.chapters)
            let begun = try await app.publishSerial("Begun", chapters: Self.chapters)
            let own = try await app.publishSerial("Own", chapters: Self.chapters)
            for who in [Cast.bea, .curator, .librarian] { try await app.read(liked, to: 3, by: who) }
            for _ in 1...5 { try await app.read(begun, to: 0, by: .bea) }
            for _ in 1...5 { try await app.read(own, to: 5, by: .ada) }
            // What was kept before is forgotten with the new ranking.
            #expect(try await !app.guest.get("/stories").text.contains("Top reads"))
            try await app.rank()
            func top(_ client: TestClient) async throws -> String {
                let page = try await client.get("/stories").text
                return page.firstMatch(of: /(?s)<section class="carousel"[^>]*aria-label="Top reads".*?<\/section>/).map { String($0.output) } ?? ""
            }
            let shelf = try await top(app.guest)
            #expect(try place(of: ">Liked<", in: shelf) < place(of: ">Begun<", in: shelf))
            #expect(!shelf.contains(">Own<"))
            // Bea alone reads it, so it isn't read by others.
            #expect(try await !top(app.signedIn(.bea)).contains(">Begun<"))
            let page = try await app.guest.get("/stories").text
            #expect(page.contains("href=\"/stories/ranking\""))
        }
    }

    @Test("the page that explains the ranking says what the ranking does", arguments: Engine.available)
    func formula(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let page = try await app.guest.get("/stories/ranking").text.replacing(/<[^>]+>/, with: " ").replacing(/\s+/, with: " ")
            func number(_ pattern: Regex<(Substring, Substring)>) throws -> Int {
                let match = try #require(page.firstMatch(of: pattern))
                return try #require(Int(match.output.1))
            }
            let days = try number(/in the last (\d+) days gives it/)
            let reading = try number(/gives it (\d+) point/)
            let chapter = try number(/and (\d+) more for every chapter/)
            let most = try number(/up to (\d+) chapters/)
            let weights = page.matches(of: /Up to (\d+) days ago: × (\d+)/).compactMap { match in
                Int(match.output.1).flatMap { days in Int(match.output.2).map { (days: days, weight: $0) } }
            }
            #expect(weights.last?.days == days && weights.count > 1)

            let story = try await app.publishSerial("Read", chapters: Self.chapters + Self.chapters)
            let readers: [(Cast, chapters: Int)] = [(.bea, 0), (.curator, 2), (.librarian, 11)]
            for (who, chapters) in readers { try await app.read(story, to: chapters, by: who) }
            let points = readers.reduce(0) { $0 + reading + chapter * min($1.chapters, most) }
            var age = 0
            for step in weights + [(days: days + 1, weight: 0)] {
                // The last hour of each step.
                let hours = step.weight == 0 ? days * 24 + 1 : step.days * 24 - 1
                app.clock.advance(by: .seconds((hours - age) * 3600))
                age = hours
                try await app.rank()
                let score = try await app.site.database.read { db in
                    try db.one("SELECT score FROM stories_story WHERE id = \(story.story)" as Query<Int>)
                }
                #expect(score == points * step.weight, "after \(hours) hours")
            }
        }
    }

    @Test("new chapters, new stories and tags follow; an empty site says what will be there", .covers("STO-003"), arguments: Engine.available)
    func shelves(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            #expect(try await app.guest.get("/stories").text.contains("No stories yet"))
            let first = try await app.publishSerial("The lamp", [("tags", "fantasy")])
            #expect(try await !app.guest.get("/stories").text.contains("New stories"))
            app.clock.advance(by: .seconds(60))
            _ = try await app.publishSerial("The harbour")
            app.clock.advance(by: .seconds(60))
            try await app.addChapter(to: first.story)
            let page = try await app.guest.get("/stories").text
            let (chapters, stories) = (try place(of: ">New chapters<", in: page), try place(of: ">New stories<", in: page))
            #expect(chapters < stories)
            #expect(try place(of: ">The lamp<", in: page) < place(of: ">The harbour<", in: page))
            let newest = String(page[stories...])
            #expect(try place(of: ">The harbour<", in: newest) < place(of: ">The lamp<", in: newest))
            #expect(page.contains("Fantasy<span class=\"chip-count\">1<"))
            #expect(!page.contains("Continue reading") && !page.contains("Top reads"))
        }
    }
}
