import Core
import Database
import Documents
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Reading

@Suite("Replacement of a text")
struct ReplacementTests {
    @Test(.covers("LIB-048", "LIB-049"), arguments: Engine.available)
    func `highlights survive a corrected edition; what cannot be placed is listed as such and kept`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            for (words, chapter) in [("the miller laughed", 0), ("bridge of oak", 1), ("ground the last of the corn", 2)] {
                #expect(try await ada.asProgram.highlight(words, chapter: chapter, of: id, note: "on \(words)").status == .created)
            }
            let report = try await app.replaceBook(
                id,
                with: [
                    ("Foreword", "A new foreword that was not there before."),
                    ("The river", "The river rose in the night.\nBy morning the mill stood under water, and the miller laughed out loud."),
                    ("The crossing", "Nobody had asked the river, and it took its time."),
                    ("The mill", "The miller grinds the last of the corn by lantern light.\nThen he closed the door."),
                ])
            #expect(report == ReplacementReport(placed: 2, unplaced: 1))
            let all = try await ada.annotations(in: id)
            #expect(all.map { $0["isPlaced"] as? Bool } == [true, false, true])
            #expect(all.map { $0["section"] as? Int } == [1, 1, 3])
            #expect((all[2]["quote"] as? [String: String])?["exact"] == "grinds the last of the corn")
            #expect((all[1]["quote"] as? [String: String])?["exact"] == "bridge of oak")
            let page = try await ada.get("/account/annotations").text
            #expect(page.contains("Could not be placed"))
            #expect(page.contains("on bridge of oak"))
            // A later edition that has the words again takes the highlight back.
            let again = try await app.replaceBook(id, with: Book.chapters)
            #expect(again == ReplacementReport(placed: 3, unplaced: 0))
        }
    }

    @Test(.covers("LIB-053"), arguments: Engine.available)
    func `bookmarks and positions move with the text`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.post("/read/\(id)/2/bookmark").status == .seeOther)
            let text = SectionText(Book.chapters[2].title + "\n" + Book.chapters[2].text)
            let place = text.passage(at: 20..<20, section: 2)
            let body = NewPosition(section: 2, quote: place.quote, position: place.position, through: 40, device: nil)
            let json = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
            #expect(try await ada.json(.put, ReadingPaths.apiPosition(id), json).status == .ok)
            _ = try await app.replaceBook(id, with: [("Foreword", "Something new.")] + Book.chapters)
            let positions = try await ada.get(ReadingPaths.apiPosition(id)).json["items"] as? [[String: Any]]
            #expect(positions?.first?["section"] as? Int == 3)
            let bookmarks = try await ada.get(ReadingPaths.apiBookmarks(id)).json["items"] as? [[String: Any]]
            #expect(bookmarks?.first?["section"] as? Int == 3)
        }
    }

    @Test(.covers("STO-001"), arguments: Engine.available)
    func `whoever had read everything goes on in the chapter that came`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            let text = Book.chapters[2].title + "\n" + Book.chapters[2].text
            let place = SectionText(text).passage(at: 20..<20, section: 2)
            let body = NewPosition(section: 2, quote: place.quote, position: place.position, through: text.unicodeScalars.count, device: nil)
            _ = try await ada.json(.put, ReadingPaths.apiPosition(id), String(decoding: try JSONEncoder().encode(body), as: UTF8.self))
            let person = try await app.person(.ada)
            let positions = Positions(database: app.site.database, writer: app.site.writer)
            func unfinished() async throws -> [Double] {
                try await app.site.database.read { db in
                    try positions.unfinished(of: person, ownedBy: "test.book", limit: 10, in: db).map(\.progress.percent)
                }
            }
            #expect(try await unfinished().isEmpty)
            _ = try await app.replaceBook(id, with: Book.chapters + [("The road", "There was a road as well, and it was long and white.")])
            let progress = try #require(try await unfinished().first)
            #expect(progress > 60 && progress < 90)
        }
    }

    @Test(.covers("STO-001", "STO-009", "LIB-053"), arguments: Engine.available)
    func `what grows is amended: one more chapter is all that is written, and every place stays true`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let parts = Book.chapters.indices.map { "chapter.\($0)" }
            #expect(try await app.amendBook(id, to: parts, Book.chapters) == parts, "nothing was known by its name before")
            let ada = try await app.signedIn(.ada)
            _ = try await ada.asProgram.highlight("bridge of oak", chapter: 1, of: id)
            let text = Book.chapters[1].title + "\n" + Book.chapters[1].text
            let place = SectionText(text).passage(at: 5..<5, section: 1)
            let body = NewPosition(section: 1, quote: place.quote, position: place.position, through: text.unicodeScalars.count, device: nil)
            _ = try await ada.json(.put, ReadingPaths.apiPosition(id), String(decoding: try JSONEncoder().encode(body), as: UTF8.self))
            let before = try await app.progress(.ada, in: id)

            let road = (title: "The road", text: "There was a road as well, and it was long and white.")
            #expect(try await app.amendBook(id, to: parts + ["chapter.9"], Book.chapters + [road]) == ["chapter.9"])
            let grown = try await app.extent(of: id)
            let earlier = grown.words - grown.sections[3].words
            #expect(abs(try await app.progress(.ada, in: id) - before * Double(earlier) / Double(grown.words)) < 0.001)
            #expect(grown.sections.map(\.wordsBefore) == [0, 1, 2, 3].map { grown.sections[..<$0].reduce(0) { $0 + $1.words } })

            // The same text in another direction: nothing is written again, and its pages turn the other way.
            #expect(try await app.amendBook(id, to: parts + ["chapter.9"], Book.chapters + [road], direction: .rightToLeft) == [])
            let turned = try await app.site.database.read { db in try Publications(clock: app.clock.clock).find(id, in: db)?.direction }
            #expect(turned == .rightToLeft)

            // Another first chapter moves the rest by its words; what lies in them stays where it is.
            let river = (title: "The river", text: "The river rose. It rose higher than anybody had ever seen it rise.")
            let longer = [river] + Book.chapters[1...] + [road]
            #expect(try await app.amendBook(id, to: ["chapter.0.2"] + parts[1...] + ["chapter.9"], longer) == ["chapter.0.2"])
            #expect(try await ada.annotations(in: id).map { $0["section"] as? Int } == [1])
            let moved = try await app.extent(of: id)
            let read = Double(moved.sections[1].wordsBefore + moved.sections[1].words) / Double(moved.words) * 100
            #expect(abs(try await app.progress(.ada, in: id) - read) < 0.001)

            // Chapters that change places take their highlights along, and one that goes leaves its reader near.
            let changed = [longer[1], river, longer[2], road]
            _ = try await app.amendBook(id, to: ["chapter.1", "chapter.0.2", "chapter.2", "chapter.9"], changed)
            #expect(try await ada.annotations(in: id).map { $0["section"] as? Int } == [0])
            #expect(try await app.amendBook(id, to: ["chapter.0.2"], [longer[0]]) == ["chapter.0.2"])
            #expect(try await ada.annotations(in: id).map { $0["isPlaced"] as? Bool } == [false])
            #expect(try await app.extent(of: id).sections.count == 1)
            #expect(try await ada.get("/read/\(id)/1").status == .notFound)
        }
    }

    @Test(arguments: Engine.available)
    func `a refused replacement leaves text and highlights as they were`(on engine: Engine) async throws {
        struct Refusal: Error {}
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            _ = try await ada.asProgram.highlight("bridge of oak", chapter: 1, of: id)
            let publications = Publications(clock: app.clock.clock)
            let edition = Book.edition([("Other", "Something else altogether.")])
            await #expect(throws: Refusal.self) {
                try await app.site.database.write { db in
                    try publications.replace(id, with: edition, by: nil, in: db)
                    throw Refusal()
                }
            }
            #expect(try await ada.get("/read/\(id)/1").text.contains("bridge of oak"))
            #expect(try await ada.annotations(in: id).first?["isPlaced"] as? Bool == true)
        }
    }
}
