import Core
import Database
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
