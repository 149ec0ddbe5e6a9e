import Core
import Database
import Foundation
import TestSupport
import Testing

@testable import Search

@Suite struct PlaceTests {
    private let sections = [
        "Chapter one — Ångström’s café.\n" + (0..<60).map { "Filler sentence number \($0) says nothing." }.joined(separator: " ")
            + "\nThen the lighthouse keeper lit the lamp.",
        "Chapter two.\n" + (0..<80).map { "More of nothing, \($0)." }.joined(separator: " ") + "\nThe keepers of the lighthouse slept.",
    ]

    @Test(.covers("LIB-033", "LIB-030"), arguments: Engine.available)
    func `a hit carries the address of its passage, and marks the match`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([book(1, "Lights", sections[0], sections[1])])
            let hit = try #require(try await shelf.search(SearchRequest("lighthouse keeper")).hits.first)
            #expect(hit.passages.count == 2)
            for passage in hit.passages {
                let section = Array(sections[passage.place.section].unicodeScalars)
                let range = passage.place.position.start..<passage.place.position.end
                #expect(String(String.UnicodeScalarView(section[range])) == passage.place.quote.exact)
                let start = range.lowerBound - passage.place.quote.prefix.unicodeScalars.count
                #expect(String(String.UnicodeScalarView(section[start..<range.lowerBound])) == passage.place.quote.prefix)
                #expect(passage.snippet.marks.sorted() == (passage.place.section == 0 ? ["keeper", "lighthouse"] : ["keepers", "lighthouse"]))
                #expect(passage.snippet.plain.count < 400)
            }
        }
    }

    @Test(.covers("LIB-033"), arguments: Engine.available)
    func `the passages of one book come in reading order, page by page`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            let text = (0..<30).map { number in
                "The word wanted is in piece \(number). " + (0..<120).map { "w\($0)" }.joined(separator: " ")
            }.joined(separator: "\n")
            try await shelf.put([book(1, "Long", text, text), book(2, "Other", text)])
            var numbers: [Int64] = []
            var places: [(Int, Int)] = []
            var after: Int64?
            repeat {
                let page = try await shelf.database.read {
                    try shelf.index.passages(source: "library.item", subject: 1, text: "wanted", after: after, limit: 7, in: $0)
                }
                #expect(page.total == 60 && page.totalIsExact)
                numbers += page.hits.map(\.number)
                places += page.hits.map { ($0.place.section, $0.place.position.start) }
                after = page.next
            } while after != nil
            #expect(numbers.count == 60)
            #expect(numbers == numbers.sorted())
            #expect(places.elementsEqual(places.sorted { $0 < $1 }) { $0 == $1 })
        }
    }

    @Test(arguments: Engine.available)
    func `a verse is shown by its name`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            var bible = book(1, "Bible", kind: "bible")
            bible.passages = [
                SearchPassage(section: 0, start: 0, label: "John 11:35", text: "Jesus wept."),
                SearchPassage(section: 0, start: 12, label: "John 11:36", text: "Then said the Jews, Behold how he loved him!"),
            ]
            try await shelf.put([bible])
            let hit = try #require(try await shelf.search(SearchRequest("jesus wept")).hits.first?.passages.first)
            #expect(hit.label == "John 11:35")
            #expect(hit.place.quote.exact == "Jesus wept")
            #expect(hit.snippet.marks == ["Jesus", "wept"])
            #expect(hit.snippet.plain == "Jesus wept.")
        }
    }

    @Test(arguments: Engine.available)
    func `a bad place to go on from is no error`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([book(1, "Long", "Some words.")])
            for after in [Int64.min, -1, 0, Int64.max] {
                let page = try await shelf.database.read {
                    try shelf.index.passages(source: "library.item", subject: 1, text: "words", after: after, in: $0)
                }
                #expect(page.hits.count == (after < 1 ? 1 : 0))
            }
            let none = try await shelf.database.read {
                try shelf.index.passages(source: "library.item", subject: 99, text: "words", in: $0)
            }
            #expect(none.hits.isEmpty)
        }
    }
}
