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
            let page = try await app.guest.get(LibraryPaths.search() + "?q=Joh+1:2").text
            #expect(page.contains("John 1:2") && !page.contains("0 items found"), "a verse that was found is the answer")
            #expect(try await app.guest.get(LibraryPaths.search() + "?q=zebracorn").text.contains("0 items found"))
            for words in ["Jn 9:99", "John 99", "lamp", "", "Jn 3:", ":", "1 Kor 13:999"] {
                #expect(try await library.services.bibles.lookUp(words, in: .english).isEmpty, "\(words)")
            }
        }
    }

    @Test(.covers("LIB-078"), arguments: Engine.available)
    func `a long range is named by where it ends, not by where its beginning is cut`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { _, library in
            let lines = (1...4).flatMap { chapter in (1...150).map { "Psa\(chapter):\($0) Words of verse \($0).\n" } }
            try #require(try await library.take("psalms.txt", lines.joined()).status == .ok)
            let found = try #require(try await library.services.bibles.lookUp("Ps 1-4", in: .english).first)
            #expect(found.label == "Psalms 1–4" && found.verses.count == 500)
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
            let corrected = smallBible.replacing("It burned &amp; was not consumed.", with: "It burned and gave light.")
            let staff = try await app.signedIn(.librarian)
            _ = try await staff.upload(LibraryPaths.adminItemFile(id), files: [("file", "new.osis.xml", Array(corrected.utf8))])
            try await app.runJobs()
            #expect(try await library.services.bibles.chapter(id, "JHN", 1).verses.map(\.text).last == "It burned and gave light.")
            let verses: Int = try await app.site.database.read { db in try db.one("SELECT count(*) FROM library_bible_verse") }
            #expect(verses == 6)
        }
    }

    @Test(.covers("LIB-096", "LIB-078"), arguments: Engine.available)
    func `a book in the place of a Bible leaves no verse of it behind`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            let staff = try await app.signedIn(.librarian)
            _ = try await staff.upload(LibraryPaths.adminItemFile(id), files: [("file", "essay.md", Array("# On lamps\n\nAn essay.".utf8))])
            try await app.runJobs()
            let item = try await library.services.catalogue.find(id)
            #expect(item.kind == .book && item.format == .markdown)
            #expect(try await library.services.bibles.lookUp("Jn 1:1", in: .english).isEmpty)
            let verses: Int = try await app.site.database.read { db in try db.one("SELECT count(*) FROM library_bible_verse") }
            #expect(verses == 0)
            #expect(try await app.guest.get(LibraryPaths.bibleItem(id)).status == .notFound)
            #expect(try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=essay&kind=book").json["total"] as? Int == 1)
        }
    }

    @Test(.covers("LIB-096", "LIB-078"), arguments: Engine.available)
    func `a Bible text in the place of a book is read as a Bible`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Lamps") { $0.kind = "leaflet" }
            let staff = try await app.signedIn(.librarian)
            _ = try await staff.upload(LibraryPaths.adminItemFile(id), files: [("file", "small.osis.xml", Array(smallBible.utf8))])
            try await app.runJobs()
            #expect(try await library.services.catalogue.find(id).kind == .bible)
            #expect(try await library.services.bibles.lookUp("Jn 1:1", in: .english).count == 1)
            // Staff who file a Bible text elsewhere are not overruled by its correction.
            _ = try await staff.post(LibraryPaths.adminItem(id), ["kind": "document"])
            let corrected = Array(smallBible.replacing("tongues", with: "voices").utf8)
            _ = try await staff.upload(LibraryPaths.adminItemFile(id), files: [("file", "small2.osis.xml", corrected)])
            try await app.runJobs()
            let after = try await library.services.catalogue.find(id)
            #expect(after.kind == .document && after.file?.name == "small2.osis.xml")
        }
    }

    @Test(.covers("LIB-078", "LIB-086"), arguments: Engine.available)
    func `only a text with verses can be made a Bible`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            let book = try await app.item("No verses")
            let program = try await app.signedIn(.librarian).asProgram
            for change in [#"{"kind":"bible"}"#, #"{"format":"bible"}"#, #"{"format":"bible","kind":"bible"}"#] {
                let answer = try await program.json(.patch, LibraryPaths.apiItem(book), change)
                #expect(answer.problem?.code == "library.invalid-item", "\(change): \(answer.text)")
            }
            #expect(try await library.services.catalogue.find(book).kind == .book)
            _ = try await program.json(.patch, LibraryPaths.apiItem(id), #"{"kind":"document","format":"text"}"#)
            let back = try await program.json(.patch, LibraryPaths.apiItem(id), #"{"kind":"bible","format":"bible"}"#)
            #expect(back.status == .ok, "\(back.text)")
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
