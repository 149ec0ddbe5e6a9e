import Core
import Documents
import Foundation
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// References to the Bible in other texts.
struct ReferenceLinkTests {
    @Test(
        .covers("LIB-078"),
        arguments: [
            ("Read Psalm 104:10-28 today.", ["Psalm 104:10-28"]), ("Se Joh 3:16 och 1 Kor. 13:4–7.", ["Joh 3:16", "1 Kor. 13:4–7"]),
            ("Joh 3,16 är känd; Psaltaren 23 också.", ["Joh 3,16", "Psaltaren 23"]), ("(Song of Solomon 2:1)", ["Song of Solomon 2:1"]),
            ("Första Moseboken 1:1–2:3 är början.", ["Första Moseboken 1:1–2:3"]),
            ("In 1 John 4:8f we read", ["1 John 4:8"]),
            ("1 Corinthians 13, Romans 8 and Jes 40:31.", ["1 Corinthians 13", "Romans 8", "Jes 40:31"]),
            // What only looks like one.
            ("Mark 5 of them, and John 3 more; Acts 2 and 3.", []), ("Is 3:15 too late? So 3:15, then.", []), ("At Luke 25:1 there is none.", []),
            ("Psalm 23:4:5 is a clock, Psalm 1051 a number.", []), ("Kings of 1815 and job 3:4 in small letters.", []), ("John 3:16pm", []),
        ])
    func `references are told from names and numbers`(text: String, found: [String]) {
        let scalars = Array(text.unicodeScalars)
        let words = ReferenceScanner.scan(text).map { String(String.UnicodeScalarView(scalars[$0.range])) }
        #expect(words == found)
    }

    @Test(.covers("LIB-078"))
    func `a reference is read as it is meant`() throws {
        let references = ReferenceScanner.scan("Ps 1-2; Joh 3:16–4:2; Jn 1:1-1").map(\.reference)
        #expect(
            references == [
                BibleReference(book: "JHN", chapter: 3, verse: 16, lastChapter: 4, lastVerse: 2), BibleReference(book: "JHN", chapter: 1, verse: 1),
            ], "an abbreviation with a chapter alone is too little")
    }

    @Test(.covers("LIB-078"), arguments: Engine.available)
    func `a reference in a book is a link to its words`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, library, _ in
            let words = "# Day\n\nOn John 1:1 & more, and Genesis 1:1. [John 1:2](https://example.org/) is a link already.\n\n## John 1:2\n\nThe end."
            let book = try await app.item("Lamps", text: words)
            let publication = try #require(try await library.services.catalogue.find(book).publication)
            let page = try await app.guest.get(ReadingPaths.section(publication, 0)).text
            let path = LibraryPaths.biblePassage() + "?"
            #expect(page.ranges(of: "data-reference-link").count == 1, "no Genesis in the library; none in links and headings: \(page)")
            let start = try #require(page.range(of: "data-reference-link href=\"")).upperBound
            let address = String(page[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
            #expect(address.hasPrefix(path) && page.contains("\">John 1:1</a> &amp; more"))
            let shown = try await app.guest.get(address)
            #expect(shown.text.contains("In the beginning was the lamp.") && shown.text.contains("data-reader-panel"))
            #expect(!shown.text.contains("It burned"))
            // Programs and the sections that follow get the same.
            let section = try await app.guest.asProgram.get("/api/v1/publications/\(publication)/sections/0")
            #expect((section.json["html"] as? String)?.contains("data-reference-link") == true)
            #expect(try await app.guest.get(path + "ref=GEN+1:1").status == .notFound)
            #expect(try await app.guest.get(path + "ref=nonsense").status == .notFound)
        }
    }
}
