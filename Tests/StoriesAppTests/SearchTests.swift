import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Searching stories")
struct SearchTests {
    @Test(
        "search has its bar at the top and the browse tags below it, with how many stories carry each", .covers("STO-005"),
        arguments: Engine.available)
    func browse(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishSerial("The lamp", [("tags", "love story, winter")])
            let page = try await app.guest.get("/stories/search").text
            let bar = try place(of: "Stories, people, tags", in: page)
            let romance = try #require(page.firstMatch(of: /<a class="chip" href="([^"]+)">Romance<span class="chip-count">1</))
            #expect(bar < romance.range.lowerBound)
            #expect(try await app.guest.get(String(romance.output.1)).text.contains(">The lamp<"))
        }
    }

    @Test(
        "finds stories, people and tags as one list in order, each saying what it is; words of the text come last", .covers("STO-006"),
        arguments: Engine.available)
    func kinds(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishSerial("Home by night", chapters: ["Only a lantern was left on the quay."])
            _ = try await app.publishSerial("The lantern", [("tags", "lantern")])
            _ = try await app.publishSerial("Nothing of it", by: .bea)
            try await app.runJobs()
            let page = try await app.guest.get("/stories/search?q=lantern").text
            let tag = try place(of: ">#lantern<", in: page)
            let title = try place(of: ">The lantern<", in: page)
            let text = try place(of: ">Home by night<", in: page)
            #expect(tag < title && title < text)
            #expect(page.contains(">Tag<") && page.contains(">Story<") && page.contains("2 stories found"))
            #expect(!page.contains("Nothing of it"))

            let people = try await app.guest.get("/stories/search?q=ada").text
            let person = try #require(people.firstMatch(of: /<a class="stretched" href="([^"]+)"[^>]*>Ada</))
            #expect(people.contains(">Author<") && people.contains("2 stories"))
            #expect(try place(of: ">Ada<", in: people) < place(of: ">The lantern<", in: people))
            let own = try await app.guest.get(String(person.output.1) + "?show=stories").text
            #expect(own.contains(">The lantern<") && !own.contains("Nothing of it"))
        }
    }

    @Test(
        "a word that nothing is found for shows what one finds that is written nearly so, and leads back to what was typed", .covers("STO-006"),
        arguments: Engine.available)
    func meant(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishSerial("The lantern", [("tags", "winter")])
            _ = try await app.publishSerial("Secret rooms", [("rating", "mature")])
            try await app.runJobs()
            func page(_ words: String) async throws -> String { try await app.guest.get("/stories/search?q=\(words)").text }
            for (typed, meant) in [("lanterm", "lantern"), ("lnatern", "lantern"), ("wintre", "winter")] {
                let found = try await page(typed)
                #expect(found.contains("Results for \(meant)") && found.contains(">The lantern</a>") && !found.contains("Nothing found"), "\(typed)")
                #expect(found.contains("value=\"\(typed)\"") && found.contains("Show 1 story"), "\(typed)")
                let back = try #require(found.firstMatch(of: /href="([^"]+)">Search instead for/)).output.1
                let exact = try await app.guest.get(String(back).replacing("&amp;", with: "&")).text
                #expect(exact.contains("Nothing found") && exact.contains("Did you mean") && exact.contains("/stories/search?q=\(meant)"), "\(typed)")
            }
            #expect(try await !page("lantern").contains("Results for"))
            let none = try await page("kqzxwv")
            #expect(none.contains("Nothing found") && !none.contains("Did you mean") && !none.contains("Results for"))
            // What only those of age find isn’t given away.
            #expect(try await !page("secrets%20roomz").contains("rooms"))
            #expect(try await page("lantern").contains("Show 1 story"))
        }
    }

    @Test(
        "a word in the text of a story shows the passage around it, marked, and leads into its chapter at that place", .covers("STO-006"),
        arguments: Engine.available)
    func passages(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let serial = try await app.publishSerial(
                "Home by night", chapters: ["The ferry was late.", "Nobody spoke. Only a lantern was left on the quay."])
            try await app.runJobs()
            let page = try await app.guest.get("/stories/search?q=lantern").text
            let passage = try #require(page.firstMatch(of: /(?s)<a class="found-passage" href="([^"]+)">(.*?)<\/a>/)).output
            #expect(passage.2.contains("Chapter 2") && passage.2.contains("Only a <mark>lantern</mark> was left"), "\(passage.2)")
            #expect(passage.1.hasPrefix("/read/\(serial.publication)/1?quote=lantern"), "\(passage.1)")
            #expect(try await app.guest.get(String(passage.1).replacing("&amp;", with: "&")).status == .ok)
            #expect(try await !app.guest.get("/stories/search?q=night").text.contains("found-passage"))
        }
    }

    @Test("stories, authors and tags that were found are counted apart", .covers("STO-006"), arguments: Engine.available)
    func counts(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishSerial("The lantern", [("tags", "lantern, harbour lights")])
            try await app.runJobs()
            func counted(_ words: String) async throws -> String {
                let page = try await app.guest.get("/stories/search?q=\(words)").text
                return String(try #require(page.firstMatch(of: /(?s)found-count".*?<\/div>/)).output).replacing(/<[^>]+>/, with: " ")
            }
            let found = try await counted("lantern")
            #expect(found.contains("1 story found") && found.contains("1 tag") && !found.contains("author"))
            #expect(try await counted("ada").contains("1 author"))
            #expect(try await counted("kqzxwv").contains("0 stories found"))
        }
    }

    @Test("filters leave out tags and warnings as well as asking for them, and each can be taken off", arguments: Engine.available)
    func filters(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishSerial(
                "Alpha", [("tags", "sci-fi, war"), ("warnings", "violence"), ("warnings", "death"), ("isComplete", "true"), ("rating", "teen")])
            _ = try await app.publishSerial("Beta", [("tags", "science fiction"), ("language", "sv")])
            try await app.runJobs()
            func found(_ query: String) async throws -> Set<String> {
                let page = try await app.guest.get("/stories/search?\(query)").text
                return Set(["Alpha", "Beta"].filter { page.contains(">\($0)</a>") })
            }
            #expect(try await found("sort=updated") == ["Alpha", "Beta"])
            let usual = try await app.guest.get("/stories/search?sort=updated").text
            #expect(!usual.contains(#"type="hidden" name="sort""#), "words that are searched for next are ordered by best match")
            #expect(try await found("tags=Science+Fiction") == ["Alpha", "Beta"])
            #expect(try await found("tags=Science+Fiction&without=war") == ["Beta"])
            #expect(try await found("without=sf") == [])
            #expect(try await found("hide=death") == ["Beta"])
            #expect(try await found("hide=language") == ["Alpha", "Beta"])
            #expect(try await found("rating=teen&rating=mature") == ["Alpha"])
            #expect(try await found("progress=complete") == ["Alpha"])
            #expect(try await found("progress=ongoing") == ["Beta"])
            #expect(try await found("language=sv") == ["Beta"])
            #expect(try await found("length=short") == ["Alpha", "Beta"])
            #expect(try await found("length=long") == [])
            #expect(try await found("updated=week") == ["Alpha", "Beta"])
            #expect(try await found("q=ferry&hide=violence") == ["Beta"])
            #expect(try await found("q=ferry&tags=war&sort=newest") == ["Alpha"])
            app.clock.advance(by: .seconds(8 * 86_400))
            #expect(try await found("updated=week") == [])
            #expect(try await found("updated=month") == ["Alpha", "Beta"])

            let page = try await app.guest.get("/stories/search?tags=war&hide=violence").text
            #expect(page.contains("No stories match") && page.contains("0 stories found"))
            let chip = try #require(
                page.firstMatch(of: /href="([^"]+)"[^>]*><span class="visually-hidden">Remove the filter<\/span>Without: Violence/))
            #expect(try await app.guest.get(String(chip.output.1).replacing("&amp;", with: "&")).text.contains(">Alpha</a>"))
        }
    }

    @Test("the order is the one that was chosen, with words and without, and pages go on where they end", arguments: Engine.available)
    func order(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishSerial("Older")
            app.clock.advance(by: .seconds(60))
            _ = try await app.publishSerial("Newer")
            try await app.runJobs()
            for query in ["sort=newest", "q=ferry&sort=newest", "sort=updated", "q=ferry&sort=updated"] {
                let page = try await app.guest.get("/stories/search?\(query)").text
                #expect(try place(of: ">Newer</a>", in: page) < place(of: ">Older</a>", in: page), "\(query)")
            }
            let first = try await app.guest.get("/api/v1/stories?q=ferry&sort=newest&limit=1").json
            #expect((first["items"] as? [[String: Any]])?.first?["title"] as? String == "Newer")
            let next = try #require(first["next"] as? String)
            let second = try await app.guest.get("/api/v1/stories?q=ferry&sort=newest&limit=1&after=\(next)").json
            #expect((second["items"] as? [[String: Any]])?.first?["title"] as? String == "Older")
            #expect(second["next"] == nil)
        }
    }

    @Test("unpublished stories, their words, tags and authors are found by nobody", arguments: Engine.available)
    func unpublished(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishSerial("The lantern", [("tags", "lantern")])
            try await app.runJobs()
            _ = try await app.signedIn(.ada).post("/stories/\(story.story)/publish", ["published": "false"])
            try await app.runJobs()
            for query in ["q=lantern", "q=ferry", "q=ada", "tags=lantern", "sort=updated"] {
                let page = try await app.guest.get("/stories/search?\(query)").text
                #expect(page.contains("0 stories found") && !page.contains("stretched"), "\(query)")
            }
            #expect(try await app.guest.get("/stories/search/suggestions?q=lan").text.contains("\"items\":[]"))
            #expect(try await app.guest.get("/api/v1/stories/\(story.story)").status == .notFound)
        }
    }

    @Test("hostile words are words, and suggestions lead to what they name", arguments: Engine.available)
    func hostile(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishSerial("The lantern", [("tags", "<script>alert(1)</script>")])
            for words in ["%22", "%27%3B--", "%3Cscript%3E", "%25", "%F0%9F%91%8D", "*", "a".padding(toLength: 900, withPad: "ab ", startingAt: 0)] {
                let word = words.replacing(" ", with: "+")
                for name in ["q", "tags", "without", "language", "author", "sort"] {
                    let page = try await app.guest.get("/stories/search?\(name)=\(word)")
                    #expect(page.status == .ok, "\(name)=\(word)")
                    #expect(!page.text.contains("<script>"), "\(name)=\(word)")
                }
            }
            let items = try await app.guest.get("/stories/search/suggestions?q=lant").text
            #expect(items.contains("The lantern"))
        }
    }
}
