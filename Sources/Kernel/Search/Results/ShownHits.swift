import Core
import Database

extension SearchRun {
    /// How many of a page's documents show as many passages as were asked for.
    private static let fullyShown = 5

    /// How many passages of one document are judged, where the ranking does not know them all.
    private static let mostJudged = 12

    /// What is shown of the documents of one page.
    /// - Parameter editions: the other editions of each document, as rows of its source.
    func hits(_ page: [Ranked], _ ranking: Ranking? = nil, editions: [Int64: [Int64]] = [:]) throws -> [SearchHit] {
        guard !page.isEmpty else { return [] }
        let rows = Dictionary(try db.all(.documents(page.map(\.id))).map { ($0.id, $0) }) { first, _ in first }
        let marker = Marker(query.clauses)
        let hits = try page.enumerated().compactMap { number, ranked -> (document: Int64, hit: SearchHit)? in
            guard let row = rows[ranked.id] else { return nil }
            // Whoever reads on below the first few looks for a title, and one passage shows why it is there.
            let shown = number < Self.fullyShown ? request.passagesPerDocument : min(1, request.passagesPerDocument)
            var hit = SearchHit(
                source: row.source, subject: row.subject, kind: row.kind, language: row.language.map { Language($0) },
                title: marker.marked(row.title, tokenizer), authors: DocumentRow.lines(row.authors), topics: DocumentRow.lines(row.topics),
                year: row.year, editions: editions[row.id] ?? [],
                score: ranked.score)
            if row.passages > 0, shown > 0 { hit.passages = try passages(shown, of: row, marker, ranking) }
            // Only people go on to the whole list, and only from the first few.
            if request.wantsFacets, hit.passages.count == request.passagesPerDocument { hit.count = try count(in: row.id, ranking) }
            return (row.id, hit)
        }
        return try ranking == nil ? hits.map(\.hit) : headed(hits)
    }

    private func passages(_ shown: Int, of row: DocumentRow, _ marker: Marker, _ ranking: Ranking?) throws -> [PassageHit] {
        guard let ranking else { return try bestPassages(shown, of: row, marker) }
        let known = ranking.passages(of: row.id, limit: shown)
        if known.count >= shown || (ranking.isComplete && !known.isEmpty) { return known.map { hit($0, marker) } }
        return try bestPassages(shown, of: row, marker, lacksAll: ranking.isComplete)
    }

    private func count(in document: Int64, _ ranking: Ranking?) throws -> (passages: Int, isExact: Bool) {
        if let ranking, ranking.isComplete { return (ranking.passages.count { $0.passage.document.id == document }, true) }
        let most = PassageSearch.mostOfDocument
        let expression = MatchExpression.passages(query.clauses, excluding: query.excluded, db.dialect)
        let found = try db.one(.passageCount(expression, in: IndexStore.passageIDs(of: document), limit: most + 1, db.dialect))
        return (min(found, most), found <= most)
    }

    /// One page of the passages of a document.
    func places(of document: Int64, _ order: PassageOrder, limit: Int, offset: Int) throws -> PlaceResults {
        let ranking = try ranking(isPartial: true, in: document)
        let marker = Marker(query.clauses)
        let all = order == .relevance ? ranking.passages : ranking.passages.sorted { $0.passage.row.id < $1.passage.row.id }
        let page = all.dropFirst(offset).prefix(limit)
        var results = PlaceResults(total: all.count, totalIsExact: ranking.isComplete)
        if offset + page.count < all.count { results.nextOffset = offset + page.count }
        let hit = SearchHit(
            source: "", subject: 0, kind: "", title: [], authors: [], topics: [], passages: page.map { self.hit($0, marker) }, score: 0)
        results.hits = try headed([(document, hit)]).flatMap(\.passages)
        return results
    }

    private func hit(_ ranked: Ranking.Ranked, _ marker: Marker) -> PassageHit {
        let row = ranked.passage.row
        let snippet = Snippet(row.passage, marker, tokenizer) ?? Snippet(beginningOf: row.passage)
        var hit = PassageHit(row, ranked.name == nil ? snippet : Snippet(beginningOf: row.passage, marker, tokenizer))
        if let name = ranked.name {
            if !name.label.isEmpty { hit.label = name.label }
            hit.heading = name.text
        }
        return hit
    }

    /// The same with the chapters that the passages stand in.
    private func headed(_ hits: [(document: Int64, hit: SearchHit)]) throws -> [SearchHit] {
        let sections = Set(hits.flatMap { $0.hit.passages.map { Int64($0.place.section) } })
        guard !sections.isEmpty else { return hits.map(\.hit) }
        let headings = try db.all(.headings(of: hits.map(\.document), sections: sections.sorted()))
        let names = Dictionary(headings.map { (Place(document: $0.document, section: $0.section), $0.text) }) { first, _ in first }
        return hits.map { document, hit in
            var hit = hit
            for index in hit.passages.indices where hit.passages[index].heading.isEmpty {
                hit.passages[index].heading = names[Place(document: document, section: hit.passages[index].place.section)] ?? ""
            }
            return hit
        }
    }

    private struct Place: Hashable {
        let document: Int64
        let section: Int
    }

    /// The passages that answer best: such with all the words if there are any, else such with the word that says
    /// most.
    private func bestPassages(_ shown: Int, of document: DocumentRow, _ marker: Marker, lacksAll: Bool = false) throws -> [PassageHit] {
        let looked = request.isTyping ? (shown > 1 ? 4 : 2) : (shown > 1 ? Self.mostJudged : 4)
        var rows: [PassageRow]
        if document.passages <= looked, query.excluded.isEmpty {
            // A short text is read sooner than the index is asked.
            rows = try db.all(.passages(in: IndexStore.passageIDs(of: document.id), limit: looked))
        } else {
            rows = lacksAll ? [] : try passages(of: document.id, query.clauses, limit: looked)
            if rows.isEmpty, query.clauses.count > 1, let telling = query.mostTelling {
                rows = try passages(of: document.id, [telling], limit: looked)
            }
        }
        let snippets = rows.compactMap { row in Snippet(row.passage, marker, tokenizer).map { (row: row, snippet: $0) } }
        return snippets.sorted { ($1.snippet.score, $0.row.id) < ($0.snippet.score, $1.row.id) }.prefix(shown)
            .map { PassageHit($0.row, $0.snippet) }
    }

    func passages(of document: Int64, _ clauses: [SearchQuery.Clause], limit: Int) throws -> [PassageRow] {
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
