import Core
import Database
import Foundation

/// One search, step by step. Each step has a limit of its own, so no query costs much more than any other:
/// candidates from the documents' entries, an order from what is known of them, and passages only for the page shown.
struct SearchRun {
    let request: SearchRequest
    let query: SearchQuery
    let tokenizer: SearchTokenizer
    let weights: WordWeights
    let now: Instant
    let db: any Connection

    init(_ request: SearchRequest, _ query: SearchQuery, _ index: SearchIndex, _ db: any Connection) {
        (self.request, self.query, self.db) = (request, query, db)
        (tokenizer, weights, now) = (index.tokenizer, index.weights, index.clock.now())
    }

    /// How many documents are ever looked at.
    private var mostCandidates: Int { request.isTyping ? 200 : 1000 }
    /// How many are looked at for a match in their title or names.
    private var mostNamed: Int { request.isTyping ? 64 : 200 }
    /// How many titles that begin as typed are looked at.
    private static let mostBeginning = 16
    /// How many passages are asked for to learn in which documents the words are frequent.
    private static let mostSamples = 200
    /// How many of the best are weighed by their titles.
    static let mostWeighed = 64

    struct Ranked {
        let id: Int64
        let subject: Int64
        /// What it is worth for the query.
        var value: Double
        /// What it has before its equals for being used often: however often a book is read, one that says what was typed goes before it.
        let lift: Double

        var score: Double { value + lift }

        init(_ candidate: Candidate, worth value: Double) {
            (id, subject, self.value) = (candidate.id, candidate.subject, value)
            let uses = log2(1 + Double(max(candidate.popularity, 0)))
            lift = 10 * uses / (uses + 6)
        }
    }

    private struct Found {
        /// The most promising first.
        var ranked: [Ranked]
        /// Whether these are all that match.
        var areAll: Bool
        /// What they are counted by, if that was asked for.
        var counted: [CountedCandidate] = []
    }

    /// What is found, with passages in the order of ``Ranking``; while typing, as soon as enough titles are there.
    /// - Parameter isPartial: whether answers may lack words, where next to none has them all.
    func results(isPartial: Bool = true) throws -> SearchResults {
        var found = try candidates()
        if query.clauses.contains(where: \.isPhrase) { found = try holdingPhrases(found) }
        let ranking = request.isTyping ? nil : try ranking(isPartial: isPartial)
        let ranked = try weighed(found.ranked, ranking)
        let works = try works(ranked, known: found.counted)
        let page = works.dropFirst(request.offset).prefix(request.limit)
        var results = SearchResults(total: works.count, totalIsExact: found.areAll)
        if request.offset + page.count < works.count { results.nextOffset = request.offset + page.count }
        results.hits = try hits(page.map(\.best), ranking, editions: Dictionary(page.map { ($0.best.id, $0.others) }) { first, _ in first })
        if let ranking, query.isPlain {
            results.lacksWords = !ranking.passages.contains { $0.coverage > 0.78 } && !ranked.contains { $0.value >= Self.nameScore }
        }
        if request.wantsFacets {
            let counter = FacetCounter(request: request, query: query, db: db, limit: mostCandidates)
            let estimate = found.areAll ? nil : try counter.estimate(found.counted, request.filter)
            results.estimate = estimate?.about(works.count)
            results.facets = try counter.groups(found.counted, areAll: found.areAll, estimate)
        }
        return results
    }

    /// The passages that answer best, of all documents.
    func ranking(isPartial: Bool, in document: Int64? = nil) throws -> Ranking {
        var known: [String: Double] = [:]
        for clause in query.clauses where query.isPlain {
            guard let word = clause.alternatives.first?.first else { continue }
            known[word] = WordWeights.weight(passages: try weights.passages(with: clause, now: now, in: db))
        }
        var search = PassageSearch(request, query, tokenizer, known, db)
        search.document = document
        return try search.ranking(isPartial: isPartial)
    }

    /// All that match, as the rows of their source.
    func subjects() throws -> (subjects: [Int64], areAll: Bool) {
        var found = try candidates()
        if query.clauses.contains(where: \.isPhrase) { found = try holdingPhrases(found) }
        return (try weighed(found.ranked, nil).map(\.subject), found.areAll)
    }

    /// Whether anything matches at all.
    func hasAny() throws -> Bool {
        guard query.isPlain else { return try !subjects().subjects.isEmpty }
        return try !db.all(.candidates(.documents(query, db.dialect), request.filter, limit: 1, db.dialect)).isEmpty
    }

    // MARK: Which documents

    private func candidates() throws -> Found {
        func find(_ field: MatchExpression.Field, limit: Int) throws -> [Candidate] {
            try db.all(.candidates(.documents(query, in: field, db.dialect), request.filter, limit: limit, db.dialect))
        }
        var scores: [Int64: Ranked] = [:]
        func note(_ candidates: [Candidate], _ value: Double) {
            for one in candidates where scores[one.id] == nil { scores[one.id] = Ranked(one, worth: value) }
        }
        if query.isPlain {
            let isOpen = query.clauses.last?.prefix != nil
            note(
                try db.all(.beginning(with: Record.key(query.words), isOpen: isOpen, request.filter, limit: Self.mostBeginning, db.dialect)),
                Self.titleScore)
        }
        note(try find(.title, limit: mostNamed), Self.titleScore)
        // While typing, more titles than anybody will look at are answer enough.
        guard !request.isTyping || scores.count < mostNamed else {
            return Found(ranked: Self.ordered(scores), areAll: false)
        }
        note(try find(.names, limit: mostNamed), Self.nameScore)
        let counted =
            request.wantsFacets
            ? try db.all(.counted(.documents(query, db.dialect), request.filter, limit: mostCandidates, db.dialect)) : []
        let anywhere = request.wantsFacets ? counted.map(\.candidate) : try find(.anywhere, limit: mostCandidates)
        note(anywhere, 0)
        // A submitted search judges the passages themselves.
        if request.isTyping, case let samples = try samples(), samples.areAll {
            for (id, count) in samples.counts { scores[id]?.value += 4 * log2(1 + Double(count)) }
        }
        return Found(
            ranked: Array(Self.ordered(scores).prefix(mostCandidates)), areAll: anywhere.count < mostCandidates, counted: counted)
    }

    static let titleScore = 200.0
    static let nameScore = 150.0

    private static func ordered(_ scores: [Int64: Ranked]) -> [Ranked] {
        scores.values.sorted { ($0.score, $0.id) > ($1.score, $1.id) }
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
    private func holdingPhrases(_ found: Found) throws -> Found {
        let phrases = query.clauses.filter(\.isPhrase)
        let marker = Marker(phrases)
        let samples = try samples(of: phrases.map { SearchQuery.Clause(alternatives: $0.alternatives) })
        let looked = found.ranked.prefix(Self.mostRead)
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
        let ids = Set(held.map(\.id))
        return Found(
            ranked: held, areAll: found.areAll && looked.count == found.ranked.count && checks < Self.mostChecked,
            counted: found.counted.filter { ids.contains($0.candidate.id) })
    }
}
