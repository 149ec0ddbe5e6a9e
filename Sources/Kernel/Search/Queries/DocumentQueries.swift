import Core
import Database

/// A document as its row holds it.
struct DocumentRow: SQLRow {
    let id: Int64
    let source: String
    let subject: Int64
    let kind: String
    let language: String?
    let year: Int?
    let popularity: Int
    let passages: Int
    let title: String
    let authors: String
    let topics: String

    static let columns: SQL = "d.id, d.source, d.subject, d.kind, d.language, d.year, d.popularity, d.passages, d.title, d.authors, d.topics"

    init(row: inout RowReader) throws {
        id = try row.next()
        source = try row.next()
        subject = try row.next()
        kind = try row.next()
        language = try row.next()
        year = try row.next()
        popularity = try row.next()
        passages = try row.next()
        title = try row.next()
        authors = try row.next()
        topics = try row.next()
    }

    /// The names in a list column.
    static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}

extension Query where Row == DocumentRow {
    /// Documents by number, in no order.
    static func documents(_ ids: [Int64]) -> Self {
        "SELECT \(DocumentRow.columns) FROM search_document d WHERE d.id IN \(list: ids.padded)"
    }

    /// Documents whose `field` holds all the words, the newest first.
    static func documents(_ expression: MatchExpression, _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        """
        SELECT \(DocumentRow.columns) FROM \(sql: matches(expression, dialect)) AND \(sql: filter.documents)
        ORDER BY \(sql: newestFirst(dialect)) LIMIT \(limit)
        """
    }
}

extension Query where Row == Row2<Int64, String> {
    /// The whole record of documents, as one text each.
    static func recordTexts(_ ids: [Int64]) -> Self {
        """
        SELECT id, title || '\n.\n' || authors || '\n.\n' || topics || '\n.\n' || notes FROM search_document WHERE id IN \(list: ids.padded)
        """
    }
}
