public import Core
public import Database
import Platform
import Web

/// The identity of a bookmark.
public typealias BookmarkID = ID<Bookmark>

/// A place that a person wants to find again, or a whole publication saved for later.
public struct Bookmark: Sendable, Equatable {
    /// Its identity.
    public let id: BookmarkID
    /// The publication.
    public let publication: PublicationID
    /// When it was made.
    public let createdAt: Instant
    /// Whether the place is found in the present edition.
    public let isPlaced: Bool
    /// The place; nil for the whole publication.
    public let passage: Passage?
}

extension Bookmark: SQLRow {
    static let columns: SQL = """
        id, publication_id, created_at, is_placed, section, quote_exact, quote_prefix, quote_suffix, position_start, position_end
        """

    /// Takes its columns in the order of `columns`.
    public init(row: inout RowReader) throws {
        id = try row.next()
        publication = try row.next()
        createdAt = try row.next()
        isPlaced = try row.next()
        let section: Int? = try row.next()
        let quote = TextQuote(exact: try row.next(), prefix: try row.next(), suffix: try row.next())
        let position = TextPosition(start: try row.next(), end: try row.next())
        passage = section.map { Passage(section: $0, quote: quote, position: position) }
    }
}

/// People's bookmarks, looked up through their owner like annotations.
struct Bookmarks: Sendable {
    /// A person's bookmarks in one publication.
    static let most = 1000

    let database: Database
    let publications: Publications
    let writer: Writer

    /// Keeps a place.
    func add(_ passage: Passage, in publication: Publication, by person: PersonID) async throws -> Bookmark {
        let check = PassageCheck(publications: publications)
        let placed = try await check.placed(passage, in: publication, database)
        let id = try await writer.write(by: person) { write in
            let count: Int = try write.one(
                "SELECT COUNT(*) FROM reading_bookmark WHERE person_id = \(person) AND publication_id = \(publication.id)")
            guard count < Self.most else { throw AnnotationRefusal.tooMany(Self.most) }
            return try write.insert(
                """
                INSERT INTO reading_bookmark
                    (person_id, publication_id, created_at, is_placed, changed_at, changed_by, \(Passage.columns))
                VALUES (\(person), \(publication.id), \(write.now), 1, \(write.now), \(person), \(placed.values))
                """) as BookmarkID
        }
        guard let made = try await database.read({ db in try db.first(.bookmark(id, of: person)) }) else { throw Problem.notFound }
        return made
    }

    /// Saves a publication for later; saving it twice keeps one.
    func save(_ publication: Publication, by person: PersonID) async throws {
        try await writer.write(by: person) { write in try Self.save(publication.id, by: person, at: write.now, in: write) }
    }

    static func save(_ publication: PublicationID, by person: PersonID, at now: Instant, in db: any Connection) throws {
        try db.run(
            """
            INSERT INTO reading_bookmark
                (person_id, publication_id, created_at, is_placed, changed_at, changed_by, quote_exact, quote_prefix, quote_suffix,
                 position_start, position_end)
            VALUES (\(person), \(publication), \(now), 1, \(now), \(person), '', '', '', 0, 0)
            ON CONFLICT DO NOTHING
            """)
    }

    /// Takes a publication off what is saved for later; one that was not saved stays so.
    func unsave(_ publication: PublicationID, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            _ = try write.run("DELETE FROM reading_bookmark WHERE person_id = \(person) AND publication_id = \(publication) AND section IS NULL")
        }
    }

    /// Removes a bookmark. Not found when it is not this person's, or not in the publication that is named.
    func remove(_ id: BookmarkID, in publication: PublicationID? = nil, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            guard let known: Bookmark = try write.first(.bookmark(id, of: person)), known.publication == publication ?? known.publication
            else { throw Problem.notFound }
            try write.run("DELETE FROM reading_bookmark WHERE id = \(id) AND person_id = \(person)")
        }
    }
}

extension Publications {
    /// Whether a person has saved a publication for later.
    public func isSaved(_ id: PublicationID, by person: PersonID, in db: any Connection) throws -> Bool {
        try db.one(
            "SELECT count(*) FROM reading_bookmark WHERE person_id = \(person) AND publication_id = \(id) AND section IS NULL" as Query<Int>) > 0
    }
}

extension Query where Row == Bookmark {
    static func bookmark(_ id: BookmarkID, of person: PersonID) -> Self {
        "SELECT \(Bookmark.columns) FROM reading_bookmark WHERE id = \(id) AND person_id = \(person)"
    }

    /// A person's bookmarks in one publication, oldest first.
    static func bookmarks(of person: PersonID, in publication: PublicationID, after: Int64, limit: Int) -> Self {
        """
        SELECT \(Bookmark.columns) FROM reading_bookmark
        WHERE person_id = \(person) AND publication_id = \(publication) AND id > \(after) ORDER BY id LIMIT \(limit)
        """
    }
}
