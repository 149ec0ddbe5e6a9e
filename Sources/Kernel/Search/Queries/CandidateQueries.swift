import Core
import Database

/// What a document is judged by before anything of it is read.
struct Candidate: SQLRow {
    let id: Int64
    let popularity: Int

    init(row: inout RowReader) throws {
        id = try row.next()
        popularity = try row.next()
    }
}

/// What a document is counted by.
struct FacetRow: SQLRow {
    let kind: String
    let language: String?
    let year: Int?
    let facets: String

    init(row: inout RowReader) throws {
        kind = try row.next()
        language = try row.next()
        year = try row.next()
        facets = try row.next()
    }
}

extension Query where Row == Candidate {
    /// The newest documents that match, at most `limit`.
    static func candidates(_ expression: MatchExpression, _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        """
        SELECT d.id, d.popularity FROM \(sql: matches(expression, dialect)) AND \(sql: filter.condition)
        ORDER BY \(sql: newestFirst(dialect)) LIMIT \(limit)
        """
    }
}

extension Query where Row == FacetRow {
    /// The same documents, by what they are counted by.
    static func facets(_ expression: MatchExpression, _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        """
        SELECT d.kind, d.language, d.year, d.facets FROM \(sql: matches(expression, dialect)) AND \(sql: filter.condition)
        ORDER BY \(sql: newestFirst(dialect)) LIMIT \(limit)
        """
    }

    /// The same of documents by number.
    static func facets(of ids: [Int64]) -> Self {
        "SELECT kind, language, year, facets FROM search_document WHERE id IN \(list: ids.padded)"
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
    var condition: SQL {
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
