import Core
import Database
import Web

/// How a place is called: by its chapter, and in a text with numbers of its own as it is cited.
struct PlaceName: Sendable, Equatable {
    /// “Psalm 23”, or the heading of the section.
    var chapter: String?
    /// “Psalm 23:1”.
    var reference: String?
}

/// One line of "My annotations": an annotation and what it is in.
struct NotebookEntry: SQLRow, Sendable {
    let annotation: Annotation
    let publication: Publication
    var place: PlaceName

    init(row: inout RowReader) throws {
        annotation = try Annotation(row: &row)
        publication = try Publication(row: &row)
        place = PlaceName(chapter: try row.next())
    }
}

/// One line of the bookmarks page.
struct BookmarkEntry: SQLRow, Sendable {
    let bookmark: Bookmark
    let publication: Publication
    /// The newest bookmark in the same publication.
    let latest: Int64
    var place: PlaceName
    /// Whether its person read the publication last in its printed pages.
    var isInPages = false

    init(row: inout RowReader) throws {
        bookmark = try Bookmark(row: &row)
        publication = try Publication(row: &row)
        latest = try row.next()
        place = PlaceName(chapter: try row.next())
    }
}

/// Where the next page of a notebook begins.
struct NotebookKey: Codable, Sendable {
    var publication: Int64
    /// 1 for what could not be placed, which comes after the rest of its publication.
    var unplaced: Int
    var section: Int
    var start: Int
    var id: Int64

    /// Before everything: the newest publications come first.
    static let beginning = NotebookKey(publication: .max, unplaced: 0, section: -1, start: -1, id: 0)
}

/// Where the next page of the bookmarks begins.
struct BookmarkKey: Codable, Sendable {
    var latest: Int64
    var section: Int
    var start: Int
    var id: Int64

    /// Before everything.
    static let beginning = BookmarkKey(latest: .max, section: -2, start: -1, id: 0)
}

extension NotebookEntry {
    var key: NotebookKey {
        NotebookKey(
            publication: publication.id.number, unplaced: annotation.isPlaced ? 0 : 1, section: annotation.passage.section,
            start: annotation.passage.position.start, id: annotation.id.number)
    }
}

extension BookmarkEntry {
    var key: BookmarkKey {
        BookmarkKey(
            latest: latest, section: bookmark.passage?.section ?? -1, start: bookmark.passage?.position.start ?? 0, id: bookmark.id.number)
    }
}

extension Query where Row == NotebookEntry {
    private static var joined: SQL {
        """
        SELECT \(Annotation.columns(of: "a")), \(Publication.columns(of: "p")), s.title
        FROM reading_annotation a JOIN reading_publication p ON p.id = a.publication_id
        LEFT JOIN reading_section s ON s.publication_id = a.publication_id AND s.number = a.section
        """
    }

    /// A person's annotations by publication, the newest publication first, in reading order.
    static func notebook(of person: PersonID, _ filter: NotebookFilter, after key: NotebookKey = .beginning, limit: Int) -> Self {
        """
        \(joined)
        WHERE a.person_id = \(person) AND \(filter.ofAnnotations)
            AND (a.publication_id < \(key.publication) OR (a.publication_id = \(key.publication)
            AND (1 - a.is_placed, a.section, a.position_start, a.id) > (\(key.unplaced), \(key.section), \(key.start), \(key.id))))
        ORDER BY a.publication_id DESC, a.is_placed DESC, a.section, a.position_start, a.id LIMIT \(limit)
        """
    }

    static func entry(_ id: AnnotationID, of person: PersonID) -> Self {
        """
        \(joined)
        WHERE a.person_id = \(person) AND a.id = \(id)
        """
    }
}

extension Query where Row == Row2<PublicationID, String> {
    /// What a person has marked, by title.
    static func annotatedPublications(of person: PersonID) -> Self {
        """
        SELECT p.id, p.title FROM reading_publication p
        WHERE p.id IN (SELECT publication_id FROM reading_annotation WHERE person_id = \(person))
        ORDER BY p.title, p.id LIMIT 500
        """
    }
}

extension Query where Row == BookmarkEntry {
    /// A person's bookmarks and saved publications: the publication that was bookmarked last comes first, its places in reading order.
    static func bookmarks(of person: PersonID, _ filter: NotebookFilter, after key: BookmarkKey = .beginning, limit: Int) -> Self {
        """
        SELECT \(Bookmark.columns(of: "b")), \(Publication.columns(of: "p")), g.latest, s.title
        FROM reading_bookmark b JOIN reading_publication p ON p.id = b.publication_id
        JOIN (SELECT publication_id, MAX(id) AS latest FROM reading_bookmark WHERE person_id = \(person) GROUP BY publication_id) g
            ON g.publication_id = b.publication_id
        LEFT JOIN reading_section s ON s.publication_id = b.publication_id AND s.number = b.section
        WHERE b.person_id = \(person) AND \(filter.ofBookmarks)
            AND (g.latest < \(key.latest) OR (g.latest = \(key.latest)
            AND (COALESCE(b.section, -1), b.position_start, b.id) > (\(key.section), \(key.start), \(key.id))))
        ORDER BY g.latest DESC, COALESCE(b.section, -1), b.position_start, b.id LIMIT \(limit)
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
