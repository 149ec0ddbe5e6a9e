import Core
import Database
import TestSupport
import Testing

@testable import Search

/// A small library in a database of its own.
struct Shelf: Sendable {
    let database: Database
    let index: SearchIndex

    func put(_ documents: [SearchDocument]) async throws {
        try await database.write { [index] db in
            for document in documents { try index.put(document, in: db) }
        }
    }

    func search(_ request: SearchRequest) async throws -> SearchResults {
        try await database.read { try index.search(request, in: $0) }
    }

    /// The titles that a submitted search finds, the best first.
    func titles(_ text: String, _ filter: SearchFilter = SearchFilter()) async throws -> [String] {
        try await search(SearchRequest(text, filter: filter)).hits.map(\.plainTitle)
    }

    /// The titles that are shown while typing.
    func typing(_ text: String) async throws -> [String] {
        try await search(.asYouType(text)).hits.map(\.plainTitle)
    }
}

extension SearchHit {
    var plainTitle: String { title.map(\.text).joined() }
}

extension [SnippetPart] {
    /// What is marked.
    var marks: [String] { filter(\.isMatch).map(\.text) }
    var plain: String { map(\.text).joined() }
}

/// A book whose sections are given as plain text.
func book(
    _ subject: Int64, _ title: String, by authors: [String] = [], language: Language? = .english, kind: String = "book",
    topics: [String] = [], year: Int? = nil, facets: [String: [String]] = [:], popularity: Int = 0,
    audience: String = SearchFilter.everyone, _ sections: String...
) -> SearchDocument {
    SearchDocument(
        source: "library.item", subject: subject, audience: audience, kind: kind, language: language, title: title, authors: authors,
        topics: topics, year: year, facets: facets, popularity: popularity,
        passages: sections.enumerated().flatMap { SearchPassage.split($0.element, section: $0.offset) })
}

/// Runs `body` with an empty shelf on `engine`.
func withShelf<T>(on engine: Engine, _ body: (Shelf) async throws -> T) async throws -> T {
    try await withDatabase(on: engine, tokenizers: [SearchTokenizer.fullText]) { database in
        try await database.migrate(SearchMigrations.all)
        return try await body(Shelf(database: database, index: SearchIndex(clock: ManualClock().clock)))
    }
}
