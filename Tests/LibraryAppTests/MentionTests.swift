import Core
import Database
import Foundation
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// Which books cite a verse.
struct MentionTests {
    @Test(.covers("LIB-078"), arguments: Engine.available)
    func `a verse lists the books that cite it`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            try await app.item("Lamps", text: "# Day\n\nAll of John 1:1-2 is about lamps, and John 1:2 & John 1:2 again.")
            try await app.item("Wells", text: "# Day\n\nSee John 1:2 and 1 Corinthians 13.")
            try await app.item("Hidden", text: "# Day\n\nSee John 1:2.") { $0.publishes = false }
            let path = LibraryPaths.bibleMentions(id, "JHN", 1)
            let chapter = try await app.guest.get(path).text
            #expect(chapter.contains("Lamps") && chapter.contains("Wells") && !chapter.contains("Hidden"))
            #expect(chapter.contains("<mark>John 1:1-2</mark>"), "the words around are shown")
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let text = try await app.site.database.read { db in
                try #require(try library.services.publishing.publications.text(0, of: publication, in: db))
            }
            let first = try #require(text.range(of: "In the beginning was the lamp."))
            let start = text.unicodeScalars.distance(from: text.startIndex, to: first.lowerBound)
            let verse = try await app.guest.get(path + "?at=\(start)-\(start + 30)").text
            #expect(verse.contains("John 1:1<") && verse.contains("Lamps") && !verse.contains("Wells"))
            // The reader counts books, not places, where a reference begins.
            let remarks = try await app.guest.asProgram.get("/api/v1/publications/\(publication)/sections/0/remarks")
            let items = try #require(remarks.json["items"] as? [[String: Any]])
            #expect(items.map { $0["count"] as? Int } == [1, 2] && items.first?["label"] as? String == "Mentioned in 1 book")
            let page = try await app.guest.get(ReadingPaths.section(publication, 0)).text
            #expect(page.contains("Mentioned in 2 books") && page.contains("class=\"reader-remark\""))
            // A chapter as a whole counts for the chapter alone, and one without any has nothing.
            let whole = try await app.guest.get(ReadingPaths.section(publication, 2)).text
            #expect(whole.contains("Mentioned in 1 book<") && !whole.contains("class=\"reader-remark\""))
            #expect(try await !app.guest.get(ReadingPaths.section(publication, 1)).text.contains("Mentioned in 1"))
            #expect(try await app.guest.get(LibraryPaths.bibleMentions(id, "JHN", 2)).text.contains("No book in the library mentions it."))
        }
    }

    @Test(.covers("LIB-078", "LIB-096"), arguments: Engine.available)
    func `a corrected book cites what it says now, and one from before is looked through`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            let book = try await app.item("Lamps", text: "# Day\n\nSee John 1:1.")
            let staff = try await app.signedIn(.librarian)
            _ = try await staff.upload(LibraryPaths.adminItemFile(book), files: [("file", "new.md", Array("# Day\n\nSee John 2:1.".utf8))])
            try await app.runJobs()
            #expect(try await !app.guest.get(LibraryPaths.bibleMentions(id, "JHN", 1)).text.contains("Lamps"))
            #expect(try await app.guest.get(LibraryPaths.bibleMentions(id, "JHN", 2)).text.contains("Lamps"))
            // As it is after an update: nothing is known of the item.
            try await app.site.database.write { db in
                try db.run("DELETE FROM library_citation")
                try db.run("DELETE FROM library_citation_scan")
            }
            #expect(try await !app.guest.get(LibraryPaths.bibleMentions(id, "JHN", 2)).text.contains("Lamps"))
            try await library.services.citations.run()
            #expect(try await app.guest.get(LibraryPaths.bibleMentions(id, "JHN", 2)).text.contains("Lamps"))
            let scanned: Int = try await app.site.database.read { db in try db.one("SELECT count(*) FROM library_citation_scan") }
            try await library.services.citations.run()
            let again: Int = try await app.site.database.read { db in try db.one("SELECT count(*) FROM library_citation") }
            #expect(scanned == 1 && again == 1, "the Bible itself is not looked through")
        }
    }
}
