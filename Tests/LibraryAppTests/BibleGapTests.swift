import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// References that no Bible of the library has.
struct BibleGapTests {
    @Test(.covers("LIB-078", "LIB-079"), arguments: Engine.available)
    func `a chapter or verse that is not there is answered with how many there are`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, _, id in
            let chapters = LibraryPaths.bibleBook(id, "JHN")
            let verses = LibraryPaths.bibleBook(id, "JHN") + "?chapter=1"
            for (words, english, swedish, address) in [
                ("Jn 9:99", "John has 2 chapters in “A Small Bible”.", "John har 2 kapitel i ”A Small Bible”.", chapters),
                ("John 99", "John has 2 chapters in “A Small Bible”.", "John har 2 kapitel i ”A Small Bible”.", chapters),
                ("Joh 1:7-9", "John 1 has 2 verses in “A Small Bible”.", "John 1 har 2 verser i ”A Small Bible”.", verses),
                (
                    "1 Kor 1", "1 Corinthians has 1 chapter in “A Small Bible”.", "1 Corinthians har 1 kapitel i ”A Small Bible”.",
                    LibraryPaths.bibleBook(id, "1CO")
                ),
                (
                    "1 Mos 1:1", "No Bible in the library has Genesis.", "Ingen bibel i biblioteket innehåller Första Moseboken.",
                    LibraryPaths.bible()
                ),
            ] {
                let query = "?q=" + (words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
                let found = try await app.guest.asProgram.get(LibraryPaths.apiSearch() + query)
                #expect(found.json["notice"] as? String == english, "\(words): \(found.text)")
                let page = try await app.guest.with("Accept-Language", "sv").get(LibraryPaths.search() + query)
                #expect(page.text.contains(swedish) && page.text.contains("href=\"\(address)\""), "\(words)")
                #expect(!page.text.contains("Kontrollera stavningen"), "\(words)")
                let lookUp = try await app.guest.get(LibraryPaths.bibleLookup() + query)
                #expect(lookUp.location == address, "\(words)")
                let flash = try #require(lookUp["Set-Cookie"]?.split(separator: ";").first)
                let shown = try await app.guest.with("Cookie", String(flash)).get(address)
                #expect(shown.text.contains(english), "\(words)")
            }
        }
    }

    @Test(.covers("LIB-078"), arguments: Engine.available)
    func `the chooser says what a book does not have, and goes as near as it can`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, _, id in
            for (choice, address, words) in [
                ("book=JHN&chapter=3", LibraryPaths.bibleBook(id, "JHN"), "John has 2 chapters"),
                ("book=JHN&chapter=1&verse=9", LibraryPaths.bibleBook(id, "JHN") + "?chapter=1", "John 1 has 2 verses"),
            ] {
                let answer = try await app.guest.get(LibraryPaths.bibleLookup() + "?bible=\(id)&" + choice)
                #expect(answer.location == address, "\(choice)")
                let flash = try #require(answer["Set-Cookie"]?.split(separator: ";").first, "\(choice)")
                let shown = try await app.guest.with("Cookie", String(flash)).get(address)
                #expect(shown.text.contains(words), "\(choice)")
            }
            let right = try await app.guest.get(LibraryPaths.bibleLookup() + "?bible=\(id)&book=JHN&chapter=1&verse=2")
            #expect(right.location?.hasSuffix("#s0-v2") == true && right["Set-Cookie"] == nil)
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `words that are no reference are searched for and nothing is said of chapters`(on engine: Engine) async throws {
        try await withBible(on: engine) { app, _, _ in
            for words in ["lamp", "Ruth", "lamp+3:16"] {
                let found = try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=" + words)
                #expect(found.status == .ok && found.json["notice"] == nil, "\(words)")
            }
        }
    }
}
