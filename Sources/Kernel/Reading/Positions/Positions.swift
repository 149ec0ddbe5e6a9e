public import Core
public import Database
import Documents
public import Platform
import Web

/// Where a person has come to in a publication on one device.
public struct ReadingPosition: Sendable, Equatable, Codable, SQLRow {
    /// The publication.
    public let publication: PublicationID
    /// The device, as the reader's cookie names it.
    public let device: String
    /// How much has been read, in percent.
    public let progress: Double
    /// When the person was there.
    public let changedAt: Instant
    /// The place at the top of the page.
    public let passage: Passage

    static let columns: SQL = "publication_id, device, progress, changed_at, \(Passage.columns)"

    /// Takes its columns in the order of `columns`.
    public init(row: inout RowReader) throws {
        publication = try row.next()
        device = try row.next()
        progress = try row.next()
        changedAt = try row.next()
        passage = try Passage(columnsOf: &row)
    }
}

/// People's reading positions: one for each person, publication and device.
public struct Positions: Sendable {
    let database: Database
    let writer: Writer

    /// Positions in a database.
    public init(database: Database, writer: Writer) {
        self.database = database
        self.writer = writer
    }

    /// Keeps a place. Progress is counted in words before `through`, the last code point on view.
    func keep(
        _ passage: Passage, through: Int, in publication: Publication, by person: PersonID, on device: String
    ) async throws -> ReadingPosition {
        try PassageCheck.check(passage)
        return try await writer.write(by: person) { write in
            let progress = try Self.progress(passage.section, through: through, in: publication, write)
            return try write.one(
                """
                INSERT INTO reading_position
                    (person_id, publication_id, device, progress, is_placed, changed_at, changed_by, \(Passage.columns))
                VALUES (\(person), \(publication.id), \(device), \(progress), 1, \(write.now), \(person), \(passage.values))
                ON CONFLICT (person_id, publication_id, device) DO UPDATE SET
                    progress = excluded.progress, is_placed = 1, changed_at = excluded.changed_at, section = excluded.section,
                    quote_exact = excluded.quote_exact, quote_prefix = excluded.quote_prefix, quote_suffix = excluded.quote_suffix,
                    position_start = excluded.position_start, position_end = excluded.position_end
                RETURNING \(ReadingPosition.columns)
                """)
        }
    }

    /// Percent of the words before a place; of a recording, percent of its seconds.
    private static func progress(
        _ section: Int, through: Int, in publication: Publication, _ db: any Connection
    ) throws -> Double {
        let store = Publications(clock: .wall)
        if publication.card.kind == .audio {
            guard let audio = try store.audio(of: publication.id, in: db), audio.duration > 0 else { return 0 }
            return min(100, max(0, Double(through) / audio.duration * 100))
        }
        guard let content = try store.sections(of: publication.id, in: db).first(where: { $0.number == section }) else {
            throw AnnotationRefusal.noSuchSection
        }
        guard publication.words > 0 else { return 0 }
        let part = content.length == 0 ? 1 : min(1, max(0, Double(through) / Double(content.length)))
        return min(100, (Double(content.wordsBefore) + Double(content.words) * part) / Double(publication.words) * 100)
    }

    /// A person's positions in one publication, the latest first: one for each device.
    public func all(of person: PersonID, in publication: PublicationID, _ db: any Connection) throws -> [ReadingPosition] {
        try db.all(
            """
            SELECT \(ReadingPosition.columns) FROM reading_position
            WHERE person_id = \(person) AND publication_id = \(publication) ORDER BY changed_at DESC, id DESC LIMIT 50
            """)
    }

    /// What a person has begun and not finished, the latest first, as the numbers of their owners: for "Continue reading".
    public func unfinished(
        of person: PersonID, ownedBy kind: String, limit: Int, in db: any Connection
    ) throws -> [UnfinishedReading] {
        try db.all(
            """
            SELECT p.owner_id, MAX(r.progress) FROM reading_position r JOIN reading_publication p ON p.id = r.publication_id
            WHERE r.person_id = \(person) AND p.owner_kind = \(kind) AND p.audience <> 'staff'
            GROUP BY p.owner_id HAVING MAX(r.progress) < 99 ORDER BY MAX(r.changed_at) DESC, p.owner_id LIMIT \(limit)
            """)
    }

    /// How far a person has come, in percent, by publication: the farthest of all devices' latest.
    public func progress(
        of person: PersonID, in publications: [PublicationID], _ db: any Connection
    ) throws -> [PublicationID: Double] {
        let rows: [Row2<PublicationID, Double>] = try db.all(
            """
            SELECT publication_id, MAX(progress) FROM reading_position
            WHERE person_id = \(person) AND publication_id IN \(list: publications) GROUP BY publication_id
            """)
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }
}

/// Something begun and not finished.
public struct UnfinishedReading: SQLRow, Sendable, Equatable {
    /// The number of what owns the publication.
    public let owner: Int64
    /// How much has been read, in percent.
    public let progress: Double

    /// Takes the owner and the progress.
    public init(row: inout RowReader) throws {
        owner = try row.next()
        progress = try row.next()
    }
}
