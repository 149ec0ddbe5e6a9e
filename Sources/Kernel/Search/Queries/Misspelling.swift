import Core
import Database
import Foundation

/// Finds what was meant by words that are nowhere in the site: such as are written nearly so, and stand with the others.
struct Misspelling {
    let index: SearchIndex
    let request: SearchRequest
    let db: any Connection

    /// A query with other words in the place of those that are nowhere.
    struct Meant {
        let text: String
        /// The words that were put in, folded.
        let replaced: [String]
        let typed: String
    }

    /// Longer queries are sentences, whose other words find their place.
    private static let mostReplaced = 3
    /// How many words are weighed for each, and how many letters a word has at least to be taken for a slip.
    private static let mostWeighed = 6
    private static let shortest = 4
    private static let mostRead = 60_000
    /// A word of so few passages may be a slip.
    private static let rare = 8

    /// Whether a word is one that people write, and not a number or a code.
    static func isWord(_ word: String) -> Bool {
        (3...24).contains(word.utf8.count) && word.utf8.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    }

    /// The query with each word that is nowhere replaced; nil where all are known, or nothing is written nearly so.
    /// - Parameter evenRare: whether a word that few passages have is taken for a slip, if another one stands with the rest.
    func corrected(_ query: SearchQuery, evenRare: Bool = false) throws -> Meant? {
        let unknown = try query.clauses.filter { evenRare ? try isRare($0) : try isUnknown($0) }.compactMap { $0.alternatives.first?.first }
        guard !unknown.isEmpty, unknown.count <= Self.mostReplaced else { return nil }
        var words = query.spoken
        var replaced: [String] = []
        for word in unknown where Self.isWord(word) {
            guard let meant = try best(for: word, in: words, leastCompany: evenRare ? 0.6 : 0) else { continue }
            words = words.map { $0 == word ? meant : $0 }
            replaced.append(meant)
        }
        guard !replaced.isEmpty else { return nil }
        return Meant(text: words.joined(separator: " "), replaced: replaced, typed: request.text)
    }

    /// Everything that the searcher may find, whatever the search is narrowed by.
    private var reach: SearchFilter { SearchFilter(audiences: request.filter.audiences, sources: request.filter.sources) }

    private func isRare(_ clause: SearchQuery.Clause) throws -> Bool {
        try index.weights.passages(with: clause, now: index.clock.now(), in: db) <= Self.rare
    }

    /// Whether neither a text nor a record nor a heading has the word in any form.
    private func isUnknown(_ clause: SearchQuery.Clause) throws -> Bool {
        guard try index.weights.passages(with: clause, now: index.clock.now(), in: db) == 0 else { return false }
        let query = SearchQuery(clause.alternatives[0].joined(separator: " "), tokenizer: index.tokenizer)
        guard try db.all(.candidates(.documents(query, db.dialect), reach, limit: 1, db.dialect)).isEmpty else { return false }
        return try db.all(.headings(.passages([clause], db.dialect), reach, limit: 1, db.dialect)).isEmpty
    }

    /// The word that is written most like it, stands with its neighbours and is used most.
    private func best(for word: String, in words: [String], leastCompany: Double) throws -> String? {
        let near = try nearest(to: word)
        guard !near.isEmpty else { return nil }
        let others = words.filter { $0 != word }
        var best: (word: String, worth: Double)?
        for (other, distance) in near {
            let clause = clause(other)
            let uses = try index.weights.passages(with: clause, now: index.clock.now(), in: db)
            var worth = log2(1 + Double(uses)) / 4 - 3 * distance
            let company = others.isEmpty ? 0 : try company(of: other, among: words.map { $0 == word ? other : $0 }, others)
            guard company >= leastCompany else { continue }
            worth += 4 * company
            if best.map({ worth > $0.worth }) ?? true { best = (other, worth) }
        }
        return best?.word
    }

    /// From 0 to 1, how well a word goes with those that were typed beside it.
    private func company(of word: String, among all: [String], _ others: [String]) throws -> Double {
        func isSaid(_ clauses: [SearchQuery.Clause]) throws -> Bool {
            try !db.all(.passages(.passages(clauses, db.dialect), request.filter, limit: 1, db.dialect)).isEmpty
        }
        if try isSaid([.init(alternatives: [all])]) { return 1 }
        let place = all.firstIndex(of: word) ?? 0
        let pairs = [place - 1, place].filter { $0 >= 0 && $0 + 1 < all.count }.map { [all[$0], all[$0 + 1]] }
        if try !pairs.isEmpty && isSaid([.init(alternatives: pairs)]) { return 0.7 }
        return try isSaid(([word] + others).map(clause)) ? 0.6 : 0
    }

    private func clause(_ word: String) -> SearchQuery.Clause {
        .init(alternatives: [[word]] + index.tokenizer.stems(of: word).map { [$0] })
    }

    /// The known words that are written most like one, with the number of mistakes between them: such as begin alike, or else any.
    private func nearest(to word: String) throws -> [(word: String, distance: Double)] {
        guard word.utf8.count >= Self.shortest else { return [] }
        let most = word.utf8.count < 5 ? 1.0 : word.utf8.count < 8 ? 1.5 : 2.5
        let length = word.utf8.count
        let slack = Int(most * 2)
        let sizes: SQL = "length(word) BETWEEN \(length - slack) AND \(length + slack)"
        let start = String(word.prefix(1))
        let alike = try db.all(
            "SELECT word FROM search_word WHERE word >= \(start) AND word < \(start + "~") AND \(sql: sizes) ORDER BY word LIMIT \(Self.mostRead)"
                as Query<String>)
        let near = choice(of: alike, for: word, most: most)
        if !near.isEmpty { return near }
        let others = try db.all("SELECT word FROM search_word WHERE \(sql: sizes) ORDER BY word LIMIT \(Self.mostRead)" as Query<String>)
        return choice(of: others, for: word, most: min(most, 1.5))
    }

    private func choice(of words: [String], for typed: String, most: Double) -> [(word: String, distance: Double)] {
        var measure = EditDistance(from: typed)
        let near = words.compactMap { word in measure.to(Array(word.utf8), most: most).map { (word: word, distance: $0) } }
        return Array(near.filter { $0.distance > 0 }.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(Self.mostWeighed))
    }
}

extension Misspelling.Meant {
    /// The query as it is written where it was found: the index knows words without their accents and capitals.
    func written(in results: SearchResults) -> String {
        written(in: results.hits.prefix(5).flatMap { $0.title + $0.passages.flatMap(\.snippet) })
    }

    func written(in parts: [SnippetPart]) -> String {
        let found = parts.filter(\.isMatch).map(\.text)
        let pairs = found.map { (SearchTokenizer.words(of: $0).joined(separator: " "), $0.lowercased()) }
        // Of `Shepherd’s` and `shepherd` the word itself.
        let written = Dictionary(pairs) { $0.count <= $1.count ? $0 : $1 }
        return text.split(separator: " ").map { written[String($0)] ?? String($0) }.joined(separator: " ")
    }
}
