import Core
import Foundation
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// Hymns by their numbers, and in large type.
struct HymnSingingTests {
    private static let hymn = """
        ---
        series: Songs of the Hill
        series_number: 245
        ---

        # Morning

        1. First line,\\
           second & last.

        *Refrain:*\\
        All mercies new.

        2. Third line,\\
           fourth line.

        """

    @Test(.covers("LIB-081"))
    func `stanzas keep their lines and numbers, and a refrain comes after each`() {
        let html = """
            <h1>Morning</h1><ol><li><p>First line,<br>second &amp; last.</p></li></ol><p><em>Refrain:</em><br>All mercies new.</p>\
            <ol start="2"><li>Third line,<br> fourth   line.</li></ol>
            """
        let text = HymnText(html: html)
        let first = HymnText.Stanza(number: 1, isRefrain: false, lines: ["First line,", "second & last."])
        let refrain = HymnText.Stanza(number: nil, isRefrain: true, lines: ["All mercies new."])
        let second = HymnText.Stanza(number: 2, isRefrain: false, lines: ["Third line,", "fourth line."])
        #expect(text.stanzas == [first, refrain, second])
        #expect(text.sung == [first, refrain, second, refrain])
        // Wherever the one refrain is printed; two have their own places.
        let late = HymnText(html: "<p>One</p><p>Two</p><p>Chorus<br>Sing</p><p>Three</p>")
        #expect(late.sung.map(\.isRefrain) == [false, true, false, true, false, true])
        #expect(HymnText(html: "<p>Chorus<br>Sing</p><p>One</p>").sung.map(\.isRefrain) == [true, false, true])
        let two = HymnText(html: "<p>One</p><p>Chorus<br>Sing</p><p>Two</p><p>Chorus<br>Praise</p>")
        #expect(two.sung == two.stanzas)
        #expect(HymnText(html: "<h1>Nothing</h1>").stanzas.isEmpty)
        #expect(HymnText(html: "<p>One").stanzas.map(\.lines) == [["One"]])
        #expect(HymnText(html: "<p>A song for children.</p><ol><li>One<br>two</li></ol>").firstLine == "One")
        #expect(HymnText(html: "<p>Refrain<br>Sing</p><p>One</p>").firstLine == "One" && HymnText(html: "<h1>Nothing</h1>").firstLine.isEmpty)
    }

    @Test(.covers("LIB-081"), arguments: Engine.available)
    func `a hymn is shown in large type, stanza by stanza`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            var options = ImportOptions()
            options.kind = "hymn"
            let id = ItemID(try #require(try await library.take("morning.md", Self.hymn, options).item))
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let reader = try await app.guest.get(ReadingPaths.section(publication, 0)).text
            #expect(reader.contains("href=\"\(LibraryPaths.sing(id))\"") && reader.contains("Show in large type"))
            let page = try await app.guest.get(LibraryPaths.sing(id)).text
            #expect(page.contains("First line,</span><span class=\"sing-line\">second &amp; last.</span>"))
            #expect(page.ranges(of: "data-stanza").count == 4, "two stanzas with the refrain after each: \(page)")
            #expect(page.contains("class=\"sing-number\">245<"))
            // Only hymns, and only those that readers may open.
            let book = try await app.item("A book")
            let draft = try await app.item("Draft", text: "# Draft\n\nOne.") {
                $0.kind = "hymn"
                $0.publishes = false
            }
            for other in [book, draft, ItemID(99999)] { #expect(try await app.guest.get(LibraryPaths.sing(other)).status == .notFound) }
            let plain = try #require(try await library.services.catalogue.find(book).publication)
            #expect(try await !app.guest.get(ReadingPaths.section(plain, 0)).text.contains("Show in large type"))
        }
    }

    @Test(.covers("LIB-021", "LIB-081"))
    func `a search of the hymns that finds none says so, and leads to the whole library`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            try await app.item("Morning", text: Self.hymn) { $0.kind = "hymn" }
            let page = try await app.guest.get(LibraryPaths.search() + "?q=zebra&kind=hymn").text
            #expect(page.contains("No hymn called “zebra”.") && page.contains("Search the whole library"))
            #expect(page.contains("href=\"\(LibraryPaths.search())?q=zebra\""))
            #expect(!page.contains("Nothing found with these filters"))
            let filtered = try await app.guest.get(LibraryPaths.search() + "?q=zebra&kind=hymn&language=sv").text
            #expect(filtered.contains("Nothing found with these filters"))
        }
    }

    @Test(.covers("LIB-103"), arguments: Engine.available)
    func `a draft says in the reader that only staff see it, and is published from there`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let draft = try await app.item("Draft", text: "# Draft\n\nOne.") { $0.publishes = false }
            let publication = try #require(try await library.services.catalogue.findForStaff(draft).publication)
            let address = ReadingPaths.section(publication, 0)
            let staff = try await app.signedIn(.librarian)
            let page = try await staff.get(address).text
            #expect(page.contains("Preview: only staff see this") && page.contains("action=\"\(LibraryPaths.adminItemStatus(draft))\""))
            _ = try await staff.post(LibraryPaths.adminItemStatus(draft), ["status": "published"])
            #expect(try await !staff.get(address).text.contains("Preview: only staff see this"))
            #expect(try await app.guest.get(address).status == .ok)
        }
    }

    @Test(.covers("LIB-081"), arguments: Engine.available)
    func `a number leads to its hymn`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.item("Without a number") { $0.kind = "hymn" }
            #expect(try await !app.guest.get(LibraryPaths.hymns()).text.contains("Hymn number"))
            let id = try await app.item("Morning", text: Self.hymn) { $0.kind = "hymn" }
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let list = try await app.guest.get(LibraryPaths.hymns()).text
            #expect(list.contains("Hymn number") && list.contains("class=\"hymn-number\">245<"))
            #expect(try await app.guest.get(LibraryPaths.hymns() + "?number=245").location == ReadingPaths.publication(publication))
            let missing = try await app.guest.get(LibraryPaths.hymns() + "?number=7")
            #expect(missing.location == LibraryPaths.hymns())
            let flash = try #require(missing["Set-Cookie"]?.split(separator: ";").first)
            let shown = try await app.guest.with("Cookie", String(flash)).get(LibraryPaths.hymns())
            #expect(shown.text.contains("There’s no hymn 7."))
        }
    }

    @Test(.covers("LIB-081"))
    func `a number is looked up in the hymnal that was chosen`() async throws {
        try await withLibrary(on: .sqlite) { app, library in
            func hymn(_ title: String, _ hymnal: String) async throws -> PublicationID {
                let text = "---\nseries: \(hymnal)\nseries_number: 12\n---\n\n# \(title)\n\n1. One line."
                let id = try await app.item(title, text: text) { $0.kind = "hymn" }
                return try #require(try await library.services.catalogue.find(id).publication)
            }
            let dawn = try await hymn("Dawn", "Blue hymnal")
            try await app.item("Noon", text: "---\nseries: Loose leaves\n---\n\n# Noon\n\n1. One line.") { $0.kind = "hymn" }
            #expect(try await !app.guest.get(LibraryPaths.hymns()).text.contains("name=\"hymnal\""))
            let dusk = try await hymn("Dusk", "Red hymnal")
            let page = try await app.guest.get(LibraryPaths.hymns()).text
            #expect(page.contains("name=\"hymnal\"") && page.contains("Red hymnal"))
            let found = try await app.guest.get(link(LibraryPaths.hymns(), query: ["number": "12", "hymnal": "Red hymnal"]))
            #expect(found.location == ReadingPaths.publication(dusk))
            #expect(page.contains(">All hymnals</option>"))
            let any = try await app.guest.get(LibraryPaths.hymns() + "?hymnal=&number=12")
            #expect(any.location == ReadingPaths.publication(dawn))
        }
    }

    @Test(.covers("LIB-081"), arguments: Engine.available)
    func `the index leads from A to Z, by first line or title, in the order of the language`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            func add(_ title: String, _ line: String, _ language: String) async throws {
                try await app.item(title, text: "# \(title)\n\n1. \(line)\\\n   and more") { (change: inout ImportOptions) in
                    (change.kind, change.language) = ("hymn", language)
                }
            }
            try await add("Morning", "Bright is the day,", "en")
            try await add("Autumn", "“Élan of leaves,", "en")
            try await add("Öppna din dörr", "Ära ske Gud", "sv")
            try await add("Zion", "Öppna din port", "sv")
            let lines = try await app.guest.get(LibraryPaths.hymnIndex() + "?language=en").text
            #expect(lines.matches(of: #/id="letter-\d+">(.)</#).map { String($0.output.1) } == ["B", "E"])
            #expect(lines.contains("Bright is the day,") && lines.contains("Morning"))
            let titles = try await app.guest.get(LibraryPaths.hymnIndex() + "?language=en&by=title").text
            #expect(titles.matches(of: #/id="letter-\d+">(.)</#).map { String($0.output.1) } == ["A", "M"])
            #expect(!titles.contains("Bright is the day,"))
            let swedish = try await app.guest.get(LibraryPaths.hymnIndex() + "?language=sv").text
            #expect(swedish.matches(of: #/id="letter-\d+">(.)</#).map { String($0.output.1) } == ["Ä", "Ö"])
            let names = try await app.guest.get(LibraryPaths.hymnIndex() + "?language=sv&by=title").text
            #expect(names.matches(of: #/id="letter-\d+">(.)</#).map { String($0.output.1) } == ["Z", "Ö"])
            // A hymn that comes later is there at once.
            try await add("Noon", "Calm is the sea", "en")
            #expect(try await app.guest.get(LibraryPaths.hymnIndex() + "?language=en").text.contains("Calm is the sea"))
        }
    }
}
