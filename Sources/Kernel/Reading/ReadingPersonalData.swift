import Core
import Database
import Platform

/// What people keep with publications: their places, highlights, notes, bookmarks and settings. All of it is theirs alone.
struct ReadingPersonalData: PersonalData {
    let database: Database

    let folder = "reading"
    var title: Text { "Reading" }

    /// Most lines of each file.
    private static let most = 100_000

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let marks = try await database.readInBackground { db in
            (
                try db.all(Self.positions(of: person)), try db.all(Self.annotations(of: person)), try db.all(Self.bookmarks(of: person)),
                try db.first("SELECT settings FROM reading_settings WHERE person_id = \(person)" as Query<String>)
            )
        }
        try export.add(marks.0, as: "places.json", "Where you are in books")
        try export.add(marks.1, as: "annotations.json", "Highlights and notes")
        try export.add(marks.2, as: "bookmarks.json", "Bookmarks")
        if let settings = marks.3 { try export.add(settings, as: "settings.json", "How you like to read") }
    }

    func erase(_ person: PersonID, in write: Write) throws {
        for table in ["reading_position", "reading_annotation", "reading_bookmark", "reading_settings"] {
            try write.run("DELETE FROM \(raw: table) WHERE person_id = \(person)")
        }
    }

    private static func positions(of person: PersonID) -> Query<PlaceLine> {
        """
        SELECT p.title, r.section, r.quote_exact, r.device, r.progress, r.furthest, r.changed_at
        FROM reading_position r JOIN reading_publication p ON p.id = r.publication_id
        WHERE r.person_id = \(person) ORDER BY r.id LIMIT \(most)
        """
    }

    private static func annotations(of person: PersonID) -> Query<AnnotationLine> {
        """
        SELECT p.title, r.section, r.quote_exact, r.colour, r.note, r.created_at
        FROM reading_annotation r JOIN reading_publication p ON p.id = r.publication_id
        WHERE r.person_id = \(person) ORDER BY r.id LIMIT \(most)
        """
    }

    private static func bookmarks(of person: PersonID) -> Query<BookmarkLine> {
        """
        SELECT p.title, r.section, r.quote_exact, r.created_at
        FROM reading_bookmark r JOIN reading_publication p ON p.id = r.publication_id
        WHERE r.person_id = \(person) ORDER BY r.id LIMIT \(most)
        """
    }
}

/// Where somebody has come to.
private struct PlaceLine: SQLRow, Encodable {
    let publication: String
    let section: Int
    let quote: String
    let device: String
    let percent: Double
    /// How far they have read at the furthest.
    let furthestPercent: Double
    let at: String

    init(row: inout RowReader) throws {
        publication = try row.next()
        section = try row.next()
        quote = try row.next()
        device = try row.next()
        percent = try row.next()
        furthestPercent = try row.next()
        at = try row.next(Instant.self).rfc3339
    }
}

/// A highlight or a note.
private struct AnnotationLine: SQLRow, Encodable {
    let publication: String
    let section: Int
    let quote: String
    let colour: String?
    let note: String?
    let at: String

    init(row: inout RowReader) throws {
        publication = try row.next()
        section = try row.next()
        quote = try row.next()
        colour = try row.next()
        note = try row.next()
        at = try row.next(Instant.self).rfc3339
    }
}

/// A bookmark; without a section it is a publication saved for later.
private struct BookmarkLine: SQLRow, Encodable {
    let publication: String
    let section: Int?
    let quote: String
    let at: String

    init(row: inout RowReader) throws {
        publication = try row.next()
        section = try row.next()
        quote = try row.next()
        at = try row.next(Instant.self).rfc3339
    }
}
