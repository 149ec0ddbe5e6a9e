import Core
import Database
import Foundation

/// One search, step by step. Each step has a limit of its own, so no query costs much more than any other:
/// candidates from the documents' entries, an order from what is known of them, and passages only for the page shown.
struct SearchRun {
    let request: SearchRequest
    let query: SearchQuery
    let tokenizer: SearchTokenizer
    let db: any Connection

    /// How many documents are ever looked at.
    private var mostCandidates: Int { request.isTyping ? 300 : 1000 }
    /// How many are looked at for a match in their title or names.
    private static let mostNamed = 200
    /// How many passages are asked for to learn in which documents the words are frequent.
    private static let mostSamples = 400
    /// How many of the best are weighed by their titles.
    private static let mostWeighed = 64

    private struct Ranked {
        let id: Int64
        var score: Double
    }

    func results() throws -> SearchResults {
        var ranked = try candidates()
        var isExact = ranked.count < mostCandidates
        if query.clauses.contains(where: \.isPhrase) {
            (ranked, isExact) = try holdingPhrases(ranked, wereAll: isExact)
        }
        var results = SearchResults()
        results.total = ranked.count
        results.totalIsExact = isExact
        ranked = try weighed(ranked)
        let page = ranked.dropFirst(request.offset).prefix(request.limit)
        if request.offset + page.count < ranked.count { results.nextOffset = request.offset + page.count }
        results.hits = try hits(Array(page))
        if request.wantsFacets {
            let ids = query.clauses.contains(where: \.isPhrase) ? ranked.map(\.id) : nil
            results.facets = try FacetCounter(request: request, query: query, db: db, limit: mostCandidates).groups(of: ids)
        }
        return results
    }

    // MARK: Which documents

    private func candidates() throws -> [Ranked] {
        func find(_ field: MatchExpression.Field, limit: Int) throws -> [Candidate] {
            try db.all(.candidates(.documents(query, in: field, db.dialect), request.filter, limit: limit, db.dialect))
        }
        var scores: [Int64: Double] = [:]
        func note(_ candidates: [Candidate], _ value: Double) {
            for one in candidates where scores[one.id] == nil { scores[one.id] = value + log2(1 + Double(max(one.popularity, 0))) }
        }
        note(try find(.title, limit: Self.mostNamed), 200)
        note(try find(.names, limit: Self.mostNamed), 150)
        note(try find(.anywhere, limit: mostCandidates), 0)
        let samples = try samples()
        if samples.areAll {
            for (id, count) in samples.counts where scores[id] != nil { scores[id, default: 0] += 4 * log2(1 + Double(count)) }
        }
        return scores.map { Ranked(id: $0.key, score: $0.value) }
            .sorted { ($0.score, $0.id) > ($1.score, $1.id) }.prefix(mostCandidates).map(\.self)
    }

    /// In how many passages of each document all the finished words stand together.
    private func samples(of clauses: [SearchQuery.Clause]? = nil) throws -> (counts: [Int64: Int], areAll: Bool) {
        let finished = query.clauses.filter { $0.prefix == nil }
        let sought = clauses ?? (finished.isEmpty ? query.clauses : finished)
        let expression = MatchExpression.passages(sought, db.dialect)
        let ids = try db.all(.newestPassages(expression, in: 0...Int64.max, limit: Self.mostSamples, db.dialect))
        var counts: [Int64: Int] = [:]
        for id in ids { counts[IndexStore.document(ofPassage: id), default: 0] += 1 }
        return (counts, ids.count < Self.mostSamples)
    }

    // MARK: Phrases

    /// How many documents are looked into for a phrase that is too common to list where it stands.
    private static let mostChecked = 40
    /// How many records are read for a phrase.
    private static let mostRead = 256

    /// Those documents that really hold the phrases of the query: their words alone prove nothing.
    private func holdingPhrases(_ ranked: [Ranked], wereAll: Bool) throws -> (held: [Ranked], areAll: Bool) {
        let phrases = query.clauses.filter(\.isPhrase)
        let marker = Marker(phrases)
        let samples = try samples(of: phrases.map { SearchQuery.Clause(alternatives: $0.alternatives) })
        let looked = ranked.prefix(Self.mostRead)
        let records = Dictionary(try db.all(.recordTexts(looked.map(\.id))).map { ($0.first, $0.second) }) { first, _ in first }
        var checks = 0
        var held: [Ranked] = []
        for one in looked {
            if samples.counts[one.id] != nil {
                held.append(one)
            } else if let record = records[one.id],
                Set(marker.matches(in: record, tokenizer).map(\.clause)).count == phrases.count
            {
                held.append(one)
            } else if !samples.areAll || phrases.contains(where: { $0.prefix != nil }), checks < Self.mostChecked {
                checks += 1
                if try !passages(of: one.id, phrases, limit: 1).isEmpty { held.append(one) }
            }
        }
        return (held, wereAll && looked.count == ranked.count && checks < Self.mostChecked)
    }

    // MARK: In which order

    /// The best candidates, with the nearness of their titles to the query weighed in.
    private func weighed(_ ranked: [Ranked]) throws -> [Ranked] {
        let named = ranked.prefix(Self.mostWeighed).filter { $0.score >= 200 }
        guard !named.isEmpty else { return ranked }
        let titles = Dictionary(try db.all(.documents(named.map(\.id))).map { ($0.id, $0.title) }) { first, _ in first }
        let sought = query.clauses.compactMap(\.alternatives.first).flatMap(\.self)
        var ranked = ranked
        for index in named.indices {
            let words = SearchTokenizer.words(of: titles[ranked[index].id] ?? "")
            guard !words.isEmpty else { continue }
            // The exact word counts for more than another form of it, and a short title for more than a long one.
            let exact = sought.filter(words.contains).count
            ranked[index].score += 20 * Double(exact) / Double(words.count) + 10 * Double(exact) / Double(max(sought.count, 1))
            if words == sought { ranked[index].score += 40 } else if words.starts(with: sought) { ranked[index].score += 15 }
        }
        ranked[..<named.count].sort { ($0.score, $0.id) > ($1.score, $1.id) }
        return ranked
    }

    // MARK: What is shown

    private func hits(_ page: [Ranked]) throws -> [SearchHit] {
        guard !page.isEmpty else { return [] }
        let rows = Dictionary(try db.all(.documents(page.map(\.id))).map { ($0.id, $0) }) { first, _ in first }
        let marker = Marker(query.clauses)
        return try page.compactMap { ranked in
            guard let row = rows[ranked.id] else { return nil }
            var hit = SearchHit(
                source: row.source, subject: row.subject, kind: row.kind, language: row.language.map { Language($0) },
                title: marker.marked(row.title, tokenizer), authors: DocumentRow.lines(row.authors), topics: DocumentRow.lines(row.topics),
                year: row.year, score: ranked.score)
            if row.passages > 0, request.passagesPerDocument > 0 { hit.passages = try bestPassages(of: row.id, marker) }
            return hit
        }
    }

    /// The passages that answer best: such with all the words if there are any, else such with some of them.
    private func bestPassages(of document: Int64, _ marker: Marker) throws -> [PassageHit] {
        let looked = request.isTyping ? 3 : 12
        var rows = try passages(of: document, query.clauses, limit: looked)
        if rows.isEmpty, query.clauses.count > 1 {
            for clause in query.clauses.prefix(4) { rows += try passages(of: document, [clause], limit: 2) }
        }
        var seen: Set<Int64> = []
        let snippets = rows.filter { seen.insert($0.id).inserted }
            .compactMap { row in Snippet(row.passage, marker, tokenizer).map { (row: row, snippet: $0) } }
        return snippets.sorted { ($1.snippet.score, $0.row.id) < ($0.snippet.score, $1.row.id) }.prefix(request.passagesPerDocument)
            .map { PassageHit($0.row, $0.snippet) }
    }

    private func passages(of document: Int64, _ clauses: [SearchQuery.Clause], limit: Int) throws -> [PassageRow] {
        guard let expression = try query.expression(clauses, in: document, db) else { return [] }
        return try db.all(.passages(expression, in: IndexStore.passageIDs(of: document), limit: limit, db.dialect))
    }
}

extension SearchQuery {
    /// `clauses` as they are asked of the passages of one document; nil when the document lacks a word altogether.
    func expression(_ clauses: [Clause], in document: Int64, _ db: any Connection) throws -> MatchExpression? {
        guard clauses.contains(where: { $0.prefix != nil }) else { return .passages(clauses, excluding: excluded, db.dialect) }
        guard let words = try db.first(.words(of: document)).map(WordList.init(text:)) else { return nil }
        return .passages(clauses.map { $0.expanded(by: words) }, excluding: excluded, db.dialect)
    }
}

extension PassageHit {
    init(_ row: PassageRow, _ snippet: Snippet) {
        self.init(place: snippet.place, label: row.passage.label, snippet: snippet.parts, number: row.id)
    }
}
