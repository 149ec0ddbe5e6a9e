public import Core
public import Database
public import Documents
import Foundation
public import Media

/// One section without its text, for lists and sums.
public struct SectionSummary: SQLRow, Sendable, Equatable {
    /// Counted from 0.
    public let number: Int
    /// Its heading.
    public let title: String?
    /// The language where it differs from the publication's.
    public let language: Language?
    /// The number of words.
    public let words: Int
    /// Words in all sections before.
    public let wordsBefore: Int
    /// Code points of its plain text.
    public let length: Int
    /// When its text became what it is.
    public let changedAt: Instant

    static let columns: SQL = "number, title, language, words, words_before, length, changed_at"

    /// The one section of a recording, which has no text.
    static let recording = SectionSummary(
        number: 0, title: nil, language: nil, words: 0, wordsBefore: 0, length: 0, changedAt: Instant(milliseconds: 0))
}

extension SectionSummary {
    /// Takes its columns in the order of `columns`.
    public init(row: inout RowReader) throws {
        number = try row.next()
        title = try row.next()
        language = try row.next()
        words = try row.next()
        wordsBefore = try row.next()
        length = try row.next()
        changedAt = try row.next()
    }
}

/// One section with its text.
public struct SectionContent: SQLRow, Sendable {
    /// What lists know of it.
    public let summary: SectionSummary
    /// Safe HTML; its links are relative to the reader's address of the section.
    public let html: String
}

extension SectionContent {
    /// Takes the summary's columns and the HTML.
    public init(row: inout RowReader) throws {
        summary = try SectionSummary(row: &row)
        html = try row.next()
    }
}

/// A picture or sound as it is stored.
public struct StoredResource: SQLRow, Sendable {
    /// Its type, decided by its content.
    public let mediaType: String
    /// Where the media store keeps it.
    public let media: MediaRef

    /// Takes type, digest and size.
    public init(row: inout RowReader) throws {
        mediaType = try row.next()
        media = try MediaRef(row: &row)
    }

    init(mediaType: String, media: MediaRef) {
        self.mediaType = mediaType
        self.media = media
    }
}

extension Publications {
    /// A publication, or nil.
    public func find(_ id: PublicationID, in db: any Connection) throws -> Publication? {
        try db.first("SELECT \(Publication.columns) FROM reading_publication WHERE id = \(id)")
    }

    /// The publication of an owner, or nil.
    public func find(ownerKind: String, ownerID: Int64, in db: any Connection) throws -> Publication? {
        try db.first(
            "SELECT \(Publication.columns) FROM reading_publication WHERE owner_kind = \(ownerKind) AND owner_id = \(ownerID)")
    }

    /// All sections in reading order, without their text.
    public func sections(of id: PublicationID, in db: any Connection) throws -> [SectionSummary] {
        try db.all("SELECT \(SectionSummary.columns) FROM reading_section WHERE publication_id = \(id) ORDER BY number")
    }

    /// Some sections in reading order, without their text.
    public func sections(_ numbers: Range<Int>, of id: PublicationID, in db: any Connection) throws -> [SectionSummary] {
        try db.all(
            """
            SELECT \(SectionSummary.columns) FROM reading_section
            WHERE publication_id = \(id) AND number >= \(numbers.lowerBound) AND number < \(numbers.upperBound) ORDER BY number
            """)
    }

    /// One section with its HTML, or nil.
    public func section(_ number: Int, of id: PublicationID, in db: any Connection) throws -> SectionContent? {
        try db.first(
            """
            SELECT \(SectionSummary.columns), html FROM reading_section
            WHERE publication_id = \(id) AND number = \(number)
            """)
    }

    /// How the first sections of some publications begin, as safe HTML that may end anywhere; at most 500 publications.
    public func openings(of ids: [PublicationID], in db: any Connection) throws -> [PublicationID: String] {
        let rows =
            try db.all(
                """
                SELECT publication_id, substr(html, 1, 1200) FROM reading_section
                WHERE number = 0 AND publication_id IN \(list: ids) ORDER BY publication_id LIMIT 500
                """) as [Row2<PublicationID, String>]
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }

    /// The plain text of one section, or nil.
    public func text(_ number: Int, of id: PublicationID, in db: any Connection) throws -> String? {
        try db.first("SELECT text FROM reading_section WHERE publication_id = \(id) AND number = \(number)")
    }

    /// Hands over the plain text of section after section in reading order, never more than one in memory.
    public func eachText(of id: PublicationID, in db: any Connection, _ body: (Int, String) throws -> Void) throws {
        try db.each(
            "SELECT number, text FROM reading_section WHERE publication_id = \(id) ORDER BY number"
                as Query<Row2<Int, String>>
        ) { try body($0.first, $0.second) }
    }

    /// The table of contents. Anchors are ids on the reader's page.
    public func contents(of id: PublicationID, in db: any Connection) throws -> [ContentsEntry] {
        let json: String = try db.one("SELECT contents FROM reading_publication WHERE id = \(id)")
        return try JSONDecoder().decode([ContentsEntry].self, from: Data(json.utf8))
    }

    /// Length and chapters of a recording, or nil.
    public func audio(of id: PublicationID, in db: any Connection) throws -> AudioInfo? {
        let json: String? = try db.one("SELECT audio FROM reading_publication WHERE id = \(id)")
        return try json.map { try JSONDecoder().decode(AudioInfo.self, from: Data($0.utf8)) }
    }

    /// A picture or sound by its name, or nil.
    public func resource(_ name: String, of id: PublicationID, in db: any Connection) throws -> StoredResource? {
        try db.first(
            "SELECT media_type, media_digest, size FROM reading_resource WHERE publication_id = \(id) AND name = \(name)")
    }

    /// The names of all pictures and sounds of the text, in order; not those of printed pages.
    public func resources(of id: PublicationID, in db: any Connection) throws -> [Row2<String, String>] {
        try db.all("SELECT name, media_type FROM reading_resource WHERE publication_id = \(id) AND name NOT LIKE 'page-%' ORDER BY name")
    }

    static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
