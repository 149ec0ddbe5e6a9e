public import Database

extension SearchIndex {
    /// Finds documents and their best passages. No text is an error; one without words finds nothing.
    ///
    /// Bounded: beyond 1,000 matching documents (64 titles or 200 in all while typing) the answer says "more than".
    public func search(_ request: SearchRequest, in db: any Connection) throws -> SearchResults {
        let query = SearchQuery(request.text, isTyping: request.isTyping, tokenizer: tokenizer)
        guard !query.isEmpty else { return SearchResults() }
        guard !request.isTyping, query.isPlain, !query.isLiteral else { return try SearchRun(request, query, self, db).results() }
        // Words that are nowhere are mistyped: what was meant is looked for before what lacks them.
        if let meant = try Misspelling(index: self, request: request, db: db).corrected(query) {
            let other = SearchQuery(meant.text, tokenizer: tokenizer)
            var results = try SearchRun(request, other, self, db).results()
            if !results.hits.isEmpty {
                results.meant = meant.written(in: results)
                return results
            }
        }
        let results = try SearchRun(request, query, self, db).results()
        // A rare word may be a slip as well, where another one goes with the rest and it doesn't.
        guard results.lacksWords, let meant = try Misspelling(index: self, request: request, db: db).corrected(query, evenRare: true) else {
            return results
        }
        var others = try SearchRun(request, SearchQuery(meant.text, tokenizer: tokenizer), self, db).results()
        guard !others.hits.isEmpty, !others.lacksWords else { return results }
        others.meant = meant.written(in: others)
        return others
    }

    /// What was probably meant by words of which one is nowhere, if that finds something; nil where all are known, and while the last one may
    /// still become one that is.
    public func meant(_ text: String, filter: SearchFilter = SearchFilter(), in db: any Connection) throws -> String? {
        guard let last = SearchTokenizer.words(of: text).last else { return nil }
        let begun = try db.all("SELECT word FROM search_word WHERE word >= \(last) AND word < \(last + "~") LIMIT 1" as Query<String>)
        return begun.isEmpty ? try searchMeant(text, filter, db) : nil
    }

    private func searchMeant(_ text: String, _ filter: SearchFilter, _ db: any Connection) throws -> String? {
        try search(SearchRequest(text, filter: filter, wantsFacets: false, limit: 1, passagesPerDocument: 1), in: db).meant
    }

    /// The rows of all documents that match, the best first, and whether there are no more: for a list that its owner fills and puts in order
    /// by what the index doesn't know. Offset, limit and passages of the request don't count; the bounds of ``search(_:in:)`` do.
    public func subjects(_ request: SearchRequest, in db: any Connection) throws -> (subjects: [Int64], areAll: Bool) {
        let query = SearchQuery(request.text, isTyping: request.isTyping, tokenizer: tokenizer)
        guard !query.isEmpty else { return ([], true) }
        return try SearchRun(request, query, self, db).subjects()
    }

    /// The best passage of each of some documents, by the rows of their source: for a list that its owner fills with ``subjects(_:in:)``. One
    /// whose record alone matches has none. It asks once or twice for each, so it is for a page of them.
    public func bestPassages(
        _ request: SearchRequest, of subjects: [Int64], in source: String, _ db: any Connection
    ) throws -> [Int64: PassageHit] {
        let query = SearchQuery(request.text, isTyping: request.isTyping, tokenizer: tokenizer)
        guard !query.isEmpty, !subjects.isEmpty else { return [:] }
        let rows = try db.all(
            """
            SELECT \(Candidate.columns) FROM search_document d
            WHERE d.source = \(source) AND d.subject IN \(list: subjects) ORDER BY d.id LIMIT 100
            """ as Query<Candidate>)
        let hits = try SearchRun(request, query, self, db).hits(rows.map { SearchRun.Ranked($0, worth: 0) })
        return Dictionary(hits.compactMap { hit in hit.passages.first.map { (hit.subject, $0) } }) { first, _ in first }
    }

    /// Whether any document matches.
    public func hasAny(_ request: SearchRequest, in db: any Connection) throws -> Bool {
        let query = SearchQuery(request.text, isTyping: request.isTyping, tokenizer: tokenizer)
        guard !query.isEmpty else { return false }
        return try SearchRun(request, query, self, db).hasAny()
    }

    /// Finds the passages of one document that hold all the words, in reading order, after the passage numbered `after`.
    ///
    /// Whether the searcher may read the document at all is the caller's business. Bounded: beyond 1,000 passages the
    /// total says "more than".
    public func passages(
        source: String, subject: Int64, text: String, isTyping: Bool = false, after: Int64? = nil, limit: Int = 30, in db: any Connection
    ) throws -> PassageResults {
        let query = SearchQuery(text, isTyping: isTyping, tokenizer: tokenizer)
        guard !query.isEmpty, let id = try db.first(.id(source: source, subject: subject)),
            let expression = try query.expression(query.clauses, in: id, db)
        else { return PassageResults() }
        let ids = IndexStore.passageIDs(of: id)
        let limit = min(max(limit, 1), 100)
        let counted = try db.one(.passageCount(expression, in: ids, limit: Self.mostCounted + 1, db.dialect))
        let start = min(max(after.map { $0 < Int64.max ? $0 + 1 : $0 } ?? ids.lowerBound, ids.lowerBound), ids.upperBound)
        let rows = try db.all(.passages(expression, in: start...ids.upperBound, limit: limit + 1, db.dialect))
        let marker = Marker(query.clauses)
        return PassageResults(
            hits: rows.prefix(limit).compactMap { row in Snippet(row.passage, marker, tokenizer).map { PassageHit(row, $0) } },
            total: min(counted, Self.mostCounted), totalIsExact: counted <= Self.mostCounted,
            next: rows.count > limit ? rows[limit - 1].id : nil)
    }

    private static let mostCounted = 1000

    /// Lists the passages of one document that answer, the best ones first or as they stand in it, as ``search(_:in:)`` judges them.
    ///
    /// Whether the searcher may read the document at all is the caller's business. Bounded: beyond 1,000 passages the total says "more than".
    public func places(
        source: String, subject: Int64, text: String, order: PassageOrder, limit: Int = 50, offset: Int = 0, in db: any Connection
    ) throws -> PlaceResults {
        let query = SearchQuery(text, tokenizer: tokenizer)
        guard !query.isEmpty, let id = try db.first(.id(source: source, subject: subject)) else { return PlaceResults() }
        var filter = SearchFilter(sources: [source])
        filter.audiences = [try db.one("SELECT audience FROM search_document WHERE id = \(id)")]
        filter.condition = "d.id = \(id)"
        let request = SearchRequest(text, filter: filter, wantsFacets: false)
        func list(_ query: SearchQuery) throws -> PlaceResults {
            try SearchRun(request, query, self, db).places(of: id, order, limit: min(max(limit, 1), 100), offset: max(offset, 0))
        }
        if query.isPlain, !query.isLiteral, let meant = try Misspelling(index: self, request: request, db: db).corrected(query) {
            var results = try list(SearchQuery(meant.text, tokenizer: tokenizer))
            if !results.hits.isEmpty {
                results.meant = meant.written(in: results.hits.prefix(5).flatMap(\.snippet))
                return results
            }
        }
        return try list(query)
    }
}

extension Query where Row == Int {
    /// How many passages match between two numbers, counted up to `limit`.
    static func passageCount(_ expression: MatchExpression, in ids: ClosedRange<Int64>, limit: Int, _ dialect: Dialect) -> Self {
        let passages = Query<Int64>.newestPassages(expression, in: ids, limit: limit, dialect).sql
        return "SELECT count(*) FROM (\(sql: passages)) AS found"
    }
}
