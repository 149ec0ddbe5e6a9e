import Core
import Database
import Foundation
import Platform
import Reading
import Search
import TestSupport
import Testing
import Web

@testable import LibraryApp

struct SearchingTests {
    private func address(_ path: String, _ words: String, _ more: String = "") -> String {
        "\(path)?q=\(words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")\(more)"
    }

    /// A Bible whose verses have room for the names that people give them.
    private static let gospel = """
        <?xml version="1.0" encoding="UTF-8"?>
        <osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText osisIDWork="Test" xml:lang="en"><header>
        <work osisWork="Test"><title>A Small Gospel</title></work></header>
        <div type="book" osisID="Luke"><chapter osisID="Luke.10">\(verses(30...40) { "A line of the story that says \($0)." })</chapter></div>
        <div type="book" osisID="John"><chapter osisID="John.3">\(verses(14...20) { "A lantern of number \($0) is lit." })</chapter></div>
        </osisText></osis>
        """

    private static func verses(_ numbers: ClosedRange<Int>, _ text: (Int) -> String) -> String {
        numbers.map { number in
            let place = numbers.lowerBound == 30 ? "Luke.10.\(number - 5)" : "John.3.\(number)"
            return "<verse osisID=\"\(place)\">\(text(number))</verse>"
        }.joined(separator: "\n")
    }

    @Test(.covers("LIB-030", "LIB-033"), arguments: Engine.available)
    func `a well-known passage is found by its name, in English and in Swedish`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try #require(try await library.take("gospel.osis.xml", Self.gospel).status == .ok)
            for words in ["good samaritan", "the good samaritan", "barmhärtige samariern"] {
                let page = try await app.guest.get(address(LibraryPaths.search(), words))
                #expect(page.text.contains("Luke 10:25–37"), "\(words)")
                let answer = try await app.guest.asProgram.get(address(LibraryPaths.apiSearch(), words))
                #expect(answer.text.contains(" story that says 30."), "\(words)")
            }
        }
    }

    @Test(.covers("LIB-030", "LIB-034"), arguments: Engine.available)
    func `a mistyped word is answered with what was meant`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try #require(try await library.take("gospel.osis.xml", Self.gospel).status == .ok)
            let page = try await app.guest.get(address(LibraryPaths.search(), "lantren")).text
            #expect(page.contains("Did you mean") && page.contains("q=lantern\"") && page.contains("John 3:14"))
            let answer = try await app.guest.asProgram.get(address(LibraryPaths.apiSearch(), "lantren"))
            #expect(answer.json["meant"] as? String == "lantern")
            #expect(try await app.guest.get(address(LibraryPaths.suggest(), "lantren")).text.contains("lantern"))
            #expect(try await !app.guest.get(address(LibraryPaths.suggest(), "lant")).text.contains("Did you mean"), "it may become lantern yet")
        }
    }

    @Test(.covers("LIB-078"), arguments: Engine.available)
    func `several references, slips in their names and words between their numbers are understood`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try #require(try await library.take("gospel.osis.xml", Self.gospel).status == .ok)
            for (words, labels) in [
                ("jn 3:16; luke 10:30", ["John 3:16", "Luke 10:30"]), ("John 3:16,17", ["John 3:16–17"]), ("john chapter 3 verse 16", ["John 3:16"]),
                ("John 3:15 to 17", ["John 3:15–17"]), ("Johannes 3:16", ["John 3:16"]), ("jn 3:16; and then", []),
            ] {
                #expect(try await library.services.bibles.lookUp(words, in: .english).map(\.label) == labels, "\(words)")
            }
            let range = try #require(try await library.services.bibles.lookUp("Jn 3:16-18", in: .english).first)
            // All three verses are marked, and a browser without a script goes to the first.
            let address = try #require(range.address)
            let extent = try #require(range.extent)
            #expect(address.contains("at=\(extent.lowerBound)-\(extent.upperBound)") && address.hasSuffix("-v16"))
            let publication = try #require(range.bible.publication)
            let text = try await app.site.database.read { db in
                try library.services.publishing.publications.text(range.verses[0].section, of: publication, in: db)
            }
            let marked = String(String.UnicodeScalarView(try #require(text).unicodeScalars.dropFirst(extent.lowerBound).prefix(extent.count)))
            #expect(marked.hasPrefix("A lantern of number 16") && marked.hasSuffix("number 18 is lit."))
        }
    }

    @Test(.covers("LIB-030", "LIB-033", "LIB-079"), arguments: Engine.available)
    func `every place of a book can be listed, the best first or in reading order`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let bible = ItemID(try #require(try await library.take("gospel.osis.xml", Self.gospel).item))
            let page = try await app.guest.get(address(LibraryPaths.search(), "lantern")).text
            #expect(page.contains("All 7 verses") && page.contains(LibraryPaths.matches(bible)))
            let found = try await app.guest.get(address(LibraryPaths.matches(bible), "lantern number 17")).text
            let first = try #require(found.range(of: "passage-link"))
            #expect(found[first.upperBound...].prefix(400).contains("John 3:17"))
            let ordered = try await app.guest.get(address(LibraryPaths.matches(bible), "lantern", "&order=reading")).text
            let places = (14...20).compactMap { ordered.range(of: "John 3:\($0)")?.lowerBound }
            #expect(places.count == 7 && places == places.sorted())
            // The box on the Bible's page lists verses.
            let box = try await app.guest.get(address(LibraryPaths.bibleLookup(), "lantern", "&bible=\(bible)"))
            #expect(box.status == .seeOther && box.location?.hasPrefix(LibraryPaths.matches(bible)) ?? false)
            // What readers may not see has no list either.
            let draft = try await app.item("Hidden", text: "# One\n\nA lantern in a drawer.") { $0.publishes = false }
            #expect(try await app.guest.get(address(LibraryPaths.matches(draft), "lantern")).status == .notFound)
        }
    }

    @Test(.covers("LIB-030", "LIB-033"), arguments: Engine.available)
    func `a hit names its chapter, and a heading is found`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            try await app.item("Bread", text: "# The oven at dawn\n\nFlour and water.\n\n# The table at noon\n\nSalt and honey.")
            let page = try await app.guest.get(address(LibraryPaths.search(), "honey")).text
            #expect(page.contains("The table at noon"))
            let answer = try await app.guest.asProgram.get(address(LibraryPaths.apiSearch(), "oven dawn"))
            #expect(answer.text.contains("The oven at dawn") && answer.text.contains("Flour and water"))
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `what an older version entered is entered again by itself`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.item("Bread", text: "# The oven at dawn\n\nFlour and water.\n\n# The table at noon\n\nSalt and honey.")
            try await app.site.database.write { db in
                try db.run("DELETE FROM search_word")
                try db.run("UPDATE search_document SET revision = 0")
            }
            #expect(try await app.guest.asProgram.get(address(LibraryPaths.apiSearch(), "hunney")).json["meant"] as? String == nil)
            try await library.services.renewal.run()
            #expect(try await app.guest.asProgram.get(address(LibraryPaths.apiSearch(), "hunney")).json["meant"] as? String == "honey")
            let left = try await app.site.database.read { try $0.one("SELECT count(*) FROM search_document WHERE revision = 0" as Query<Int>) }
            #expect(left == 0)
        }
    }
}
