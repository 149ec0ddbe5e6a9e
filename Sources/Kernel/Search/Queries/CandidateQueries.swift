import Core
import Database

/// What a document is judged by before anything of it is read.
struct Candidate: SQLRow {
    let id: Int64
    /// The row of its source that it stands for.
    let subject: Int64
    let popularity: Int

    static let columns: SQL = "d.id, d.subject, d.popularity"

    init(row: inout RowReader) throws {
        id = try row.next()
        subject = try row.next()
        popularity = try row.next()
    }

    init(id: Int64, subject: Int64, popularity: Int) { (self.id, self.subject, self.popularity) = (id, subject, popularity) }
}

/// A candidate with what it is counted by.
struct CountedCandidate: SQLRow {
    let candidate: Candidate
    let record: Works.Record

    static let columns: SQL = "\(sql: Works.Record.columns), d.popularity"

    init(row: inout RowReader) throws {
        record = try Works.Record(row: &row)
        candidate = Candidate(id: record.id, subject: record.subject, popularity: try row.next())
    }
}

extension Query where Row == Candidate {
    /// The newest documents that match, at most `limit`.
    static func candidates(_ expression: MatchExpression, _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        """
        SELECT \(Candidate.columns) FROM \(sql: matches(expression, dialect)) AND \(sql: filter.documents)
        ORDER BY \(sql: newestFirst(dialect)) LIMIT \(limit)
        """
    }
}

extension Query where Row == Candidate {
    /// Documents whose title begins with the words of `key`, from the shortest on: the title itself comes first. The
    /// last word may go on if it `isOpen`.
    static func beginning(with key: String, isOpen: Bool, _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        // Words are kept with single spaces between them, in the order of their bytes: U+10FFFF sorts behind every word, and nothing but a space
        // before the exclamation mark. SQLite would rather walk through all documents of a source than through these few.
        let end = key + (isOpen ? "\u{10FFFF}" : "!")
        return """
            SELECT \(Candidate.columns) FROM search_document d \(raw: dialect == .sqlite ? "INDEXED BY search_document_title_key" : "")
            WHERE d.title_key >= \(key) AND d.title_key < \(end) AND \(sql: filter.documents)
            ORDER BY d.title_key, d.id LIMIT \(limit)
            """
    }
}

extension Query where Row == CountedCandidate {
    /// The same documents, with what they are counted by.
    static func counted(_ expression: MatchExpression, _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        """
        SELECT \(CountedCandidate.columns)
        FROM \(sql: matches(expression, dialect)) AND \(sql: filter.documents)
        ORDER BY \(sql: newestFirst(dialect)) LIMIT \(limit)
        """
    }
}

/// The index is asked first and hands its rows over one by one, so a limit ends the work, however common the words are.
func matches(_ expression: MatchExpression, _ dialect: Dialect) -> SQL {
    switch dialect {
    case .sqlite:
        """
        search_document_fts CROSS JOIN search_document d ON d.id = search_document_fts.rowid
        WHERE search_document_fts MATCH \(expression.text)
        """
    case .postgres: "search_document d WHERE d.tokens @@ CAST(\(expression.text) AS tsquery)"
    }
}

func newestFirst(_ dialect: Dialect) -> SQL {
    dialect == .sqlite ? "search_document_fts.rowid DESC" : "d.id DESC"
}

extension SearchFilter {
    /// As a condition on `search_document d`.
    var documents: SQL {
        var parts: [SQL] = ["d.audience IN \(list: audiences.sorted())"]
        if !sources.isEmpty { parts.append("d.source IN \(list: sources.sorted())") }
        if !kinds.isEmpty { parts.append("d.kind IN \(list: kinds.sorted())") }
        if !languages.isEmpty { parts.append("d.language IN \(list: Set(languages.map(\.base)).sorted())") }
        if let years { parts.append("d.year BETWEEN \(years.lowerBound) AND \(years.upperBound)") }
        for (name, values) in facets.sorted(by: { $0.key < $1.key }) {
            parts.append(
                """
                EXISTS (SELECT 1 FROM search_facet f WHERE f.document_id = d.id AND f.name = \(name) AND f.value IN \(list: values.sorted()))
                """)
        }
        if let condition { parts.append("(\(sql: condition))") }
        return parts.joined(by: " AND ")
    }
}

extension [Int64] {
    /// The list made up to a power of two with its last entry, so that few different statements are prepared.
    var padded: [Int64] {
        guard let last else { return self }
        var size = 1
        while size < count { size *= 2 }
        return self + Array(repeating: last, count: size - count)
    }
}
