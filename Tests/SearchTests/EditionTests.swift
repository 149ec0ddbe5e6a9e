import Core
import Database
import TestSupport
import Testing

@testable import Search

@Suite struct EditionTests {
    private let shelf: [SearchDocument] = [
        book(1, "Walden", by: ["Henry David Thoreau"], language: .english, year: 1854, facets: ["category": ["Woods"]], "A pond."),
        book(2, "Walden", by: ["Thoreau, Henry David"], language: .swedish, year: 1924, facets: ["category": ["Woods"]], "En damm."),
        book(3, "WALDEN", by: ["Henry David Thoreau"], language: .english, kind: "audio", year: 1980, facets: ["category": ["Heard"]], "A pond."),
        book(4, "Walden", by: ["Another Author"], language: .english, "A town."),
        book(5, "Walden", language: .english, "A newsletter."),
        book(6, "Walden", language: .english, "Another newsletter."),
        book(7, "Walden and after", by: ["Henry David Thoreau"], language: .english, "A road."),
    ]

    private func request(_ text: String, _ filter: SearchFilter = SearchFilter(), limit: Int = 20, offset: Int = 0) -> SearchRequest {
        var request = SearchRequest(text, filter: filter, limit: limit, offset: offset)
        request.editionFacets = ["format"]
        return request
    }

    @Test(.covers("LIB-030", "LIB-031"), arguments: Engine.available)
    func `editions of a work are one answer, and filters count works`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put(self.shelf)
            let found = try await shelf.search(request("walden"))
            #expect(found.total == 5 && found.hits.count == 5)
            let work = try #require(found.hits.first { !$0.editions.isEmpty })
            #expect(Set([work.subject] + work.editions) == [1, 2, 3])
            #expect(found.hits.filter { !$0.editions.isEmpty }.count == 1, "another author, and texts without one, stand alone")
            #expect(
                found.counts == [
                    "kind": ["book": 5, "audio": 1], "language": ["en": 5, "sv": 1], "decade": ["1850": 1, "1920": 1, "1980": 1],
                    "category": ["Woods": 1, "Heard": 1],
                ])
            for group in found.facets {
                for value in group.values {
                    let filter = SearchFilter(narrowed: group.name, to: value.value)
                    #expect(try await shelf.search(request("walden", filter)).total == value.count, "\(group.name) \(value.value)")
                }
            }
            // Without being asked for, each is an answer of its own.
            let apart = try await shelf.search(SearchRequest("walden"))
            #expect(apart.total == 7 && apart.hits.allSatisfy(\.editions.isEmpty))
        }
    }

    @Test(.covers("LIB-032"), arguments: Engine.available)
    func `an edition that a filter leaves out is not named`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put(self.shelf)
            let swedish = try await shelf.search(request("walden", SearchFilter(languages: [.swedish])))
            #expect(swedish.hits.map(\.subject) == [2] && swedish.hits.allSatisfy(\.editions.isEmpty))
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `pages of works follow each other without repetition`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put(self.shelf)
            var seen: [Int64] = []
            var offset: Int? = 0
            while let start = offset {
                let page = try await shelf.search(request("walden", limit: 2, offset: start))
                seen += page.hits.flatMap { [$0.subject] + $0.editions }
                offset = page.nextOffset
            }
            #expect(seen.sorted() == [1, 2, 3, 4, 5, 6, 7])
        }
    }

    @Test(.covers("LIB-034"), arguments: Engine.available)
    func `a work is suggested once with its editions`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put(self.shelf)
            let suggested = try await shelf.database.read { try shelf.index.suggest("wald", editionFacets: [], in: $0) }
            let works = suggested.filter { $0.kind == .title }.compactMap { one in one.subject.map { Set([$0] + one.editions) } }
            #expect(works.contains([1, 2, 3]) && works.contains([4]) && works.contains([7]))
            #expect(works.count == 4, "of texts without an author that are called the same, one is enough")
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `what nothing tells apart is no edition`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([
                book(1, "Newsletter", by: ["The Board"], year: 2020, "May."), book(2, "Newsletter", by: ["The Board"], year: 2020, "June."),
                book(3, "Newsletter", by: ["The Board"], year: 2021, "July."),
                book(4, "Hymns", by: ["Various"], language: .english, "Sing."), book(5, "Hymns", by: ["Various"], language: .swedish, "Sjung."),
                book(6, "Emma", by: ["Jane Austen"], facets: ["format": ["epub"]], "A match."),
                book(7, "Emma", by: ["Austen, Jane"], facets: ["format": ["pdf"]], "A match."),
            ])
            for words in ["newsletter", "hymns"] {
                #expect(try await shelf.search(request(words)).hits.allSatisfy(\.editions.isEmpty), "\(words)")
            }
            #expect(try await shelf.search(request("newsletter")).total == 3)
            #expect(try await shelf.search(request("emma")).total == 1)
            var apart = request("emma")
            apart.editionFacets = []
            #expect(try await shelf.search(apart).total == 2)
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `editions are of one source`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            func story(_ subject: Int64, _ language: Language) -> SearchDocument {
                SearchDocument(
                    source: "stories.story", subject: subject, kind: "story", language: language, title: "Walden", authors: ["Henry David Thoreau"],
                    passages: [])
            }
            try await shelf.put(Array(self.shelf.prefix(2)) + [story(1, .english), story(9, .swedish)])
            let found = try await shelf.search(request("walden"))
            #expect(found.total == 2)
            for hit in found.hits {
                #expect(Set([hit.subject] + hit.editions) == (hit.source == "library.item" ? [1, 2] : [1, 9]), "\(hit.source)")
            }
        }
    }

    @Test(.covers("LIB-025"), arguments: Engine.available)
    func `the editions of a document are those that a search makes one answer`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            // Another author's come first, and are many.
            try await shelf.put((100..<1200).map { book($0, "Walden", by: ["Writer number \($0)"]) } + self.shelf)
            func editions(of subject: Int64) async throws -> [Int64] {
                try await shelf.database.read { try shelf.index.editions(of: subject, in: "library.item", editionFacets: [], in: $0) }
            }
            for subject: Int64 in 1...3 { #expect(try await editions(of: subject) == [1, 2, 3]) }
            for subject: Int64 in [4, 5, 7, 100, 99] { #expect(try await editions(of: subject).isEmpty, "\(subject)") }
        }
    }

    @Test func `what is beyond the documents looked at is estimated by how close they stand`() {
        func factor(_ matches: [Int64]) -> Double {
            Estimate.factor(newest: matches.suffix(1000).reversed(), oldest: Array(matches.prefix(100))) { first in
                Array(matches.filter { $0 >= first }.prefix(100))
            }
        }
        // Every tenth number of 20,000 matches: the newest thousand go down to 10,010, the oldest hundred up to 1,000.
        let even = Array(stride(from: Int64(10), through: 20_000, by: 10))
        #expect(abs(factor(even) * 1000 - 2000) < 20)
        // One import at either end, or at both, and little between.
        let sparse = Array(stride(from: Int64(10_000), to: 1_000_000, by: 1000))
        let old = Array(Int64(1)...200)
        let new = Array(Int64(1_000_000)...1_000_999)
        for clustered in [old + sparse + new, old + sparse, sparse + new] {
            #expect(abs(factor(clustered) * 1000 / Double(max(1000, clustered.count)) - 1) < 0.2, "\(clustered.count)")
        }
        // One in the middle is not taken for the whole.
        let middle = Array(Int64(550_501)...550_999)
        let inside = Array(stride(from: Int64(1000), through: 2_000_000, by: 1000)) + middle
        #expect(factor(inside.sorted()) < 3)
        // Both ends meet: it is known how many there are.
        let all = Array(stride(from: Int64(10_010), through: 10_510, by: 10))
        #expect(Estimate.factor(newest: all.reversed(), oldest: [10_010, 10_020]) { _ in [] } == 1)
        #expect(Estimate.factor(newest: [], oldest: []) { _ in [] } == 1)
    }

    @Test(.covers("LIB-030", "LIB-031"), arguments: Engine.available)
    func `a total that nobody counted is an estimate in a round number`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put((1...1500).map { book($0, "Psalm number \($0)", kind: $0 % 4 == 0 ? "hymn" : "book") })
            let found = try await shelf.search(SearchRequest("psalm"))
            #expect(!found.totalIsExact && found.total == 1000)
            #expect(found.estimate == 1500)
            let kinds = try #require(found.facets.first { $0.name == "kind" })
            #expect(!kinds.isExact && kinds.values.map(\.count) == [1100, 380])
            let few = try await shelf.search(SearchRequest("\"psalm number 77\""))
            #expect(few.totalIsExact && few.estimate == nil && few.facets.allSatisfy(\.isExact))
        }
    }
}
