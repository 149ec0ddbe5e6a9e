import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Comments on paragraphs")
struct ParagraphCommentTests {
    @Test(
        "a paragraph shows how many comments it has, without those of muted people, and leads to them alone", .covers("STO-038"),
        arguments: Engine.available)
    func counted(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let (bea, list) = (try await app.signedIn(.bea), "/stories/chapters/\(story.chapter)/comments")
            _ = try await bea.post(list, ["words": "Oh no, the lamp.", "quote": "The lamp had gone out"])
            let first = try await app.site.database.read { db in try db.one("SELECT max(id) FROM stories_comment" as Query<CommentID>) }
            try await app.comment("It had.", on: story.chapter, by: .ada, answering: first)
            _ = try await app.signedIn(.curator).post(list, ["words": "Which lamp?", "quote": "lamp had gone out", "spoiler": "true"])
            try await app.comment("About all of it.", on: story.chapter)

            // Without a script it is a link in the text.
            let page = try await app.guest.get("/read/\(story.publication)/0").text
            let mark = try #require(page.firstMatch(of: /<a class="reader-remark" href="([^"]*)"[^>]*>(\d+)<\/a><\/p>/)).output
            #expect(mark.2 == "3" && page.contains("3 comments on this paragraph"))
            let address = String(mark.1).replacing("&amp;", with: "&")
            let only = try await app.guest.get(address).text
            #expect(only.contains("Oh no, the lamp.") && only.contains("It had.") && only.contains("Which lamp?"))
            #expect(!only.contains("About all of it.") && only.contains("data-reader-panel") && only.contains("All comments on this chapter"))
            #expect(only.firstMatch(of: /<details class="fold">.*?Which lamp\?/.dotMatchesNewlines()) != nil, "a spoiler is covered")

            let remarks = "/api/v1/publications/\(story.publication)/sections/0/remarks"
            func counts(_ who: TestClient) async throws -> [Int] {
                (try await who.asProgram.get(remarks).json["items"] as? [[String: Any]] ?? []).compactMap { $0["count"] as? Int }
            }
            #expect(try await counts(app.guest) == [3])
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/stories/people/\(try await app.person(.curator))/mute", ["muted": "true"])
            #expect(try await counts(ada) == [2])
            #expect(try await app.guest.asProgram.get(remarks.replacing("sections/0", with: "sections/9")).status == .notFound)
        }
    }

    @Test("a comment that is written about a paragraph quotes it, and leads back to its comments", .covers("STO-038"), arguments: Engine.available)
    func written(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let (bea, list) = (try await app.signedIn(.bea), "/stories/chapters/\(story.chapter)/comments")
            _ = try await bea.post(list, ["words": "Oh no.", "quote": "The lamp had gone out"])
            let page = try await bea.get("/read/\(story.publication)/0").text
            let address = String(try #require(page.firstMatch(of: /reader-remark" href="([^"]*)"/)).output.1)
            let paragraph = String(try #require(address.firstMatch(of: /at=([0-9-]+)/)).output.1)
            let form = try await bea.get(address).text
            let quote = try #require(form.firstMatch(of: /name="quote" value="([^"]*)"/)).output.1
            #expect(quote.contains("The lamp had gone out") && form.contains("name=\"at\" value=\"\(paragraph)\""))
            let sent = try await bea.post(list, ["words": "And so it goes.", "quote": String(quote), "at": paragraph])
            #expect(sent.location?.hasPrefix("\(list)?at=\(paragraph)&order=newest") == true || sent.location?.contains("at=\(paragraph)") == true)
            #expect(try await bea.get(address).text.contains("And so it goes."))
            // What is no paragraph shows the whole chapter.
            for wrong in ["x", "5-2", "-1-3", "1-2-3"] { #expect(try await bea.get(list + "?at=" + wrong).text.contains("Oh no."), "\(wrong)") }
        }
    }

    @Test("a long passage is quoted up to a whole word, and a sign says that it goes on", .covers("STO-038"), arguments: Engine.available)
    func cut(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let text = "The ferry was late, and " + (1...300).map { "wave number\($0)" }.joined(separator: " over ") + " broke."
            let story = try await app.publishStory("The lamp", text)
            let (bea, list) = (try await app.signedIn(.bea), "/stories/chapters/\(story.chapter)/comments")
            // As the reader sends a selection of old, which ended within a word.
            let (start, rest) = ("The ferry was late, and wave num", "ber1 over wave")
            let chosen = link(list, query: ["quote": start, "suffix": rest])
            let form = try await bea.get(chosen).text
            let (shown, field) = (try #require(form.firstRange(of: "The ferry was late, and wave…")), try #require(form.firstRange(of: "<textarea")))
            #expect(shown.lowerBound < field.lowerBound, "the quote stands above the field")
            _ = try await bea.post(list, ["words": "What a sea.", "quote": start, "suffix": rest])
            #expect(try await app.guest.get(list).text.contains("The ferry was late, and wave…"))

            // A paragraph that is longer than a quote may be.
            let paragraph = try await bea.get(list + "?at=0-\(text.length)").text
            let quote = String(try #require(paragraph.firstMatch(of: /name="quote" value="([^"]*)"/)).output.1)
            let end = String(quote.suffix(40))
            #expect(quote.length <= CommentDraft.longestQuote && text.contains(end + " "), "\(end)")
            _ = try await bea.post(list, ["words": "So many waves.", "quote": quote])
            #expect(try await app.guest.get(list).text.contains(end + "…"))
        }
    }

    @Test(
        "where comments are hidden nobody reads that there are none yet, and a guest is asked to sign in", .covers("STO-038"),
        arguments: Engine.available)
    func hidden(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let list = "/stories/chapters/\(story.chapter)/comments"
            let empty = try await app.guest.get(list).text
            #expect(empty.contains("No comments yet") && empty.contains("Sign in to write the first one."))
            let id = try await app.comment("Too long for my taste.", on: story.chapter)
            _ = try await app.signedIn(.ada).post("/stories/comments/\(id)/hide", ["hidden": "true"])
            let guest = try await app.guest.get(list).text
            #expect(guest.contains("No comments to show") && guest.contains("hidden by the author") && !guest.contains("No comments yet"))
            let curator = try await app.signedIn(.curator).get(list).text
            #expect(curator.contains("No comments to show") && curator.contains("you’ve muted"))
        }
    }

    @Test("the reader of a story speaks of stories and chapters", .covers("STO-032"), arguments: Engine.available)
    func words(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let page = try await app.signedIn(.bea).get("/read/\(story.publication)/0").text
            #expect(page.contains("Search this story") && page.contains("Next chapter") && page.contains("No bookmarks in this story yet."))
            for word in ["this book", "next section", "of the section", "span sections"] { #expect(!page.contains(word), "\(word)") }
            #expect(try await app.guest.get("/read/\(story.publication)/search?q=lamp").text.contains("Search in this story"))
        }
    }
}
