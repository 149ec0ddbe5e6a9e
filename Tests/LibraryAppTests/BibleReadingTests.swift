import Core
import Database
import Foundation
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// The Bible in the reader: its addresses, its references, and two editions side by side.
struct BibleReadingTests {
    /// Verses that repeat one another's words, as some psalms do.
    private static let refrain = """
        Gen1:1 A garden.
        Psa136:1 O give thanks; for the lamp burns.
        Psa136:2 For the lamp burns.
        Psa136:3 O give thanks; for the lamp burns.
        Psa136:4 For the lamp burns.
        Joh3:16 The well is deep.

        """

    @Test(.covers("LIB-078"), arguments: Engine.available)
    func `the address of a chapter leads into the reader, that of a verse to its very words`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = ItemID(try #require(try await library.take("refrain.txt", Self.refrain).item))
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let chapter = try await app.guest.get(LibraryPaths.bibleChapter(id, "PSA", 136))
            #expect(chapter.status == .seeOther && chapter.location == ReadingPaths.section(publication, 1))
            let text = try await app.site.database.read { db in
                try library.services.publishing.publications.text(1, of: publication, in: db)
            }
            let scalars = Array(try #require(text).unicodeScalars)
            for (verses, words, end) in [
                ("3", "O give thanks; for the lamp burns.", "v3"), ("4", "For the lamp burns.", "v4"),
                ("2-3", "For the lamp burns.\nO give thanks; for the lamp burns.", "v2"),
            ] {
                let answer = try await app.guest.get(LibraryPaths.bibleVerses(id, "PSA", 136, verses))
                let location = try #require(answer.location)
                #expect(location.hasPrefix(ReadingPaths.section(publication, 1) + "?at=") && location.hasSuffix("#s1-\(end)"), "\(location)")
                let numbers = try #require(location.firstMatch(of: /at=(\d+)-(\d+)/)).output
                let range = try #require(Int(numbers.1))..<(try #require(Int(numbers.2)))
                #expect(String(String.UnicodeScalarView(scalars[range])) == words)
            }
            // The third and the fourth have the words of the first two: their places are their own.
            let third = try #require(text?.ranges(of: "O give thanks").last).lowerBound
            let start = text?.unicodeScalars.distance(from: text?.startIndex ?? third, to: third)
            #expect(try await app.guest.get(LibraryPaths.bibleVerses(id, "PSA", 136, "3")).location?.contains("at=\(start ?? 0)-") == true)
            for nonsense in ["0", "x", "3-2", "1-2-3", "-"] {
                #expect(try await app.guest.get(LibraryPaths.bibleVerses(id, "PSA", 136, nonsense)).status == .notFound, "\(nonsense)")
            }
            let beyond = try await app.guest.get(LibraryPaths.bibleVerses(id, "PSA", 136, "9"))
            #expect(beyond.location == LibraryPaths.bibleBook(id, "PSA") + "?chapter=136")
            let grid = try await app.guest.get(beyond.location ?? "").text
            #expect(grid.contains("href=\"\(LibraryPaths.bibleVerses(id, "PSA", 136, "4"))\"") && grid.contains("Choose a verse."))
        }
    }

    @Test(.covers("LIB-078"), arguments: Engine.available)
    func `books stand under the two testaments, and each opens its chapters in place`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = ItemID(try #require(try await library.take("refrain.txt", Self.refrain).item))
            let page = try await app.guest.get(LibraryPaths.bible()).text
            let order = ["Old Testament", "id=\"GEN\"", "id=\"PSA\"", "New Testament", "id=\"JHN\""].map { page.range(of: $0)?.lowerBound }
            #expect(!order.contains(nil) && order.compactMap(\.self) == order.compactMap(\.self).sorted())
            #expect(page.contains("href=\"\(LibraryPaths.bibleChapter(id, "PSA", 136))\""))
            #expect(!page.contains("href=\"\(LibraryPaths.bibleChapter(id, "PSA", 1))\""), "only chapters that are there")
            let swedish = try await app.guest.with("Accept-Language", "sv").get(LibraryPaths.bible()).text
            #expect(swedish.contains("Gamla testamentet") && swedish.contains("Nya testamentet"))
        }
    }

    @Test(.covers("LIB-078", "LIB-038"), arguments: Engine.available)
    func `the reader says where one is, and knows the short address and the parts`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            var options = ImportOptions()
            options.title = "Scripture (TST)"
            let id = ItemID(try #require(try await library.take("refrain.txt", Self.refrain, options).item))
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let page = try await app.guest.get(ReadingPaths.section(publication, 1)).text
            #expect(page.contains(">Psalm 136</span>"))
            #expect(page.contains("data-reference=\"\(LibraryPaths.bibleChapter(id, "PSA", 136))\"") && page.contains("data-source=\"TST\""))
            #expect(page.contains("<li data-section=\"2\">New Testament</li>"))
            #expect(page.contains("name=\"verses\" value=\"running\""), "verses can run on")
            let section = try await app.guest.asProgram.get("/api/v1/publications/\(publication)/sections/2")
            #expect(section.json["reference"] as? String == LibraryPaths.bibleChapter(id, "JHN", 3))
            // A book has neither.
            let book = try await app.item("Lamps")
            let other = try #require(try await library.services.catalogue.find(book).publication)
            let plain = try await app.guest.get(ReadingPaths.section(other, 0)).text
            #expect(plain.contains("data-reference=\"\"") && !plain.contains("data-parts") && !plain.contains("value=\"running\""))
        }
    }

    @Test(.covers("LIB-051", "LIB-078"), arguments: Engine.available)
    func `one's own marks in a Bible are named by chapter and verse`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = ItemID(try #require(try await library.take("refrain.txt", Self.refrain).item))
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let name = "Psalm"
            let ada = try await app.signedIn(.ada)
            let text = try await app.site.database.read { db in
                try #require(try library.services.publishing.publications.text(1, of: publication, in: db))
            }
            let third = text.unicodeScalars.distance(from: text.startIndex, to: try #require(text.ranges(of: "O give thanks").last).lowerBound)
            for (start, end, words) in [(third, third + 13, "O give thanks"), (third - 7, third + 13, "burns.\nO give thanks")] {
                let body: [String: Any] = [
                    "section": 1, "quote": ["exact": words, "prefix": "", "suffix": ""], "position": ["start": start, "end": end],
                    "colour": "#F5C84B",
                ]
                let json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
                let made = try await ada.asProgram.json(.post, "/api/v1/publications/\(publication)/annotations", json)
                #expect(made.status == .created, "\(made.text)")
            }
            let list = try await ada.asProgram.get("/api/v1/publications/\(publication)/annotations").json["items"] as? [[String: Any]]
            #expect(list?.compactMap { $0["reference"] as? String } == ["\(name) 136:3", "\(name) 136:2–3"])
            let page = try await ada.get(ReadingPaths.annotations()).text
            #expect(page.contains("\(name) 136:3<") && page.contains("\(name) 136:2–3<"), "\(page)")
        }
    }

    @Test(.covers("LIB-078", "LIB-033"), arguments: Engine.available)
    func `what is found in one psalm is of that psalm`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            _ = try await library.take("refrain.txt", Self.refrain)
            let page = try await app.guest.get(LibraryPaths.search() + "?q=give+thanks").text
            #expect(page.contains("Psalm 136:1") && !page.contains("Psalms 136"))
            for (label, cited) in [
                ("Psalms 23:1–6", "Psalm 23:1–6"), ("Psalms 23", "Psalm 23"), ("Psalms 120:1–134:3", "Psalms 120:1–134:3"),
                ("John 3:16", "John 3:16"),
            ] {
                #expect(ScriptureBook.cited(label) == cited)
            }
        }
    }

    @Test(.covers("LIB-078", "LIB-079"), arguments: Engine.available)
    func `a reference in the search of a Bible leads to its place`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = ItemID(try #require(try await library.take("refrain.txt", Self.refrain).item))
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let find = ReadingPaths.find(publication)
            let verse = try await app.guest.get(find + "?q=jn+3:16")
            let location = try #require(verse.location)
            #expect(verse.status == .seeOther && location.hasPrefix(ReadingPaths.section(publication, 2) + "?at=") && location.hasSuffix("#s2-v16"))
            #expect(try await app.guest.get(find + "?q=psalm+136").location == ReadingPaths.section(publication, 1))
            // What isn't there, and words, are searched for.
            #expect(try await app.guest.get(find + "?q=jn+9:1").status == .ok)
            #expect(try await app.guest.get(find + "?q=lamp").text.contains("results."))
            #expect(try await app.guest.get(find).text.contains("type Jn 3:16"))
            let json = try await app.guest.asProgram.get("/api/v1/publications/\(publication)/search?q=jn+3:16").json
            let place = try #require(json["place"] as? [String: Any])
            #expect(place["title"] as? String == "John 3:16" && (place["passage"] as? [String: Any])?["section"] as? Int == 2)
            #expect(try await app.guest.asProgram.get("/api/v1/publications/\(publication)/search?q=lamp").json["place"] == nil)
        }
    }

    @Test(.covers("LIB-038", "LIB-078"), arguments: Engine.available)
    func `where one stopped in a Bible is told by its reference, without a percentage`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = ItemID(try #require(try await library.take("refrain.txt", Self.refrain).item))
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let ada = try await app.signedIn(.ada)
            let body = #"{"section":1,"quote":{"exact":"","prefix":"","suffix":""},"position":{"start":0,"end":0},"through":9,"device":"d"}"#
            #expect(try await ada.asProgram.json(.put, "/api/v1/publications/\(publication)/position", body).status == .ok)
            let account = try await ada.get("/account").text
            #expect(account.contains("Continue reading: Psalm 136"))
            // The first page and the Bible's own lead there as well.
            let home = try await ada.get(LibraryPaths.home()).text
            let shelf = try #require(home.firstMatch(of: /(?s)aria-label="Continue reading".*?<\/section>/)).output
            #expect(shelf.contains("Psalm 136") && shelf.contains("href=\"\(ReadingPaths.publication(publication))\""))
            #expect(try await ada.get(LibraryPaths.item(id)).text.contains("Continue reading"))
            #expect(try await ada.get(ReadingPaths.publication(publication)).location?.hasPrefix(ReadingPaths.section(publication, 1)) ?? false)
            let page = try await ada.get(ReadingPaths.section(publication, 2) + "?at=0-5").text
            #expect(page.contains("Go to Psalm 136, where you stopped reading") && !page.contains("% read"))
            #expect(try await app.guest.get(ReadingPaths.section(publication, 1)).text.contains(">Psalm 136</h"))
        }
    }

    @Test(.covers("LIB-078"), arguments: Engine.available)
    func `two editions stand side by side, verse by verse`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            #expect(try await app.guest.get(LibraryPaths.bibleChapter(id, "JHN", 1) + "?with=").status == .notFound, "there is only one")
            var swedish = ImportOptions()
            swedish.language = "sv"
            swedish.title = "En liten bibel"
            let lines = "Joh1:1 I begynnelsen var lampan.\nJoh1:3 Den slocknade inte.\nJoh4:1 En.\nJoh4:2 Två.\n"
            let other = ItemID(try #require(try await library.take("liten.txt", lines, swedish).item))
            let first = try await app.guest.get(LibraryPaths.bibleChapter(id, "JHN", 1) + "?with=\(other)").text
            for words in ["In the beginning was the lamp.", "I begynnelsen var lampan.", "It burned &amp; was not consumed.", "Den slocknade inte."] {
                #expect(first.contains(words), "\(words)")
            }
            #expect(first.contains("id=\"v1\"") && first.contains("id=\"v2\"") && first.contains("id=\"v3\""), "each number that one of them has")
            #expect(first.contains("lang=\"sv\"") && first.contains("?with=\(other)\""), "the way on keeps the other edition")
            // Without a choice the other edition is the one that there is.
            #expect(try await app.guest.get(LibraryPaths.bibleChapter(id, "JHN", 1) + "?with=").text.contains("I begynnelsen var lampan."))
            let without = try await app.guest.get(LibraryPaths.bibleChapter(id, "1CO", 13) + "?with=\(other)")
            #expect(without.status == .ok && without.text.contains("“En liten bibel” doesn’t have this chapter."))
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let reader = try await app.guest.get(ReadingPaths.section(publication, 0)).text
            #expect(reader.contains("href=\"\(LibraryPaths.bibleChapter(id, "JHN", 1))?with=\""), "the reader leads there")
        }
    }

    @Test(.covers("LIB-046", "LIB-050", "LIB-078"), arguments: Engine.available)
    func `a highlight of whole verses shows at the same verses of another edition, to its owner alone`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, id in
            let lines = "Gen1:1 En trädgård.\nJoh1:1 I begynnelsen var lampan.\nJoh1:2 Den brann.\nJoh1:3 Länge.\n"
            let other = ItemID(try #require(try await library.take("liten.txt", lines).item))
            let here = try #require(try await library.services.catalogue.find(id).publication)
            let there = try #require(try await library.services.catalogue.find(other).publication)
            let text = try await app.site.database.read { db in
                try #require(try library.services.publishing.publications.text(0, of: here, in: db))
            }
            let start = text.unicodeScalars.distance(from: text.startIndex, to: try #require(text.range(of: "It burned")).lowerBound)
            let ada = try await app.signedIn(.ada).asProgram
            for (end, colour) in [(start + 9, "#F5C84B"), (start + 29, "#6FB3E8")] {
                let words = String(String.UnicodeScalarView(Array(text.unicodeScalars)[start..<end]))
                let body: [String: Any] = [
                    "section": 0, "quote": ["exact": words, "prefix": "", "suffix": ""], "position": ["start": start, "end": end], "colour": colour,
                ]
                let json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
                let made = try await ada.json(.post, "/api/v1/publications/\(here)/annotations", json)
                #expect(made.status == .created, "\(made.text)")
            }
            let echoes = "/api/v1/publications/\(there)/sections/1/echoes"
            let items = try #require(try await ada.get(echoes).json["items"] as? [[String: Any]])
            #expect(items.count == 1, "words within a verse stay in their edition: \(items)")
            #expect(items.first?["number"] as? Int == 2 && items.first?["colour"] as? String == "#6FB3E8")
            #expect(items.first?["source"] as? String == "A Small Bible")
            #expect(try await ada.get("/api/v1/publications/\(there)/sections/0/echoes").text.contains("\"items\":[]"))
            #expect(try await app.signedIn(.bea).asProgram.get(echoes).text.contains("\"items\":[]"))
            #expect(try await app.guest.asProgram.get(echoes).status == .unauthorized)
        }
    }

    @Test(
        .covers("LIB-078"),
        arguments: [
            ("The Holy Bible: King James Version", "KJV"), ("New King James Version", "NKJV"), ("Young’s Literal Translation", "YLT"),
            ("Svenska Folkbibeln 2015", "SFB"), ("A Small Bible", "A Small Bible"), ("En bibel (FB15)", "FB15"),
            ("Gospels (draft)", "Gospels (draft)"),
        ])
    func `an edition is cited by the letters that people know it by`(title: String, short: String) {
        #expect(EditionName.short(title) == short)
    }
}
