import Core
import Database
import TestSupport
import Testing

@testable import Search

@Suite struct ChangeTests {
    @Test(arguments: Engine.available)
    func `a replaced document leaves no trace of what it was`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([
                book(1, "Oldtitle", by: ["Oldauthor"], topics: ["Oldtopic"], facets: ["category": ["Oldcategory"]], "Oldtext one.", "Oldtext two."),
                book(2, "Neighbour", "Unchanged text."),
            ])
            try await shelf.put([book(1, "Newtitle", by: ["Newauthor"], facets: ["category": ["Newcategory"]], "Newtext.")])
            for text in ["oldtitle", "oldauthor", "oldtopic", "oldtext", "old", "\"oldtext one\""] {
                #expect(try await shelf.titles(text).isEmpty, "\(text)")
                #expect(try await shelf.typing(text).isEmpty, "\(text)")
                let suggestions = try await shelf.database.read { try shelf.index.suggest(text, in: $0) }
                #expect(suggestions.isEmpty)
            }
            for text in ["newtitle", "newauthor", "newtext"] { #expect(try await shelf.titles(text) == ["Newtitle"], "\(text)") }
            #expect(try await shelf.titles("unchanged") == ["Neighbour"])
            let old = try await shelf.search(SearchRequest("newtitle", filter: SearchFilter(facets: ["category": ["Oldcategory"]])))
            #expect(old.hits.isEmpty)
            try await shelf.checkIntegrity()
        }
    }

    @Test(arguments: Engine.available)
    func `a changed record keeps its text`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([book(1, "Before", "Deep in the text.")])
            var changed = book(1, "After")
            changed.passages = nil
            try await shelf.put([changed])
            #expect(try await shelf.titles("deep") == ["After"])
            #expect(try await shelf.titles("after deep") == ["After"])
            #expect(try await shelf.titles("before").isEmpty)
            try await shelf.checkIntegrity()
        }
    }

    @Test(arguments: Engine.available)
    func `a removed document is gone from every table`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([
                book(1, "Gone", by: ["Someone"], facets: ["category": ["Faith"]], "Secret words."), book(2, "Stays", "Open words."),
            ])
            try await shelf.database.write { [index = shelf.index] db in
                try index.remove(source: "library.item", subject: 1, in: db)
                try index.remove(source: "library.item", subject: 77, in: db)
            }
            for text in ["gone", "someone", "secret"] { #expect(try await shelf.titles(text).isEmpty) }
            #expect(try await shelf.titles("words") == ["Stays"])
            let left = try await shelf.database.read { db in
                try ["search_document", "search_words", "search_passage", "search_facet"].map { table in
                    try db.one("SELECT count(*) FROM \(raw: table)" as Query<Int>)
                }
            }
            #expect(left == [1, 1, 1, 0])
            try await shelf.checkIntegrity()
        }
    }

    @Test(arguments: Engine.available)
    func `what a refused write entered cannot be found`(on engine: Engine) async throws {
        struct Refusal: Error {}
        try await withShelf(on: engine) { shelf in
            try await shelf.put([book(1, "Kept", "Old words.")])
            await #expect(throws: Refusal.self) {
                try await shelf.database.write { [index = shelf.index] db in
                    try index.put(book(1, "Overwritten", "New words."), in: db)
                    try index.put(book(2, "Another", "New words."), in: db)
                    throw Refusal()
                }
            }
            #expect(try await shelf.titles("words") == ["Kept"])
            #expect(try await shelf.titles("another").isEmpty)
            try await shelf.checkIntegrity()
        }
    }

    @Test func `tidying changes no answer`() async throws {
        try await withShelf(on: .sqlite) { shelf in
            for number in 1...40 { try await shelf.put([book(Int64(number), "Volume \(number)", "Water and stone \(number).")]) }
            let before = try await shelf.titles("stone")
            try await shelf.index.tidy(shelf.database)
            #expect(try await shelf.titles("stone") == before)
            try await shelf.checkIntegrity()
        }
    }
}

extension Shelf {
    /// Lets FTS5 compare its passages with their table; PostgreSQL keeps both in one row.
    func checkIntegrity() async throws {
        guard database.dialect == .sqlite else { return }
        try await database.write { db in
            try db.run("INSERT INTO search_passage_fts (search_passage_fts, rank) VALUES ('integrity-check', 1)")
            try db.run("INSERT INTO search_document_fts (search_document_fts) VALUES ('integrity-check')")
        }
    }
}
