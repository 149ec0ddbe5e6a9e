import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Reading

@Suite("How far one has read")
struct FurthestTests {
    @Test(
        "looking back at an earlier chapter lessens nothing, and one goes on where one was last", .covers("LIB-041", "LIB-043", "STO-021"),
        arguments: Engine.available)
    func lookingBack(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            try await ada.keepPlace(1, of: id)
            let read = try await app.progress(.ada, in: id)
            #expect(read > 30 && read < 80)
            app.clock.advance(by: .seconds(60))
            let back = try await ada.keepPlace(0, of: id, through: 0)
            #expect(back["progress"] as? Double == 0 && back["furthest"] as? Double == read)
            #expect(try await app.progress(.ada, in: id) == read)
            // Neither on another device.
            app.clock.advance(by: .seconds(60))
            try await ada.keepPlace(0, of: id, through: 0, device: "tablet")
            #expect(try await app.progress(.ada, in: id) == read)
            #expect(try await ada.get("/read/\(id)").location?.hasPrefix("/read/\(id)/0") == true)
            let person = try await app.person(.ada)
            let cards = try await app.site.database.read { db in try ReadingModule.dashboard(for: person, on: app.site, in: db) }
            #expect(cards.count == 1, "and goes on reading it")
            let page = try await ada.get("/read/\(id)/0").text
            #expect(page.contains("0%, furthest read: \(ReadingProgress(percent: read).shown)%"))
            #expect(!page.contains("furthest you’ve read"), "who chose a chapter is asked nothing")
            let resumed = try await ada.get("/read/\(id)/0?resume=1").text
            #expect(resumed.contains("Go to \(ReadingProgress(percent: read).shown)%, the furthest you’ve read"))
            #expect(resumed.contains("/read/\(id)/2?quote=&amp;before=&amp;after=&amp;at="))
            #expect(try await app.signedIn(.bea).get("/read/\(id)/0").text.contains(">0% read<"))
        }
    }

    @Test("a link to a passage offers the place where reading stopped", .covers("LIB-041"), arguments: Engine.available)
    func lookingUp(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            let offer = "where you stopped reading"
            #expect(!(try await ada.get("/read/\(id)/0?at=5-9").text.contains(offer)))
            try await ada.keepPlace(1, of: id)
            let page = try await ada.get("/read/\(id)/0?at=5-9").text
            #expect(page.contains("Go to \(ReadingProgress(percent: try await app.progress(.ada, in: id)).shown)%, \(offer)"))
            #expect(!(try await ada.get("/read/\(id)/1?at=5-9").text.contains(offer)), "that chapter is on the page")
            #expect(!(try await ada.get("/read/\(id)/0").text.contains(offer)))
        }
    }

    @Test("a place that arrives late is no place to go on, and still counts as read", .covers("STO-039"), arguments: Engine.available)
    func late(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            try await ada.keepPlace(0, of: id, through: 0)
            app.clock.advance(by: .seconds(600))
            let answer = try await ada.keepPlace(2, of: id, secondsAgo: 900)
            #expect(answer["section"] as? Int == 0 && answer["furthest"] as? Double == 100)
            #expect(try await app.progress(.ada, in: id) == 100)
        }
    }

    @Test("a new chapter is not read yet, wherever it comes in, and what was read stays read", .covers("STO-021"), arguments: Engine.available)
    func growing(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            let chapters = Book.chapters
            _ = try await app.amendBook(id, to: ["1", "2"], [chapters[0], chapters[1]])
            try await ada.keepPlace(1, of: id)
            try await ada.keepPlace(0, of: id, through: 0)
            #expect(try await app.progress(.ada, in: id) == 100)
            _ = try await app.amendBook(id, to: ["1", "2", "3"], [chapters[0], chapters[1], chapters[2]])
            let grown = try await app.progress(.ada, in: id)
            let (words, sections) = try await app.extent(of: id)
            #expect(abs(grown - Double(sections[2].wordsBefore) / Double(words) * 100) < 0.01)
            // One in front moves the others; whoever had read the second of them has read to the same words.
            _ = try await app.amendBook(id, to: ["0", "1", "2", "3"], [chapters[2], chapters[0], chapters[1], chapters[2]])
            let moved = try await app.extent(of: id)
            let expected = Double(moved.sections[3].wordsBefore) / Double(moved.words) * 100
            #expect(abs(try await app.progress(.ada, in: id) - expected) < 0.01)
        }
    }

    @Test(
        "the contents show where one is, what is read and what is new, on the reader’s paper", .covers("LIB-042", "STO-021"),
        arguments: Engine.available)
    func contents(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            let chapters = Book.chapters
            _ = try await app.amendBook(id, to: ["1", "2"], [chapters[0], chapters[1]])
            app.clock.advance(by: .seconds(60))
            try await ada.keepPlace(1, of: id)
            app.clock.advance(by: .seconds(60))
            _ = try await app.amendBook(id, to: ["1", "2", "3"], [chapters[0], chapters[1], chapters[2]])
            _ = try await ada.post(
                "/read/settings",
                ["mode": "scroll", "axis": "vertical", "size": "4", "face": "serif", "leading": "normal", "width": "normal", "theme": "dark"])
            #expect(try await ada.get("/read/\(id)/1").text.contains("href=\"/read/\(id)/contents?section=1\""))
            let page = try await ada.get("/read/\(id)/contents?section=1").text
            #expect(page.contains("data-theme=\"dark\"") && page.contains("data-shell=\"reader\""))
            let lines = page.matches(of: /<li>.*?<\/li>/.dotMatchesNewlines()).map(\.output)
            try #require(lines.count == 3)
            #expect(lines[0].contains(">Read<") && !lines[0].contains("aria-current"))
            #expect(lines[1].contains("aria-current=\"true\"") && lines[1].contains("You’re here"))
            #expect(lines[2].contains(">New<"))
            // A guest sees where they are; the server knows nothing else of them.
            let guest = try await app.guest.get("/read/\(id)/contents?section=0").text
            #expect(guest.contains("You’re here") && !guest.contains(">Read<") && !guest.contains(">New<"))
        }
    }

    @Test("a publication of very many sections comes in pages", .covers("CORE-014"), arguments: Engine.available)
    func pages(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            _ = try await app.amendBook(id, to: ["1", "2", "3"], Book.chapters)
            let first = try await app.guest.asProgram.get(ReadingPaths.api(id) + "?limit=2").json
            let second = try await app.guest.asProgram.get(ReadingPaths.api(id) + "?limit=2&after=\(try #require(first["next"] as? String))").json
            for (page, numbers) in [(first, [0, 1]), (second, [2])] {
                #expect((page["sections"] as? [[String: Any]])?.map { $0["number"] as? Int } == numbers)
                #expect((page["contents"] as? [[String: Any]])?.map { $0["section"] as? Int } == numbers)
                #expect(page["sectionCount"] as? Int == 3)
            }
            #expect(second["next"] == nil)
            let whole = try await app.guest.asProgram.get(ReadingPaths.api(id)).json
            #expect((whole["sections"] as? [Any])?.count == 3 && whole["next"] == nil)
        }
    }

    @Test func `the end of a paragraph is found in its HTML, whatever stands in it`() {
        let html = "<h1>The river</h1>\n<p>It <em>rose&nbsp;&amp; fell</em>.</p>\n<blockquote><p>Well, well.</p></blockquote>"
        let text = "The river\nIt rose & fell.\nWell, well."
        let cuts = ParagraphEnds(html: html, text: text).cuts([25, 37])
        #expect(cuts.pieces == ["<h1>The river</h1>\n<p>It <em>rose&nbsp;&amp; fell</em>.", "</p>\n<blockquote><p>Well, well."])
        #expect(cuts.rest == "</p></blockquote>")
        #expect(ParagraphEnds(html: "<p>Short</p>", text: "Another text").cuts([12]).pieces == ["<p>Short</p>"])
    }
}

extension TestClient {
    /// Reads in a section, to its end unless said.
    @discardableResult
    fileprivate func keepPlace(
        _ chapter: Int, of id: PublicationID, through: Int = Int(Int32.max), device: String = "phone", secondsAgo: Int = 0
    ) async throws -> [String: Any] {
        let body = """
            {"section": \(chapter), "quote": {"exact": "", "prefix": "", "suffix": "The"}, "position": {"start": 0, "end": 0}, "through": \(through),
             "device": "\(device)", "secondsAgo": \(secondsAgo)}
            """
        return try await asProgram.json(.put, ReadingPaths.apiPosition(id), body).json
    }
}
