import Core
import Database
import TestSupport
import Testing

@testable import Search

@Suite struct MisspellingTests {
    private func shelf(_ shelf: Shelf) async throws {
        try await shelf.put([
            book(1, "The Shepherd’s Year", "A shepherd counts the flock at noon.", "The lamb sleeps near the lame dog."),
            book(2, "Vid köksbordet", language: .swedish, "Vi läser vid köksbordet och dricker kaffe."),
        ])
    }

    @Test(.covers("LIB-030", "LIB-034"), arguments: Engine.available)
    func `a mistyped word finds what was meant, and says so as it is written there`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await self.shelf(shelf)
            for (typed, meant) in [
                ("shepheard", "shepherd"), ("sheperd", "shepherd"), ("a shephard counts", "a shepherd counts"), ("köksborded", "köksbordet"),
                ("the flokc at noon", "the flock at noon"),
            ] {
                let results = try await shelf.search(SearchRequest(typed))
                #expect(results.meant == meant && results.hits.count == 1, "\(typed): \(results.meant ?? "nothing")")
            }
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `a rare word is a slip where another one goes with the rest`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await self.shelf(shelf)
            #expect(try await shelf.search(SearchRequest("the lame sleeps")).meant == nil, "both stand in one passage")
            #expect(try await shelf.search(SearchRequest("dog kaffe")).meant == nil, "no other word goes with it")
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `known words are never called mistyped, and nothing is offered that the searcher may not find`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await self.shelf(shelf)
            try await shelf.put([book(3, "Draft", audience: "library.upload", "The secret is zeppelins.")])
            #expect(try await shelf.search(SearchRequest("shepherds")).meant == nil)
            #expect(try await shelf.search(SearchRequest("12345")).meant == nil)
            let hidden = try await shelf.search(SearchRequest("zepelins"))
            #expect(hidden.meant == nil && hidden.hits.isEmpty)
            let staff = try await shelf.search(SearchRequest("zepelins", filter: SearchFilter(audiences: ["library.upload"])))
            #expect(staff.meant == "zeppelins")
        }
    }

    @Test(arguments: [
        ("shepherd", "shepherd", 0.0), ("sheperd", "shepherd", 1), ("shepheard", "shepherd", 1), ("peple", "people", 1),
        ("begining", "beginning", 0.5), ("lamb", "lamp", 1), ("form", "from", 1), ("gethsemene", "gethsemane", 0.5),
    ])
    func `slips of the hand count less than other letters`(typed: String, meant: String, distance: Double) {
        var measure = EditDistance(from: typed)
        #expect(measure.to(Array(meant.utf8), most: 3) == distance)
    }

    @Test func `words that are too different are told apart early`() {
        var measure = EditDistance(from: "water")
        #expect(measure.to(Array("kitchen".utf8), most: 2) == nil && measure.to(Array("w".utf8), most: 1) == nil)
    }
}
