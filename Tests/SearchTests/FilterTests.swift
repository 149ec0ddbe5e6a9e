import Core
import Database
import TestSupport
import Testing

@testable import Search

@Suite struct FilterTests {
    private let shelf: [SearchDocument] = [
        book(1, "Faith one", language: .english, year: 1988, facets: ["category": ["Faith", "Letters"], "availability": ["now"]], "Hope remains."),
        book(2, "Faith two", language: .english, kind: "hymn", year: 1991, facets: ["category": ["Faith"], "availability": ["lent"]]),
        book(3, "Faith tre", language: .swedish, year: 1999, facets: ["category": ["Tro"], "availability": ["now"]], "Hope remains."),
        book(4, "Faith draft", language: .english, audience: "library.items.edit", "Hope remains."),
        book(5, "Faith unknown", language: nil),
        book(6, "Faith regional", language: Language("en-GB")),
    ]

    @Test(.covers("LIB-032"), arguments: Engine.available)
    func `the languages and categories of a request are always enforced`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put(self.shelf)
            for text in ["faith", "hope", "\"hope remains\"", "fai", "faith hope"] {
                for isTyping in [true, false] {
                    let swedish = try await shelf.search(
                        SearchRequest(text, isTyping: isTyping, filter: SearchFilter(languages: [.swedish])))
                    #expect(swedish.hits.map(\.subject).allSatisfy { $0 == 3 }, "\(text)")
                    let category = try await shelf.search(
                        SearchRequest(text, isTyping: isTyping, filter: SearchFilter(facets: ["category": ["Tro", "Letters"]])))
                    #expect(Set(category.hits.map(\.subject)).isSubset(of: [1, 3]), "\(text)")
                }
            }
            let english = try await shelf.search(SearchRequest("faith", filter: SearchFilter(languages: [.english])))
            #expect(Set(english.hits.map(\.subject)) == [1, 2, 6])
            let suggestions = try await shelf.database.read {
                try shelf.index.suggest("faith", filter: SearchFilter(languages: [.swedish]), in: $0)
            }
            #expect(suggestions.map(\.text) == ["Faith tre"])
        }
    }

    @Test(arguments: Engine.available)
    func `what is not for everyone is found by those it is for`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put(self.shelf)
            #expect(try await shelf.titles("draft").isEmpty)
            #expect(try await shelf.titles("draft", SearchFilter(audiences: [])).isEmpty)
            #expect(try await shelf.titles("draft", SearchFilter(audiences: ["everyone", "library.items.edit"])) == ["Faith draft"])
        }
    }

    @Test(.covers("LIB-031", "CORE-032"), arguments: Engine.available)
    func `facets come with counts and narrow the answer`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put(self.shelf)
            let all = try await shelf.search(SearchRequest("faith"))
            #expect(all.total == 5 && all.totalIsExact)
            #expect(all.facets.map(\.name) == ["kind", "language", "decade", "availability", "category"])
            #expect(
                all.counts == [
                    "kind": ["book": 4, "hymn": 1], "language": ["en": 3, "sv": 1], "decade": ["1980": 1, "1990": 2],
                    "availability": ["now": 2, "lent": 1], "category": ["Faith": 2, "Letters": 1, "Tro": 1],
                ])
            for group in all.facets {
                for value in group.values {
                    let narrowed = try await shelf.search(SearchRequest("faith", filter: SearchFilter(narrowed: group.name, to: value.value)))
                    #expect(narrowed.total == value.count, "\(group.name) \(value.value)")
                    let other = narrowed.facets.first { $0.name == group.name }?.values.first { $0.value == value.value }
                    #expect(other?.isSelected == true)
                    // The other values of a chosen facet stay on offer; language is the searcher's own.
                    if group.name != "language" { #expect(narrowed.counts[group.name] == all.counts[group.name]) }
                }
            }
        }
    }

    @Test(.covers("LIB-031"), arguments: Engine.available)
    func `a group counted without the phrase that was asked for says so`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([
                book(1, "One", "The quiet lamp burns."), book(2, "Two", kind: "hymn", "The lamp is quiet."), book(3, "Three", "A quiet lamp."),
            ])
            let found = try await shelf.search(SearchRequest("\"quiet lamp\"", filter: SearchFilter(narrowed: "kind", to: "book")))
            #expect(found.total == 2 && found.totalIsExact)
            let kinds = try #require(found.facets.first { $0.name == "kind" })
            #expect(!kinds.isExact)
            #expect(found.facets.first { $0.name == "language" }?.isExact == true)
        }
    }

    @Test(.covers("LIB-031"), arguments: Engine.available)
    func `a facet changes without the text being entered again`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put(self.shelf)
            try await shelf.database.write { [index = shelf.index] db in
                try index.setFacet("availability", to: ["lent"], source: "library.item", subject: 1, in: db)
                try index.setPopularity(500, source: "library.item", subject: 3, in: db)
            }
            let now = try await shelf.search(SearchRequest("faith", filter: SearchFilter(facets: ["availability": ["now"]])))
            #expect(now.hits.map(\.subject) == [3])
            #expect(now.counts["availability"] == ["now": 1, "lent": 2])
            #expect(try await shelf.titles("hope") == ["Faith tre", "Faith one"])
        }
    }

    @Test(arguments: Engine.available)
    func `pages follow each other without gap or repetition`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put((1...53).map { book($0, "Volume \($0)", popularity: Int($0 % 7), "All about the sea.") })
            for text in ["volume", "sea"] {
                var seen: [Int64] = []
                var offset: Int? = 0
                while let start = offset {
                    let page = try await shelf.search(SearchRequest(text, limit: 10, offset: start))
                    seen += page.hits.map(\.subject)
                    offset = page.nextOffset
                }
                #expect(seen.count == 53 && Set(seen).count == 53)
            }
            let beyond = try await shelf.search(SearchRequest("sea", offset: 5000))
            #expect(beyond.hits.isEmpty && beyond.total == 53)
        }
    }
}

extension SearchResults {
    /// Counts by group and value.
    var counts: [String: [String: Int]] {
        Dictionary(
            uniqueKeysWithValues: facets.map { group in
                (group.name, Dictionary(uniqueKeysWithValues: group.values.map { ($0.value, $0.count) }))
            })
    }
}

extension SearchFilter {
    /// A filter that asks for one value of one group.
    init(narrowed name: String, to value: String) {
        self.init()
        switch name {
        case "kind": kinds = [value]
        case "language": languages = [Language(value)]
        case "decade": years = Int(value).map { $0...($0 + 9) }
        default: facets = [name: [value]]
        }
    }
}
