import Core
import Database

/// Passages of all documents that may be found, the best ones first.
struct Ranking {
    struct Ranked {
        let passage: PassageCandidate
        var score: Double
        /// The share of the query that stands in it.
        let coverage: Double
        /// The name by which it was found, and the label that goes with it.
        var name: (label: String, text: String)?
        var isVerbatim = false
    }

    var passages: [Ranked] = []
    /// Whether these are all passages that hold all the words.
    var isComplete = true

    /// The best score in each document.
    var documents: [Int64: (best: Ranked, count: Int)] {
        var best: [Int64: (best: Ranked, count: Int)] = [:]
        for one in passages {
            let id = one.passage.document.id
            if let known = best[id] { best[id] = (known.best, known.count + 1) } else { best[id] = (one, 1) }
        }
        return best
    }

    /// The best passages of one document.
    func passages(of document: Int64, limit: Int) -> [Ranked] {
        Array(passages.lazy.filter { $0.passage.document.id == document }.prefix(limit))
    }
}

/// Finds passages from the most exact question to the least: the words as they were typed, all of them, most of them. A later question is only
/// asked where the ones before found next to nothing, and each has a limit.
struct PassageSearch {
    let request: SearchRequest
    let query: SearchQuery
    let tokenizer: SearchTokenizer
    let weights: [String: Double]
    let scorer: PassageScorer
    let db: any Connection
    /// The document whose passages alone are looked at; its list goes as far as anybody reads.
    var document: Int64?

    /// How many passages with all words are judged, and how many of each other question.
    private static let mostJudged = 40
    static let mostOfDocument = 1000
    private static let mostOfRest = 40
    /// With fewer than these, parts of the query are looked for.
    private static let enough = 3
    /// The share of the query that an answer to a part of it has at least.
    private static let leastCoverage = 0.4

    init(_ request: SearchRequest, _ query: SearchQuery, _ tokenizer: SearchTokenizer, _ weights: [String: Double], _ db: any Connection) {
        (self.request, self.query, self.tokenizer, self.weights, self.db) = (request, query, tokenizer, weights, db)
        scorer = PassageScorer(query.spoken, tokenizer) { weights[$0] ?? 1 }
    }

    /// - Parameter isPartial: whether an answer may lack words.
    func ranking(isPartial: Bool) throws -> Ranking {
        var found: [Int64: PassageCandidate] = [:]
        func note(_ expression: MatchExpression, limit: Int) throws -> Int {
            let ids = document.map(IndexStore.passageIDs)
            let rows = try db.all(.passages(expression, request.filter, in: ids, limit: limit, db.dialect))
            for row in rows { found[row.row.id] = row }
            return rows.count
        }
        let most = document == nil ? Self.mostJudged : Self.mostOfDocument
        let all = try note(.passages(query.clauses, excluding: query.excluded, db.dialect), limit: most)
        let isComplete = all < most
        if !isComplete, query.spoken.count > 1, query.isPlain {
            _ = try note(.passages([.init(alternatives: [query.spoken])], db.dialect), limit: Self.mostOfRest)
        }
        if isPartial, query.isPlain, query.spoken.count > 1, found.count < Self.enough {
            for part in parts() { _ = try note(part, limit: Self.mostOfRest) }
        }
        var ranking = Ranking(passages: judged(Array(found.values)), isComplete: isComplete)
        try addNamed(to: &ranking)
        ranking.passages.sort { ($0.score, $1.passage.row.id) > ($1.score, $0.passage.row.id) }
        return ranking
    }

    private func judged(_ rows: [PassageCandidate]) -> [Ranking.Ranked] {
        tokenizer.withStemmer { stemmer in
            rows.compactMap { row in
                let judgement = scorer.judge(row.row.passage.text, in: row.language, stemmer)
                guard judgement.coverage > Self.leastCoverage else { return nil }
                return Ranking.Ranked(
                    passage: row, score: judgement.score, coverage: judgement.coverage, isVerbatim: judgement.isVerbatim)
            }
        }
    }

    /// Questions for parts of the query: three or two words in a row, then the words that say most.
    private func parts() -> [MatchExpression] {
        let words = query.spoken
        func saying(_ part: ArraySlice<String>) -> Double { part.reduce(0) { $0 + (weights[$1] ?? 1) } }
        func rows(_ length: Int, least: Double) -> [SearchQuery.Clause] {
            guard words.count > length else { return [] }
            return (0...(words.count - length)).map { words[$0..<($0 + length)] }.filter { saying($0) >= least }
                .map { SearchQuery.Clause(alternatives: [Array($0)]) }
        }
        var parts: [MatchExpression] = []
        for clauses in [rows(4, least: 0.6), rows(3, least: 0.7), rows(2, least: 0.6)] where !clauses.isEmpty {
            parts.append(.passages(clauses, any: true, excluding: query.excluded, db.dialect))
        }
        // Without the words that say least, one after the other.
        let telling = query.clauses.sorted { weight($0) > weight($1) }
        var count = telling.count - 1
        while count > 0, parts.count < 10 {
            let kept = telling.prefix(count)
            if kept.reduce(0, { $0 + weight($1) }) > Self.leastCoverage * telling.reduce(0, { $0 + weight($1) }) {
                parts.append(.passages(Array(kept), excluding: query.excluded, db.dialect))
            }
            count -= 1
        }
        return parts
    }

    private func weight(_ clause: SearchQuery.Clause) -> Double { clause.alternatives.first?.first.flatMap { weights[$0] } ?? 1 }

    // MARK: Names

    /// How many headings are judged.
    private static let mostNamed = 60

    /// Adds the passages that stand under a heading or a name that says what was typed.
    private func addNamed(to ranking: inout Ranking) throws {
        guard query.isPlain else { return }
        var rows = try db.all(.headings(.passages(query.clauses, db.dialect), request.filter, limit: Self.mostNamed, db.dialect))
        let telling = query.clauses.filter { weight($0) > 0.25 }
        if rows.isEmpty, telling.count > 1 {
            rows = try db.all(.headings(.passages(telling, any: true, db.dialect), request.filter, limit: Self.mostNamed, db.dialect))
        }
        guard !rows.isEmpty else { return }
        var best: [Int64: Ranking.Ranked] = [:]
        tokenizer.withStemmer { stemmer in
            for row in rows {
                // Names are in the language of whoever says them, whatever the text is written in.
                let judgement = scorer.judge(row.text, in: row.kind == SearchHeading.Kind.name.rawValue ? nil : row.passage.language, stemmer)
                guard judgement.coverage >= 0.6 else { continue }
                let isWhole = judgement.coverage > 0.99 || (judgement.coverage > 0.75 && judgement.share > 0.99)
                var score = (150 + 70 * judgement.share) * (isWhole ? judgement.coverage.squareRoot() : judgement.coverage * 0.85)
                if row.kind == SearchHeading.Kind.aside.rawValue { score *= 0.8 }
                if let known = best[row.passage.row.id], known.score >= score { continue }
                best[row.passage.row.id] = Ranking.Ranked(
                    passage: row.passage, score: score, coverage: judgement.coverage, name: (row.label, row.text))
            }
        }
        for one in best.values {
            guard let known = ranking.passages.firstIndex(where: { $0.passage.row.id == one.passage.row.id }) else {
                ranking.passages.append(one)
                continue
            }
            if ranking.passages[known].score < one.score { ranking.passages[known] = one }
        }
    }
}
