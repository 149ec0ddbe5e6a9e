import Core
import Database

/// A passage with what it is judged by.
struct PassageCandidate: SQLRow {
    let row: PassageRow
    let language: String?
    let document: Candidate

    static let columns: SQL = "p.id, p.section, p.start, p.label, p.text, d.language, \(sql: Candidate.columns)"

    init(row: inout RowReader) throws {
        self.row = try PassageRow(row: &row)
        language = try row.next()
        document = try Candidate(row: &row)
    }
}

/// A heading that was found, with the passage that it stands above.
struct HeadingCandidate: SQLRow {
    let label: String
    let text: String
    let kind: Int
    let passage: PassageCandidate

    init(row: inout RowReader) throws {
        label = try row.next()
        text = try row.next()
        kind = try row.next()
        passage = try PassageCandidate(row: &row)
    }
}

extension Query where Row == PassageCandidate {
    /// The first passages that match, of documents that may be found, at most `limit`; of one document where its numbers are given.
    static func passages(
        _ expression: MatchExpression, _ filter: SearchFilter, in ids: ClosedRange<Int64>? = nil, limit: Int, _ dialect: Dialect
    ) -> Self {
        let number: SQL = dialect == .sqlite ? "search_passage_fts.rowid" : "p.id"
        let inside: SQL = ids.map { "AND \(sql: number) BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
        return switch dialect {
        case .sqlite:
            """
            SELECT \(PassageCandidate.columns) FROM search_passage_fts
            CROSS JOIN search_document d ON d.id = search_passage_fts.rowid >> \(raw: IndexStore.passageShift)
            CROSS JOIN search_passage p ON p.id = search_passage_fts.rowid
            WHERE search_passage_fts MATCH \(expression.text) \(sql: inside) AND \(sql: filter.documents)
            ORDER BY search_passage_fts.rowid LIMIT \(limit)
            """
        case .postgres:
            """
            SELECT \(PassageCandidate.columns) FROM search_passage p
            JOIN search_document d ON d.id = p.id >> \(raw: IndexStore.passageShift)
            WHERE p.tokens @@ CAST(\(expression.text) AS tsquery) \(sql: inside) AND \(sql: filter.documents)
            ORDER BY p.id LIMIT \(limit)
            """
        }
    }
}

extension Query where Row == HeadingCandidate {
    /// The first headings that match, of documents that may be found, at most `limit`.
    static func headings(_ expression: MatchExpression, _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        switch dialect {
        case .sqlite:
            """
            SELECT h.label, h.text, h.kind, \(PassageCandidate.columns) FROM search_heading_fts
            CROSS JOIN search_heading h ON h.id = search_heading_fts.rowid
            CROSS JOIN search_document d ON d.id = h.document_id
            CROSS JOIN search_passage p ON p.id = h.passage_id
            WHERE search_heading_fts MATCH \(expression.text) AND \(sql: filter.documents)
            ORDER BY search_heading_fts.rowid LIMIT \(limit)
            """
        case .postgres:
            """
            SELECT h.label, h.text, h.kind, \(PassageCandidate.columns) FROM search_heading h
            JOIN search_document d ON d.id = h.document_id JOIN search_passage p ON p.id = h.passage_id
            WHERE h.tokens @@ CAST(\(expression.text) AS tsquery) AND \(sql: filter.documents)
            ORDER BY h.id LIMIT \(limit)
            """
        }
    }
}

/// What a section is called, and whether it is one that is hardly ever looked for.
struct SectionHeading: SQLRow {
    let document: Int64
    let section: Int
    let kind: Int
    let text: String

    init(row: inout RowReader) throws {
        document = try row.next()
        section = try row.next()
        kind = try row.next()
        text = try row.next()
    }
}

extension Query where Row == SectionHeading {
    /// The headings of some sections; those of other sections with the same numbers are among them.
    static func headings(of documents: [Int64], sections: [Int64]) -> Self {
        """
        SELECT document_id, section, kind, text FROM search_heading
        WHERE document_id IN \(list: documents.padded) AND section IN \(list: sections.padded) AND kind <> \(SearchHeading.Kind.name.rawValue)
        ORDER BY id
        """
    }
}
