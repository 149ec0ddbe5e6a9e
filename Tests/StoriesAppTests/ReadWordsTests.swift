import Core
import Database
import Documents
import Platform
import TestSupport
import Testing

@testable import StoriesApp

@Suite("Words that readers read")
struct ReadWordsTests {
    static let text = """
        ## The *crossing*
        1. See [the *old* map](https://maps.example.org/old-harbour/1890?zoom=4 "As it was") first.
        ![A lamp on a landing](picture:17)
        It was un*believ*able&nbsp;– [so][note] we read.[^1] <b>Late</b>, again \\[sic\\].

        [note]: https://example.org/a-long-address
        [^1]: By the mate’s own book.
        ```swift
        > Quoted words
        """

    @Test("addresses, pictures, tags, numbers of lists and marks of footnotes are no words")
    func rule() {
        #expect(ReadWords.count("[the ferry](https://example.org/the-ferry)") == 2)
        #expect(ReadWords.count("![A lamp](picture:17)") == 0)
        #expect(ReadWords.count(Self.text) == 2 + 5 + 9 + 5 + 2)
        // What only looks like one is read as it stands.
        #expect(ReadWords.count("a [b] (c) <3 d & e") == 6)
    }

    @Test("after any change the words that it adds make up the count of the whole text")
    func changes() throws {
        var random = SeededGenerator(seed: 7)
        let signs = Array(Self.text.unicodeScalars)
        for seed in 0..<3_000 {
            let start = Int.random(in: 0...signs.count, using: &random)
            let end = Int.random(in: start...min(signs.count, start + 30), using: &random)
            let from = Int.random(in: 0..<signs.count, using: &random)
            func string(_ part: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(part)) }
            let change = TextSplice(
                start: string(signs[..<start]).utf16.count, removed: string(signs[start..<end]),
                inserted: string(signs[from..<min(signs.count, from + Int.random(in: 0...30, using: &random))]))
            let place = try #require(change.place(in: Self.text))
            let after = try #require(change.applied(to: Self.text))
            #expect(
                ReadWords.count(Self.text) + ReadWords.added(by: change, at: place, in: Self.text) == ReadWords.count(after),
                "\(seed): \(change)")
        }
    }

    @Test("a chapter has as many words for its readers as for its author", .covers("STO-029"), arguments: Engine.available)
    func published(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let saved = try await app.save("See [the map](https://example.org/old/map) first.", begun.chapter, on: 0)
            #expect(saved.words == 4)
            let longer = try await app.save("See [the map](https://example.org/old/map) first.\n\nThen go.", begun.chapter, on: saved.revision)
            #expect(longer.words == 6 && longer.wordsToday == 6)
            _ = try await app.signedIn(.ada).post("/stories/chapters/\(begun.chapter)/publish")
            let release = try await app.site.database.read { db in try db.one(.newest(of: begun.chapter)) }
            #expect(release.words == 6)
        }
    }
}
