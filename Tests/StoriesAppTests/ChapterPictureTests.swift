import Core
import Database
import Documents
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Pictures in chapters", .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
struct ChapterPictureTests {
    private func add(
        _ name: String, to chapter: ChapterID, words: String = "A ferry in the fog", in app: TestApp, by who: Cast = .ada
    ) async throws -> TestResponse {
        try await app.signedIn(who).upload(
            "/stories/chapters/\(chapter)/pictures", words.isEmpty ? [:] : ["words": words], files: [("picture", name, try picture(name))])
    }

    @Test(
        "a picture stands in the text where its author put it, waits for a moderator with its chapter, and goes into EPUB and PDF",
        .covers("STO-028", "STO-038"), arguments: Engine.available)
    func show(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            _ = try await app.save("The ferry was late.", begun.chapter, on: 0)
            let added = try await add("pillow_hopper.jpg", to: begun.chapter, in: app)
            #expect(added.location == "/stories/chapters/\(begun.chapter)", "\(added.text)")
            let text = try await app.text(begun.chapter)
            #expect(text.hasPrefix("The ferry was late.\n\n![A ferry in the fog](picture:"), "\(text)")
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .notFound)
            let moderation = try app.site.service(Moderation.self)
            let found = try #require(try await app.site.database.read { db in try moderation.find(ChapterSubject.key(begun.chapter), in: db) })
            let page = try await app.signedIn(.moderator).get("/admin/moderation/cases/\(found.id)").text
            #expect(page.contains("/stories/pictures/") && page.contains("A ferry in the fog"))
            try await app.decide(.accept, on: ChapterSubject.key(begun.chapter))

            let reader = try #require(try await app.guest.get("/stories/\(begun.story)").text.firstMatch(of: /\/read\/\d+\/0/)).output
            let chapter = try await app.guest.get(String(reader)).text
            let source = try #require(chapter.firstMatch(of: /src="(?<src>[^"]*resources\/p\d+\.jpg)" alt="A ferry in the fog"/), "\(chapter)")
            let address = source.src.hasPrefix("/") ? String(source.src) : String(reader.dropLast()) + source.src
            #expect(try await app.guest.get(address).status == .ok, "\(address)")
            let book = try await ada.get("/stories/\(begun.story)/story.epub")
            #expect(String(decoding: book.bytes, as: UTF8.self).contains("EPUB/resources/p"))
            let paper = try await ada.get("/stories/\(begun.story)/story.pdf")
            #expect(String(decoding: paper.bytes, as: UTF8.self).contains("/Subtype /Image"))

            // What was looked at once needs no second look.
            let head = try await app.site.database.read { db in try db.one(.chapter(begun.chapter)).head }
            try await app.publish("A new first line of it.\n\n" + text, begun.chapter, on: head)
            #expect(try await app.guest.get(String(reader)).text.contains("A new first line"))
        }
    }

    @Test("a picture needs words for those who can’t see it, unless it is decoration", .covers("STO-028", "CORE-022"), arguments: Engine.available)
    func words(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let refused = try await add("pillow_hopper.jpg", to: begun.chapter, words: "", in: app)
            #expect(refused.status == .unprocessableContent && refused.text.contains("field-words-error"))
            #expect(try app.storedFiles() == 0)
            let added = try await app.signedIn(.ada).upload(
                "/stories/chapters/\(begun.chapter)/pictures", ["isDecorative": "true"],
                files: [("picture", "p", try picture("pillow_hopper.jpg"))])
            #expect(added.status == .seeOther, "\(added.text)")
            #expect(try await app.text(begun.chapter).hasPrefix("![](picture:"))
        }
    }

    @Test("only a story’s own pictures can be named in it, and nobody adds one to another’s chapter", .covers("STO-028"), arguments: Engine.available)
    func own(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            try await app.site.configure { $0.settings[StoriesChoices.reviewsPictures.id] = "false" }
            let one = try await app.beginStory()
            #expect(try await add("pillow_hopper.jpg", to: one.chapter, in: app, by: .bea).status == .notFound)
            _ = try await add("pillow_hopper.jpg", to: one.chapter, in: app)
            let mark = try await app.text(one.chapter)
            let other = try await app.beginStory("Another one")
            try await app.publish("Words of another story. " + mark + " ![out](https://example.com/p.jpg)", other.chapter)
            let page = try await app.guest.get("/stories/\(other.story)").text
            let reader = try #require(page.firstMatch(of: /\/read\/\d+\/0/), "\(page)").output
            let chapter = try await app.guest.get(String(reader)).text
            #expect(chapter.contains("A ferry in the fog") && !chapter.contains("resources/p") && !chapter.contains("example.com"))
        }
    }

    @Test("a picture that readers see stays until its chapter shows it no more", .covers("STO-028"), arguments: Engine.available)
    func remove(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            try await app.site.configure { $0.settings[StoriesChoices.reviewsPictures.id] = "false" }
            let begun = try await app.beginStory()
            _ = try await add("pillow_hopper.jpg", to: begun.chapter, in: app)
            let mark = try await app.text(begun.chapter)
            let id = try #require(mark.firstMatch(of: /picture:(\d+)/)).1
            try await app.publish("Words. \(mark)", begun.chapter, on: 1)
            let ada = try await app.signedIn(.ada)
            let path = "/stories/chapters/\(begun.chapter)/pictures/remove"
            #expect(try await ada.post(path, ["picture": String(id)]).status == .conflict)
            let head = try await app.site.database.read { db in try db.one(.chapter(begun.chapter)).head }
            try await app.publish("Other words, and no picture.", begun.chapter, on: head)
            #expect(try await app.signedIn(.bea).post(path, ["picture": String(id)]).status == .forbidden)
            #expect(try await ada.post(path, ["picture": String(id)]).status == .seeOther)
            try await app.runJobs()
            #expect(try app.storedFiles() == 0)
        }
    }

    @Test("the editor’s script gets the mark of the picture that it sent", .covers("STO-028", "STO-039"))
    func program() async throws {
        try await withStories(on: .sqlite) { app in
            let begun = try await app.beginStory()
            let answer = try await app.signedIn(.ada).upload(
                "/api/v1/stories/chapters/\(begun.chapter)/pictures", ["words": "A [ferry]"],
                files: [("picture", "p", try picture("pillow_hopper.png"))])
            #expect(answer.status == .ok && answer.text.contains("![A (ferry)](picture:"), "\(answer.text)")
            #expect(try await app.text(begun.chapter).isEmpty, "where it goes is the author's choice")
        }
    }
}

@Suite("Pages as pictures")
struct PageImportTests {
    /// A page with a line of print.
    private func page(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pages/\(name)")))
    }

    @Test(
        "pictures of pages become a chapter in the order of their names, each with the words that were recognised in it, which its author is asked to read",
        .covers("STO-028"), arguments: Engine.available)
    func recognise(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            let sent = try await ada.upload(
                "/stories/\(begun.story)/import",
                files: [("file", "page-10.png", try page("page-10.png")), ("file", "page-2.png", try page("page-2.png"))])
            #expect(sent.status == .seeOther, "\(sent.text)")
            let chapters = try await app.site.database.read { db in try db.all(.chapters(of: begun.story)) }
            #expect(chapters.count == 2)
            let text = try await app.text(try #require(chapters.last).id)
            let second = try #require(text.range(of: "The second page tells how the lamp was lit again."), "\(text)")
            let tenth = try #require(text.range(of: "The tenth page says that the ferry came home."), "\(text)")
            #expect(second.lowerBound < tenth.lowerBound)
            #expect(text.hasPrefix("![Page 1](picture:") && text.matches(of: /!\[Page \d\]\(picture:\d+\)/).count == 2)
        }
    }

    @Test("one damaged page and nothing is added", .covers("STO-028", "CORE-022"), arguments: Engine.available)
    func refuse(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let whole = try page("page-2.png")
            let answer = try await app.signedIn(.ada).upload(
                "/stories/\(begun.story)/import", files: [("file", "1.png", whole), ("file", "2.png", Array(whole.prefix(40)))])
            #expect(answer.status == .unprocessableContent && answer.text.contains("damaged"), "\(answer.text)")
            #expect(try await app.site.database.read { db in try db.all(.chapters(of: begun.story)).count } == 1)
            #expect(try app.storedFiles() == 0)
        }
    }
}
