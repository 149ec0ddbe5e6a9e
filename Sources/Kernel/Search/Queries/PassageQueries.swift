import Database

/// A passage as its row holds it.
struct PassageRow: SQLRow {
    let id: Int64
    let passage: SearchPassage

    init(row: inout RowReader) throws {
        id = try row.next()
        passage = SearchPassage(section: try row.next(), start: try row.next(), label: try row.next(), text: try row.next())
    }
}

extension Query where Row == PassageRow {
    /// All passages between two numbers, in reading order, whatever they say.
    static func passages(in ids: ClosedRange<Int64>, limit: Int) -> Self {
        """
        SELECT id, section, start, label, text FROM search_passage WHERE id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)
        ORDER BY id LIMIT \(limit)
        """
    }

    /// The first passages that match between two numbers, in reading order.
    static func passages(_ expression: MatchExpression, in ids: ClosedRange<Int64>, limit: Int, _ dialect: Dialect) -> Self {
        switch dialect {
        case .sqlite:
            """
            SELECT p.id, p.section, p.start, p.label, p.text
            FROM search_passage_fts CROSS JOIN search_passage p ON p.id = search_passage_fts.rowid
            WHERE search_passage_fts MATCH \(expression.text)
                AND search_passage_fts.rowid BETWEEN \(ids.lowerBound) AND \(ids.upperBound)
            ORDER BY search_passage_fts.rowid LIMIT \(limit)
            """
        case .postgres:
            """
            SELECT id, section, start, label, text FROM search_passage
            WHERE tokens @@ CAST(\(expression.text) AS tsquery) AND id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)
            ORDER BY id LIMIT \(limit)
            """
        }
    }
}

extension Query where Row == Int64 {
    /// The numbers of the newest passages that match, between two numbers.
    static func newestPassages(_ expression: MatchExpression, in ids: ClosedRange<Int64>, limit: Int, _ dialect: Dialect) -> Self {
        switch dialect {
        case .sqlite:
            """
            SELECT rowid FROM search_passage_fts WHERE search_passage_fts MATCH \(expression.text)
                AND rowid BETWEEN \(ids.lowerBound) AND \(ids.upperBound) ORDER BY rowid DESC LIMIT \(limit)
            """
        case .postgres:
            """
            SELECT id FROM search_passage WHERE tokens @@ CAST(\(expression.text) AS tsquery)
                AND id BETWEEN \(ids.lowerBound) AND \(ids.upperBound) ORDER BY id DESC LIMIT \(limit)
            """
        }
    }
}

extension Query where Row == String {
    /// The word list of a document.
    static func words(of document: Int64) -> Self { "SELECT words FROM search_words WHERE document_id = \(document)" }
}
