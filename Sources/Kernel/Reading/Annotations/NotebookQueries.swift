import Core
import Database
import Web

/// One line of "My annotations": an annotation and what it is in.
struct NotebookEntry: SQLRow, Sendable {
    let annotation: Annotation
    let publication: Publication
    /// How the passage is cited, in a text with numbers of its own.
    var reference: ReadingReferences.Reference?

    init(row: inout RowReader) throws {
        annotation = try Annotation(row: &row)
        publication = try Publication(row: &row)
    }
}

/// One line of the bookmarks page.
struct BookmarkEntry: SQLRow, Sendable {
    let bookmark: Bookmark
    let publication: Publication

    init(row: inout RowReader) throws {
        bookmark = try Bookmark(row: &row)
        publication = try Publication(row: &row)
    }
}

/// Where the next page of a notebook begins.
struct NotebookKey: Codable, Sendable {
    var publication: Int64
    var section: Int
    var start: Int
    var id: Int64

    /// Before everything: the newest publications come first.
    static let beginning = NotebookKey(publication: .max, section: -1, start: -1, id: 0)
}

extension Query where Row == NotebookEntry {
    /// A person's annotations by publication, the newest publication first, in reading order.
    static func notebook(of person: PersonID, after key: NotebookKey, limit: Int) -> Self {
        """
        SELECT \(Annotation.columns(of: "a")), \(Publication.columns(of: "p"))
        FROM reading_annotation a JOIN reading_publication p ON p.id = a.publication_id
        WHERE a.person_id = \(person) AND (a.publication_id < \(key.publication) OR (a.publication_id = \(key.publication)
            AND (a.section, a.position_start, a.id) > (\(key.section), \(key.start), \(key.id))))
        ORDER BY a.publication_id DESC, a.section, a.position_start, a.id LIMIT \(limit)
        """
    }

    static func entry(_ id: AnnotationID, of person: PersonID) -> Self {
        """
        SELECT \(Annotation.columns(of: "a")), \(Publication.columns(of: "p"))
        FROM reading_annotation a JOIN reading_publication p ON p.id = a.publication_id
        WHERE a.person_id = \(person) AND a.id = \(id)
        """
    }
}

extension Query where Row == BookmarkEntry {
    /// A person's bookmarks and saved publications, the newest first.
    static func bookmarks(of person: PersonID, before id: Int64, limit: Int) -> Self {
        """
        SELECT \(Bookmark.columns(of: "b")), \(Publication.columns(of: "p"))
        FROM reading_bookmark b JOIN reading_publication p ON p.id = b.publication_id
        WHERE b.person_id = \(person) AND b.id < \(id) ORDER BY b.id DESC LIMIT \(limit)
        """
    }
}

extension Annotation {
    static func columns(of table: String) -> SQL { SQL.columns(columns, of: table) }
}

extension Bookmark {
    static func columns(of table: String) -> SQL { SQL.columns(columns, of: table) }
}

extension Publication {
    static func columns(of table: String) -> SQL { SQL.columns(columns, of: table) }
}

extension SQL {
    /// A list of column names with the table in front of each.
    fileprivate static func columns(_ columns: SQL, of table: String) -> SQL {
        let names = columns.text.split(separator: ",").map { "\(table)." + $0.trimmingPrefix { $0.isWhitespace } }
        return "\(raw: names.joined(separator: ", "))"
    }
}
