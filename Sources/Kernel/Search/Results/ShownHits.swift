import Core
import Database

extension SearchRun {
    /// How many of a page's documents show as many passages as were asked for.
    private static let fullyShown = 5

    /// What is shown of the documents of one page.
    func hits(_ page: [Ranked]) throws -> [SearchHit] {
        guard !page.isEmpty else { return [] }
        let rows = Dictionary(try db.all(.documents(page.map(\.id))).map { ($0.id, $0) }) { first, _ in first }
        let marker = Marker(query.clauses)
        return try page.enumerated().compactMap { number, ranked in
            guard let row = rows[ranked.id] else { return nil }
            // Whoever reads on below the first few looks for a title, and one passage shows why it is there.
            let shown = number < Self.fullyShown ? request.passagesPerDocument : min(1, request.passagesPerDocument)
            var hit = SearchHit(
                source: row.source, subject: row.subject, kind: row.kind, language: row.language.map { Language($0) },
                title: marker.marked(row.title, tokenizer), authors: DocumentRow.lines(row.authors), topics: DocumentRow.lines(row.topics),
                year: row.year, score: ranked.score)
            if row.passages > 0, shown > 0 { hit.passages = try bestPassages(shown, of: row, marker) }
            return hit
        }
    }

    /// The passages that answer best: such with all the words if there are any, else such with the word that says
    /// most.
    private func bestPassages(_ shown: Int, of document: DocumentRow, _ marker: Marker) throws -> [PassageHit] {
        let looked = shown > 1 ? 4 : 2
        var rows: [PassageRow]
        if document.passages <= looked, query.excluded.isEmpty {
            // A short text is read sooner than the index is asked.
            rows = try db.all(.passages(in: IndexStore.passageIDs(of: document.id), limit: looked))
        } else {
            rows = try passages(of: document.id, query.clauses, limit: looked)
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
