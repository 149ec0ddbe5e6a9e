import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Publishing a story")
struct PublishingTests {
    @Test(
        "readers see published stories only, chapter by chapter with a main page; unpublishing hides the story again",
        .covers("STO-030", "STO-032", "STO-033"), arguments: Engine.available)
    func publish(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            _ = try await app.save("The ferry was *late*.\n\n> It was always late.", begun.chapter, on: 0, title: "The crossing")
            let ada = try await app.signedIn(.ada)
            let sent = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            #expect(sent.status == .seeOther)
            let page = try await app.guest.get("/stories/\(begun.story)")
            #expect(page.status == .ok, "\(page.text)")
            #expect(page.text.contains("The lamp at the ferry") && page.text.contains("Ada") && page.text.contains("A ferry, a lamp, a winter."))
            #expect(page.text.contains("The crossing"))
            let reader = try #require(page.text.firstMatch(of: /\/read\/\d+\/0/)).output
            let chapter = try await app.guest.get(String(reader)).text
            #expect(chapter.contains("<em>late</em>") && chapter.contains("<blockquote>"))
            #expect(try await app.guest.get("/stories").text.contains("The lamp at the ferry"))

            _ = try await ada.post("/stories/\(begun.story)/publish", ["published": "false"])
            let gone = try await app.guest.get("/stories/\(begun.story)")
            #expect(gone.status == .notFound && gone.text.contains("This story isn’t available.") && gone.text.contains("Find stories"))
            #expect(try await app.guest.get(String(reader)).status == .notFound)
            #expect(try await !app.guest.get("/stories").text.contains("The lamp at the ferry"))
            _ = try await ada.post("/stories/\(begun.story)/publish", ["published": "true"])
            #expect(try await app.guest.get(String(reader)).status == .ok)
        }
    }

    @Test(
        "one chapter is unpublished by a form: readers no longer see it, its text stays, and publishing shows it again",
        .covers("STO-027", "STO-030"), arguments: Engine.available)
    func unpublish(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let second = try await app.addChapter(to: begun.story, "The landing")
            let ada = try await app.signedIn(.ada)
            func readers() async throws -> String { try await app.guest.get("/stories/\(begun.story)").text }
            func workspace() async throws -> String { try await ada.get("/stories/\(begun.story)/chapters").text }
            let action = "/stories/chapters/\(second)/unpublish"
            #expect(try await ada.get("/stories/chapters/\(second)").text.contains(action))
            #expect(try await workspace().contains(action))

            let hidden = try await ada.post(action)
            #expect(hidden.status == .seeOther && hidden.location == "/stories/\(begun.story)/chapters")
            #expect(try await !readers().contains("The landing"))
            #expect(try await readers().contains("The crossing"))
            let publication = try #require(try await app.site.database.read { db in try db.one(.story(begun.story)).publication })
            let gone = try await app.guest.get("/read/\(publication)/1")
            #expect(gone.status == .notFound && gone.text.contains("This part isn’t available."))
            #expect(gone.text.contains("href=\"/read/\(publication)/contents\""))
            #expect(try await ada.get("/stories/chapters/\(second)").text.contains("the next words of the story"))
            #expect(try await workspace().contains(">Draft<"))

            _ = try await ada.post("/stories/chapters/\(second)/publish")
            #expect(try await readers().contains("The landing"))
            #expect(try await app.signedIn(.bea).post(action).status == .forbidden)
        }
    }

    @Test("an author sees the page of a story as somebody does who hasn’t signed in", .covers("STO-033"), arguments: Engine.available)
    func readersView(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let ada = try await app.signedIn(.ada)
            let workspace = try await ada.get("/stories/\(story.story)/chapters").text
            let link = try #require(workspace.firstMatch(of: /href="([^"]+)"[^>]*>(?:(?!<\/a>).)*View as a reader/)).output.1
            let (own, seen) = (try await ada.get("/stories/\(story.story)").text, try await ada.get(String(link)).text)
            #expect(own.contains(">Edit<") && !own.contains("This is what readers see."))
            #expect(seen.contains("This is what readers see.") && !seen.contains(">Edit<"))
            #expect(seen.contains("Signed-in readers rate your story here.") && !seen.contains("Sign in to rate"))
            let guest = try await app.guest.get(String(link)).text
            #expect(!guest.contains("This is what readers see."))
            func content(_ page: String) throws -> String {
                String(try #require(page.firstMatch(of: /(?s)<article class="work-page">.*?<\/article>/)).output)
                    .replacing(/value="[^"]{22}"/, with: "")
                    .replacing(/<p[^>]*>(<a [^>]*>Sign in to rate<\/a>|Signed-in readers rate your story here\.)<\/p>/, with: "")
            }
            #expect(try content(seen) == content(guest))
        }
    }

    @Test("a preview shows a chapter as readers will see it, and to its author alone", .covers("STO-026", "STO-030"), arguments: Engine.available)
    func preview(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            let sent = try await ada.post(
                "/stories/chapters/\(begun.chapter)", ["base": "0", "title": "The crossing", "text": "The ferry was *late*.", "then": "preview"])
            let address = "/stories/chapters/\(begun.chapter)/preview"
            #expect(sent.location == address)
            let page = try await ada.get(address)
            #expect(page.status == .ok && page.text.contains("The crossing</h1>") && page.text.contains("<em>late</em>"))
            #expect(try await app.signedIn(.bea).get(address).status == .notFound)
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .notFound)
        }
    }

    @Test(
        "a footnote in a preview, an earlier version or a draft leads to its note on the same page", .covers("STO-026"), arguments: Engine.available)
    func notesBeforePublishing(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let saved = try await app.save("The lamp was lit.[^1]\n\n[^1]: By hand.\n", begun.chapter, on: 0)
            let ada = try await app.signedIn(.ada)
            let chapter = "/stories/chapters/\(begun.chapter)"
            #expect(try await ada.post(chapter + "/draft/show").status == .seeOther)
            for address in [chapter + "/preview", chapter + "/history/\(saved.revision)", chapter + "/draft"] {
                let page = try await ada.get(address).text
                let places = page.matches(of: /href="(\d*)#(s\d[^"]+)"/)
                #expect(places.count == 2, "\(address)")
                for place in places {
                    #expect(place.output.1.isEmpty && page.contains("id=\"\(place.output.2)\""), "\(address): \(place.output.0)")
                }
            }
        }
    }

    @Test(
        "before its first publication an author sees who will read a story and what it lacks; later chapters are published at once",
        .covers("STO-030"), arguments: Engine.available)
    func firstPublication(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            func publish(_ chapter: ChapterID, _ text: String) async throws -> String? {
                try await ada.post("/stories/chapters/\(chapter)", ["base": "0", "title": "", "text": text, "then": "publish"]).location
            }
            let address = "/stories/chapters/\(begun.chapter)/publish"
            #expect(try await publish(begun.chapter, "The ferry was late that day.") == address)
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .notFound)
            let page = try await ada.get(address).text
            #expect(page.contains("Everyone, with or without an account") && page.contains("6 words") && page.contains("A cover: it’s seen first."))
            #expect(!page.contains("A description: it’s what readers decide by."))
            let details = "/stories/\(begun.story)/edit"
            #expect(page.contains("\(details)?then="))
            let saved = try await ada.post(
                details, ["title": "The lamp", "description": "", "language": "en", "rating": "mature", "warnings": "death", "then": address])
            #expect(saved.location == address)
            let mature = try await ada.get(address).text
            #expect(mature.contains("Readers who confirm that they’re 18 or older") && mature.contains("Death"))
            #expect(mature.contains("A description: it’s what readers decide by."))
            let elsewhere = try await ada.post(
                details, ["title": "The lamp", "language": "en", "rating": "general", "then": "https://example.org/"])
            #expect(elsewhere.location == "/stories/\(begun.story)/chapters")

            _ = try await ada.post(address)
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .ok)
            let added = try #require(try await ada.post("/stories/\(begun.story)/chapters").location)
            let second = try #require(ChapterID(String(added.split(separator: "/").last ?? "")))
            #expect(try await publish(second, "On the next day it came on time.") == "/stories/\(begun.story)/chapters")
            #expect(try await app.guest.get("/stories/\(begun.story)").text.contains("Chapter 2"))
        }
    }

    @Test(
        "a chapter without a title is called by its number wherever it’s read, also where it moves, and words are counted alike everywhere",
        .covers("STO-032", "STO-033"), arguments: Engine.available)
    func untitled(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory("The lamp at the ferry", "Four words and more.").story
            let ada = try await app.signedIn(.ada)
            let added = try #require(try await ada.post("/stories/\(story)/chapters").location)
            let second = try #require(ChapterID(String(added.split(separator: "/").last ?? "")))
            try await app.publish("The next morning was clear.", second)
            let publication = try #require(try await app.site.database.read { db in try db.one(.story(story)).publication })
            func page(_ address: String) async throws -> String { try await app.guest.get(address).text }
            #expect(try await page("/read/\(publication)/1").contains("<h1>Chapter 2</h1>"))
            #expect(try await page("/read/\(publication)/contents").contains("Chapter 2"))
            #expect(try await page("/stories/\(story)").contains(">Chapter 2<"))
            #expect(try await page("/stories/\(story)/feed").contains("The lamp at the ferry: Chapter 2"))
            #expect(try await ada.get("/stories/chapters/\(second)/preview").text.contains("<h1>Chapter 2</h1>"))

            let counts = try await page("/stories/\(story)").matches(of: /(\d+) words/).map { String($0.output.1) }
            #expect(counts == ["9", "4", "5"])
            #expect(try await ada.get("/stories/\(story)/chapters").text.contains("9 words"))

            _ = try await ada.json(.put, "/api/v1/stories/chapters/\(second)/place", #"{"place":1}"#)
            #expect(try await page("/read/\(publication)/0").contains("<h1>Chapter 1</h1>"))
            #expect(try await !page("/read/\(publication)/1").contains("Chapter 2"))
        }
    }

    @Test("a report that comes to nothing doesn’t publish what its author took back", .covers("STO-030", "STO-038"), arguments: Engine.available)
    func reported(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let second = try await app.addChapter(to: begun.story, "The landing")
            _ = try await app.signedIn(.ada).post("/stories/chapters/\(second)/unpublish")
            let services = try StoriesServices(site: app.site)
            let subject = ChapterSubject(publishing: services.publishing, pictures: services.pictures, drafts: services.drafts)
            try await app.site.write(by: nil) { write in try subject.apply(.accept, to: second.number, in: write) }
            #expect(try await !app.guest.get("/stories/\(begun.story)").text.contains("The landing"))
        }
    }

    @Test(
        "a story is reported for what is wrong with fiction, and an older report keeps its reason", .covers("STO-038", "CORE-027"),
        arguments: Engine.available)
    func reasons(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let address = "/moderation/report/\(StorySubject.kind)/\(begun.story)"
            let bea = try await app.signedIn(.bea)
            let form = try await bea.get(address).text
            #expect(form.contains("Wrong audience or missing warning") && form.contains("Copied from someone else’s work"))
            #expect(!form.contains("free labour"))
            #expect(try await bea.post(address, ["reason": "for-profit", "words": "Unpaid."]).status == .unprocessableContent)
            #expect(try await bea.post(address, ["reason": "stories.copied", "words": "From my book."]).status == .seeOther)
            try await app.site.database.write { db in try db.run("UPDATE moderation_report SET reason = 'for-profit' WHERE words = 'From my book.'") }
            _ = try await app.signedIn(.curator).post(address, ["reason": "stories.audience", "words": "It has violence."])
            let moderator = try await app.signedIn(.moderator)
            let queue = try await moderator.get("/admin/moderation").text
            let found = try #require(queue.firstMatch(of: /href="(\/admin\/moderation\/cases\/\d+)"/)).1
            let page = try await moderator.get(String(found)).text
            #expect(page.contains("looking for free labour") && page.contains("Wrong audience or missing warning"))
        }
    }

    @Test("a save of the words that the form has just published isn’t a change", .covers("STO-026"), arguments: Engine.available)
    func lateSave(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let first = try await app.save("The ferry was late.", begun.chapter, on: 0, title: "The crossing")
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post(
                StoriesPaths.editor(begun.chapter),
                ["base": "\(first.revision)", "title": "The crossing", "text": "The ferry was late again.", "then": "publish"])
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            let late = try await app.save("The ferry was late again.", begun.chapter, on: first.revision, title: "The crossing")
            #expect(late.revision == late.head && late.text == nil)
            let workspace = try await ada.get("/stories/\(begun.story)/chapters").text
            #expect(workspace.contains("Published") && !workspace.contains("unpublished changes"))
            #expect(workspace.contains("1 chapter") && !workspace.contains("1 chapters"))
            #expect(!workspace.contains("up and down arrow keys"))
            #expect(try await !ada.get(StoriesPaths.editor(begun.chapter)).text.contains("Muted people"))
        }
    }

    @Test("what is written after publishing stays the author’s own until it is published too", arguments: Engine.available)
    func update(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let first = try await app.save("The first words of it.", begun.chapter, on: 0)
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            _ = try await app.save("The first words of it. Secret ones.", begun.chapter, on: first.revision)
            let reader = try #require(try await app.guest.get("/stories/\(begun.story)").text.firstMatch(of: /\/read\/\d+\/0/)).output
            #expect(try await !app.guest.get(String(reader)).text.contains("Secret"))
            let workspace = try await ada.get("/stories/\(begun.story)/chapters").text
            #expect(workspace.contains(/badge-warning[^>]*>(<[^>]*>)*Published, with unpublished changes/))
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            #expect(try await app.guest.get(String(reader)).text.contains("Secret"))
        }
    }

    @Test("chapters are read in the author’s order, also after it changes", .covers("STO-029"), arguments: Engine.available)
    func order(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            _ = try await app.save("The first chapter’s words.", begun.chapter, on: 0, title: "Alpha")
            let added = try #require(try await ada.post("/stories/\(begun.story)/chapters").location)
            let second = try #require(ChapterID(String(added.split(separator: "/").last ?? "")))
            _ = try await app.save("The second chapter’s words.", second, on: 0, title: "Beta")
            for chapter in [begun.chapter, second] { _ = try await ada.post("/stories/chapters/\(chapter)/publish") }
            func order() async throws -> Bool {
                let page = try await app.guest.get("/stories/\(begun.story)").text
                let (alpha, beta) = (try #require(page.range(of: ">Alpha<")), try #require(page.range(of: ">Beta<")))
                return alpha.lowerBound < beta.lowerBound
            }
            #expect(try await order())
            _ = try await ada.post("/stories/chapters/\(second)/move", ["direction": "up"])
            #expect(try await !order())
        }
    }

    @Test("an empty chapter isn’t published", arguments: Engine.available)
    func empty(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let answer = try await app.signedIn(.ada).json(.post, "/stories/chapters/\(begun.chapter)/publish", "{}")
            #expect(answer.status.rawValue >= 400)
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .notFound)
        }
    }

    @Test(
        "swearing by a character is fiction; what the filter doubts waits for people, and a removal hides without taking the author’s own copy",
        .covers("STO-038"), arguments: Engine.available)
    func moderation(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            _ = try await app.save("“Damn you, you bloody fool,” said the ferryman. “Get off my boat.”", begun.chapter, on: 0)
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .ok)

            let person = try await app.person(.moderator)
            let moderation = try app.site.service(Moderation.self)
            try await app.site.write(by: person) { write in
                let found = try #require(try moderation.find(ChapterSubject.key(begun.chapter), in: write))
                let moderator = Moderator(id: person, permissions: [.storiesModerate, ModerationPermissions.queue])
                try moderation.decide(
                    found.id, ModeratorDecision(.remove, reason: .other, words: "It copies another book.", version: found.version), by: moderator,
                    in: write)
            }
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .notFound)
            let workspace = try await ada.get("/stories/\(begun.story)/chapters").text
            #expect(workspace.contains("Removed") && workspace.contains("It copies another book."))
            #expect(try await app.text(begun.chapter).contains("ferryman"))
        }
    }

    @Test("a published story can be taken along as EPUB and PDF; a draft can’t", arguments: Engine.available)
    func export(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory("Å & “B” <C>")
            _ = try await app.save("One line.  \nAnother.\n\n* * *\n\nWith a note.[^1]\n\n[^1]: The note.", begun.chapter, on: 0, title: "A & B")
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/stories/\(begun.story)/story.epub").status == .notFound)
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            let epub = try await app.signedIn(.bea).get("/stories/\(begun.story)/story.epub")
            #expect(epub["Content-Type"] == "application/epub+zip")
            // The media type stands in the first bytes, where programs look for it.
            #expect(String(decoding: epub.bytes.prefix(58), as: UTF8.self).hasSuffix("mimetypeapplication/epub+zip"))
            // A story without a picture has its made cover.
            #expect(String(decoding: epub.bytes, as: UTF8.self).contains("EPUB/cover.svg"))
            let pdf = try await app.signedIn(.bea).get("/stories/\(begun.story)/story.pdf")
            #expect(String(decoding: pdf.bytes.prefix(5), as: UTF8.self) == "%PDF-")
        }
    }

    @Test("a chapter with headings is one page, and its footnotes lead to places on it", .covers("STO-032"), arguments: Engine.available)
    func footnotes(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let filler = String(repeating: "Words that fill a part of the chapter. ", count: 80)
            let text = "# Monday\n\nA note.[^1] \(filler)\n\n# Tuesday\n\nAnother.[^2] \(filler)\n\n[^1]: The first.\n[^2]: The second.\n"
            _ = try await app.save(text, begun.chapter, on: 0, title: "The log")
            _ = try await app.signedIn(.ada).post("/stories/chapters/\(begun.chapter)/publish")
            let story = try await app.guest.get("/stories/\(begun.story)").text
            #expect(story.matches(of: /\/read\/\d+\/\d+/).count == 1)
            let reader = try #require(story.firstMatch(of: /\/read\/\d+\/0/)).output
            let page = try await app.guest.get(String(reader)).text
            let places = page.matches(of: /href="0#([^"]+)"/).map { String($0.output.1) }
            #expect(places.count >= 4)
            for place in places { #expect(page.contains("id=\"\(place)\""), "\(place)") }
            #expect(!page.contains("section:"))
        }
    }
}
