import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("What writers take along and hear")
struct ManuscriptTests {
    @Test(
        "who writes a story takes all of it along under its title, drafts included, and nobody else does", .covers("STO-037"),
        arguments: Engine.available)
    func manuscript(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory("Färjan: en lampa", chapter: "The crossing")
            let ada = try await app.signedIn(.ada)
            let added = try #require(try await ada.post("/stories/\(begun.story)/chapters").location)
            let second = try #require(ChapterID(String(added.split(separator: "/").last ?? "")))
            _ = try await app.save("Nobody has read *this*.", second, on: 0)
            let menu = try await ada.get("/stories/\(begun.story)/chapters").text
            #expect(menu.contains(StoriesPaths.export(begun.story)) && menu.contains(StoriesPaths.storyComments(begun.story)))
            #expect(try await ada.get("/stories/\(begun.story)").text.contains(StoriesPaths.export(begun.story)))
            #expect(try await ada.get(StoriesPaths.export(begun.story)).text.contains(StoriesPaths.manuscript(begun.story)))

            let file = try await ada.get(StoriesPaths.manuscript(begun.story))
            let name = "attachment; filename=\"F_rjan en lampa.md\"; filename*=UTF-8''F%C3%A4rjan%20en%20lampa.md"
            #expect(file.response.headers["Content-Disposition"] == name)
            #expect(file.text.hasPrefix("---\ntitle: \"Färjan: en lampa\"\nauthor: [\"Ada\"]\nlang: en\n---\n"))
            #expect(file.text.contains("# The crossing\n") && file.text.contains("# Chapter 2\n\nNobody has read *this*."))
            #expect(try await app.signedIn(.bea).get(StoriesPaths.manuscript(begun.story)).status == .forbidden)
            #expect(try await app.signedIn(.bea).get(StoriesPaths.export(begun.story)).status == .forbidden)
            let book = try await app.signedIn(.bea).get(StoriesPaths.epub(begun.story))
            #expect(book.response.headers["Content-Disposition"]?.contains("F%C3%A4rjan%20en%20lampa.epub") == true)
        }
    }

    @Test("the manuscript is printed with its drafts, for those who write it", .covers("STO-032", "STO-037"), arguments: Engine.available)
    func printed(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory("Färjan")
            _ = try await app.save("Nobody has read *this*.", begun.chapter, on: 0)
            let (ada, address) = (try await app.signedIn(.ada), StoriesPaths.printedManuscript(begun.story))
            #expect(try await ada.get(StoriesPaths.export(begun.story)).text.contains(address))
            let file = try await ada.get(address)
            #expect(file.status == .ok && file["Content-Type"] == "application/pdf" && file.bytes.starts(with: Array("%PDF".utf8)))
            #expect(file.response.headers["Content-Disposition"]?.contains("F%C3%A4rjan.pdf") == true)
            #expect(try await app.signedIn(.bea).get(address).status == .notFound)
        }
    }

    @Test(
        "the manuscript as a Word file is read again with its chapters, footnotes and words, for those who write it", .covers("STO-032", "STO-037"),
        arguments: Engine.available)
    func word(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory("Färjan: *en* lampa")
            let filler = String(repeating: "The boat went on. ", count: 60)
            _ = try await app.save(
                "It was *late*, and cost $5 & more.[^1] \(filler)\n\n[^1]: So the log says.", begun.chapter, on: 0, title: "1. The <quay> & *us*")
            let ada = try await app.signedIn(.ada)
            let added = try #require(try await ada.post("/stories/\(begun.story)/chapters").location)
            let second = try #require(ChapterID(String(added.split(separator: "/").last ?? "")))
            // Its note has the same name as the other chapter's.
            _ = try await app.save("Nobody has read this.[^1] \(filler)\n\n[^1]: Nobody at all.", second, on: 0)

            let address = StoriesPaths.wordManuscript(begun.story)
            #expect(try await ada.get(StoriesPaths.export(begun.story)).text.contains(address))
            let file = try await ada.get(address)
            #expect(file.status == .ok && file.bytes.starts(with: Array("PK".utf8)), "\(file.text.prefix(300))")
            #expect(file.response.headers["Content-Disposition"]?.contains(".docx") == true)
            #expect(try await app.signedIn(.bea).get(address).status == .notFound)

            let other = try await app.beginStory("Another")
            let sent = try await ada.upload("/stories/\(other.story)/import", files: [("file", "book.docx", file.bytes)])
            #expect(sent.status == .seeOther, "\(sent.text)")
            let chapters = try await app.site.database.read { db in try db.all(.chapters(of: other.story)) }
            #expect(chapters.map(\.title).suffix(2) == ["1. The <quay> & *us*", "Chapter 2"], "\(chapters.map(\.title))")
            var texts: [String] = []
            for chapter in chapters { texts.append(try await app.text(chapter.id)) }
            #expect(texts.contains { $0.contains("It was *late*, and cost $5 & more.1") }, "\(texts)")
            #expect(
                texts.contains { $0.contains("Nobody has read this.2") && $0.contains("1. So the log says.") && $0.contains("2. Nobody at all.") },
                "\(texts)")
        }
    }

    @Test(
        "who writes a story finds what is said of any chapter or draft in one place, the latest first", .covers("STO-032"),
        arguments: Engine.available)
    func comments(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let second = try await app.addChapter(to: begun.story, "The landing")
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get(StoriesPaths.storyComments(begun.story)).text.contains("No comments yet"))
            try await app.comment("Who put the lamp out?", on: second)
            try await app.comment("A fine beginning.", on: begun.chapter)
            let page = try await ada.get(StoriesPaths.storyComments(begun.story)).text
            let (latest, first) = (try #require(page.range(of: "A fine beginning.")), try #require(page.range(of: "Who put the lamp out?")))
            #expect(latest.lowerBound < first.lowerBound && page.contains("The landing") && page.contains("Bea"))
            #expect(try await ada.get("/stories/\(begun.story)/chapters").text.contains("1 comment"))
            #expect(try await app.signedIn(.bea).get(StoriesPaths.storyComments(begun.story)).status == .forbidden)
        }
    }

    @Test(
        "a schedule for a chapter that is out already leads back to where its changes are published", .covers("STO-030"), arguments: Engine.available)
    func schedule(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let ada = try await app.signedIn(.ada)
            let page = try await ada.get("/stories/chapters/\(begun.chapter)/schedule")
            #expect(page.status == .seeOther && page.location == "/stories/chapters/\(begun.chapter)", "\(page.status)")
            let sent = try await ada.post(
                "/stories/chapters/\(begun.chapter)/schedule",
                ["publishAt": Day(app.site.clock.now(), in: .gmt).adding(1).description, "time": "12:00"])
            #expect(sent.location == "/stories/chapters/\(begun.chapter)", "\(sent.status)")
        }
    }

    @Test(
        "a tag is suggested as one types, with how many stories carry it, and another word for it is that tag", .covers("STO-007"),
        arguments: Engine.available)
    func tags(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishSerial("The lamp", [("tags", "Sea tales, ferries")])
            _ = try await app.publishSerial("The harbour", [("tags", "Seaside")])
            let tag: BrowseTagID = try await app.site.write(by: nil) { write in
                let draft = try BrowseTagDraft(name: "Sea tales", position: "1", synonyms: "nautical, sailor yarns")
                return try BrowseTagStatements(write).insert(draft)
            }
            #expect(tag.number > 0)
            let ada = try await app.signedIn(.ada)
            func suggested(_ words: String) async throws -> [String] {
                let items = try await ada.get("/stories/write/tags?q=\(words)").json["items"] as? [[String: Any]] ?? []
                return items.map { "\($0["title"] ?? ""): \($0["detail"] ?? "")" }
            }
            #expect(try await suggested("sea") == ["Seaside: 1 story", "Sea tales: 1 story"])
            #expect(try await suggested("nauti") == ["Sea tales: 1 story"])
            #expect(try await suggested("zzz").isEmpty)
            #expect(try await app.guest.get("/stories/write/tags?q=sea").status != .ok)
            // Who looks for stories is helped as well, and told of a tag that no story has.
            #expect(try await app.guest.get("/stories/search/tags?q=sea").json["items"] as? [[String: Any]] != nil)
            let search = try await app.guest.get("/stories/search?tags=Seaside,Hum").text
            #expect(search.matches(of: /data-tag-suggest="\/stories\/search\/tags"/).count == 2)
            #expect(search.contains("No story has the tag “Hum”.") && !search.contains("No story has the tag “Seaside”."))
            #expect(try await ada.get("/stories/write/new").text.contains("data-tag-suggest=\"/stories/write/tags\""))
        }
    }
}
