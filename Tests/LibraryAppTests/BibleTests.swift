import Core
import Database
import Foundation
import Platform
import Search
import TestSupport
import Testing
import Web

@testable import LibraryApp

struct BibleTests {
    /// Two books of our own, enough to turn pages across a book's end.
    private static let osis = """
        <?xml version="1.0" encoding="UTF-8"?>
        <osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText osisIDWork="Test" xml:lang="en"><header>
        <work osisWork="Test"><title>A Small Bible</title></work></header>
        <div type="book" osisID="John"><chapter osisID="John.1"><verse osisID="John.1.1">In the beginning was the lamp.</verse>
        <verse osisID="John.1.2">It burned &amp; was not consumed.</verse></chapter>
        <chapter osisID="John.2"><verse osisID="John.2.1">And they came to the well.</verse></chapter></div>
        <div type="book" osisID="1Cor"><chapter osisID="1Cor.13"><verse osisID="1Cor.13.1">Though I speak with many tongues.</verse>
        <verse osisID="1Cor.13.2">And have not patience.</verse><verse osisID="1Cor.13.3">I am a door that bangs.</verse></chapter></div>
        </osisText></osis>
        """

    private func withBible(on engine: Engine, _ body: (TestApp, LibraryApp, ItemID) async throws -> Void) async throws {
        try await withLibrary(on: engine) { app, library in
            let outcome = try await library.take("small.osis.xml", Self.osis)
            try #require(outcome.status == .ok, "\(outcome)")
            try await body(app, library, ItemID(try #require(outcome.item)))
        }
    }

    @Test(.covers("LIB-078", "LIB-019"), arguments: Engine.available)
    func `a Bible is read by book, chapter and verse, and pages turn across its books`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            let bibles = library.services.bibles
            #expect(try await library.services.catalogue.find(id).kind == .bible)
            #expect(try await bibles.books(of: id).map(\.code) == ["JHN", "1CO"])
            let first = try await bibles.chapter(id, "jhn", 1)
            #expect(first.verses.map(\.text) == ["In the beginning was the lamp.", "It burned & was not consumed."])
            #expect(first.previous == nil && first.next?.chapter == 2)
            let second = try await bibles.chapter(id, "JHN", 2)
            #expect(second.previous?.chapter == 1 && second.next?.book.code == "1CO" && second.next?.chapter == 13)
            #expect(second.verses.first?.section == 1)
            await #expect(throws: Problem.self) { try await bibles.chapter(id, "JHN", 3) }
            await #expect(throws: Problem.self) { try await bibles.chapter(id, "NOPE", 1) }
        }
    }

    @Test(.covers("LIB-078", "LIB-031"), arguments: Engine.available)
    func `references in English and Swedish lead to their verses`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            for (words, label, count) in [
                ("Jn 1:2", "John 1:2", 1), ("Joh 1,1-2", "John 1:1–2", 2), ("1 Kor 13", "1 Corinthians 13", 3),
                ("1 cor 13:2–3", "1 Corinthians 13:2–3", 2),
                ("John 1:2-2:1", "John 1:2–2:1", 2),
            ] {
                let found = try await library.services.bibles.lookUp(words, in: .swedish)
                #expect(found.count == 1 && found.first?.verses.count == count, "\(words)")
                #expect(found.first?.label == label)
                let answer = try await app.guest.asProgram.get(
                    LibraryPaths.apiSearch() + "?q=" + (words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
                #expect((answer.json["references"] as? [Any])?.count == 1)
            }
            for words in ["Jn 9:99", "lamp", "", "Jn 3:", ":", "1 Kor 13:999"] {
                #expect(try await library.services.bibles.lookUp(words, in: .english).isEmpty, "\(words)")
            }
        }
    }

    @Test(.covers("LIB-079", "LIB-080"), arguments: Engine.available)
    func `a search can be limited to the Bible, and the concordance lists every verse`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            try await app.item("A Lamp", text: "# Lamp\n\nThe lamp in a book.")
            let all = try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=lamp")
            #expect(all.json["total"] as? Int == 2)
            let bible = try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=lamp&kind=bible")
            #expect(bible.json["total"] as? Int == 1 && bible.text.contains("1:1"), "\(bible.text)")
            let summary = try #require(try await library.services.catalogue.summaries([id]).first)
            let verses = try await library.services.search.concordance("and", in: summary)
            #expect(verses.hits.map(\.place.section) == verses.hits.map(\.place.section).sorted())
            #expect(verses.hits.allSatisfy { !$0.label.isEmpty })
        }
    }

    @Test(.covers("LIB-096"), arguments: Engine.available)
    func `a corrected Bible replaces every verse`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            let corrected = Self.osis.replacing("It burned &amp; was not consumed.", with: "It burned and gave light.")
            let staff = try await app.signedIn(.librarian)
            _ = try await staff.upload(LibraryPaths.adminItemFile(id), files: [("file", "new.osis.xml", Array(corrected.utf8))])
            try await app.runJobs()
            #expect(try await library.services.bibles.chapter(id, "JHN", 1).verses.map(\.text).last == "It burned and gave light.")
            let verses: Int = try await app.site.database.read { db in try db.one("SELECT count(*) FROM library_bible_verse") }
            #expect(verses == 6)
        }
    }
}

struct HymnTests {
    @Test(.covers("LIB-081", "LIB-019"), arguments: Engine.available)
    func `hymns stand in song categories below one that the screen knows`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Amazing Morning") {
                $0.kind = "hymn"
                $0.categories = ["Hymns > Worship"]
            }
            let tree = try await library.services.categories.tree()
            let hymns = try #require(tree.named("hymns"))
            #expect(tree.children(of: hymns.id).map(\.name) == ["Children's Songs", "Praise", "Worship"])
            var filter = ItemFilter()
            filter.kinds = [.hymn]
            filter.category = hymns.id
            #expect(try await library.services.catalogue.page(filter, by: .popular).items.map(\.id) == [id])
        }
    }
}
