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
    /// Where the place is, in percent.
    public let progress: Double
    /// The furthest that has been read on the device, in percent: looking back doesn't lessen it.
    public let furthest: Double
    /// When the person was there.
    public let changedAt: Instant
    /// When the furthest was reached.
    public let furthestAt: Instant
    /// Whether the person was last in its printed pages, not in its text.
    public let inPages: Bool
    /// The place at the top of the page.
    public let passage: Passage

    static let columns: SQL = "publication_id, device, progress, furthest, changed_at, furthest_at, in_pages, \(Passage.columns)"

    /// Takes its columns in the order of `columns`.
    public init(row: inout RowReader) throws {
        publication = try row.next()
        device = try row.next()
        progress = try row.next()
        furthest = try row.next()
        changedAt = try row.next()
        furthestAt = try row.next()
        inPages = try row.next()
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

    /// Keeps a place. Progress is counted in words before `through`, the last code point on view, which may be in a later section than the
    /// passage. What was read without a connection is sent later: where the device has been somewhere else since, that later place stays and
    /// is answered.
    /// - Parameter inPages: whether it is in the printed pages; nil leaves what is known of that.
    func keep(
        _ passage: Passage, through: Int, of last: Int? = nil, in publication: Publication, by person: PersonID, on device: String,
        secondsAgo: Int = 0, inPages: Bool? = nil
    ) async throws -> ReadingPosition {
        try PassageCheck.check(passage)
        return try await writer.write(by: person) { write in
            let reached = try Self.reached(passage.section, through: through, of: last, in: publication, write)
            let moment = write.now - .seconds(max(0, secondsAgo))
            let view: SQL = inPages == nil ? "" : "in_pages = excluded.in_pages,"
            let kept: ReadingPosition? = try write.first(
                """
                INSERT INTO reading_position (\(Self.written))
                VALUES (\(person), \(publication.id), \(device), \(reached.percent), \(reached.percent), \(reached.section), \(moment),
                    \(inPages ?? false), 1, \(moment), \(person), \(passage.values))
                ON CONFLICT (person_id, publication_id, device) DO UPDATE SET
                    progress = excluded.progress, \(sql: view) is_placed = 1, changed_at = excluded.changed_at, section = excluded.section,
                    quote_exact = excluded.quote_exact, quote_prefix = excluded.quote_prefix, quote_suffix = excluded.quote_suffix,
                    position_start = excluded.position_start, position_end = excluded.position_end
                WHERE excluded.changed_at >= reading_position.changed_at
                RETURNING \(ReadingPosition.columns)
                """)
            // Looking back is no reading less, and a place that comes late may still be the furthest.
            try write.run(
                """
                UPDATE reading_position SET furthest = \(reached.percent), furthest_section = \(reached.section), furthest_at = \(moment)
                WHERE person_id = \(person) AND publication_id = \(publication.id) AND device = \(device) AND furthest < \(reached.percent)
                """)
            if let kept, kept.furthest >= reached.percent { return kept }
            return try write.one(
                """
                SELECT \(ReadingPosition.columns) FROM reading_position
                WHERE person_id = \(person) AND publication_id = \(publication.id) AND device = \(device)
                """)
        }
    }

    private static let written: SQL = """
        person_id, publication_id, device, progress, furthest, furthest_section, furthest_at, in_pages, is_placed, changed_at, changed_by,
        \(Passage.columns)
        """

    /// Keeps the beginning of a section as somebody's place, unless they have one: whoever reads without a script goes on there, and has
    /// opened the publication. A script that runs sends the very place moments later.
    public func begin(_ section: SectionSummary, in publication: Publication, by person: PersonID, on device: String) async throws {
        guard publication.card.kind != .audio else { return }
        let progress = publication.words == 0 ? 0 : Double(section.wordsBefore) / Double(publication.words) * 100
        do {
            try await writer.write(by: person, once: nil) { write in
                guard try all(of: person, in: publication.id, write).isEmpty,
                    let text = try Publications(clock: .wall).text(section.number, of: publication.id, in: write)
                else { return }
                let passage = SectionText(text).passage(at: 0..<0, section: section.number)
                try write.run(
                    """
                    INSERT INTO reading_position (\(Self.written))
                    VALUES (\(person), \(publication.id), \(device), \(progress), \(progress), \(section.number), \(write.now), 0, 1,
                        \(write.now), \(person), \(passage.values))
                    ON CONFLICT (person_id, publication_id, device) DO NOTHING
                    """)
            }
        } catch let error where DiskRoom.isMissing(error) {
            // Reading goes on while the disk is full.
        }
    }

    /// Notes whether somebody is in the printed pages or in the text, at the place that is kept.
    func show(inPages: Bool, of publication: PublicationID, by person: PersonID, on device: String) async throws {
        do {
            try await writer.write(by: person, once: nil) { write in
                try write.run(
                    """
                    UPDATE reading_position SET in_pages = \(inPages)
                    WHERE person_id = \(person) AND publication_id = \(publication) AND device = \(device) AND in_pages <> \(inPages)
                    """)
            }
        } catch let error where DiskRoom.isMissing(error) {
            // Reading goes on while the disk is full.
        }
    }

    /// Percent of the words before a place, in a section or in the last one on view, and that section; of a recording, percent of its seconds.
    private static func reached(
        _ section: Int, through: Int, of last: Int?, in publication: Publication, _ db: any Connection
    ) throws -> (percent: Double, section: Int) {
        let store = Publications(clock: .wall)
        if publication.card.kind == .audio {
            guard let audio = try store.audio(of: publication.id, in: db), audio.duration > 0 else { return (0, 0) }
            return (min(100, max(0, Double(through) / audio.duration * 100)), 0)
        }
        guard (0..<publication.sectionCount).contains(section) else { throw AnnotationRefusal.noSuchSection }
        let sections = try store.sections(section..<(max(section, min(last ?? 0, publication.sectionCount)) + 1), of: publication.id, in: db)
        guard let own = sections.first(where: { $0.number == section }) else { throw AnnotationRefusal.noSuchSection }
        // A text that was shortened while it was read ends with the last section there is.
        let content = sections.last { (section...max(section, last ?? 0)).contains($0.number) } ?? own
        guard publication.words > 0 else { return (0, content.number) }
        let part = content.length == 0 ? 1 : min(1, max(0, Double(through) / Double(content.length)))
        return (min(100, (Double(content.wordsBefore) + Double(content.words) * part) / Double(publication.words) * 100), content.number)
    }

    /// A person's positions in one publication, the latest first: one for each device.
    public func all(of person: PersonID, in publication: PublicationID, _ db: any Connection) throws -> [ReadingPosition] {
        try db.all(
            """
            SELECT \(ReadingPosition.columns) FROM reading_position
            WHERE person_id = \(person) AND publication_id = \(publication) ORDER BY changed_at DESC, id DESC LIMIT 50
            """)
    }

    /// How far the readers of a publication have come, in percent, with how many of them came just so far: not who they are.
    /// - Parameter people: whose own reading doesn't count.
    public func reach(of publication: PublicationID, except people: [PersonID], in db: any Connection) throws -> [Reach] {
        try db.all(
            """
            SELECT reached, CAST(count(*) AS BIGINT) FROM (
                SELECT MAX(furthest) AS reached FROM reading_position
                WHERE publication_id = \(publication) AND person_id NOT IN \(list: people) GROUP BY person_id
            ) AS readers GROUP BY reached ORDER BY reached LIMIT 200000
            """)
    }

    /// What a person has begun and not finished, the latest first, as the numbers of their owners: for "Continue reading". What they finished
    /// before and read again counts by where they are in it.
    public func unfinished(
        of person: PersonID, ownedBy kind: String, limit: Int, in db: any Connection
    ) throws -> [UnfinishedReading] {
        try db.all(
            """
            SELECT p.owner_id, r.section, \(sql: .begun) FROM reading_position r JOIN reading_publication p ON p.id = r.publication_id
            WHERE r.person_id = \(person) AND p.owner_kind = \(kind) AND p.audience <> 'staff' AND \(sql: .isUnfinished)
                AND \(sql: .latestPosition)
            ORDER BY r.changed_at DESC, p.owner_id LIMIT \(limit)
            """)
    }

    /// Everything of one kind that a person has begun, finished or not, the latest first, that everybody who signed in may still open.
    /// - Parameter place: what was last on the page before.
    public func all(
        of person: PersonID, ownedBy kind: String, after place: (readAt: Instant, owner: Int64)? = nil, limit: Int, in db: any Connection
    ) throws -> [BegunReading] {
        let rest: SQL = place.map { "AND (r.changed_at, p.owner_id) < (\($0.readAt), \($0.owner))" } ?? ""
        return try db.all(
            """
            SELECT p.owner_id, r.section, \(sql: .furthest), r.changed_at
            FROM reading_position r JOIN reading_publication p ON p.id = r.publication_id
            WHERE r.person_id = \(person) AND p.owner_kind = \(kind) AND p.audience <> 'staff' AND \(sql: .latestPosition) \(sql: rest)
            ORDER BY r.changed_at DESC, p.owner_id DESC LIMIT \(limit)
            """)
    }

    /// How many sections lie behind the furthest that was read on one device.
    private static var finished: SQL {
        """
        CASE WHEN r.furthest >= \(ReadingProgress.end) THEN p.section_count ELSE r.furthest_section END
        """
    }

    /// Who has read in which owner's publication since a moment, in the order of owners and people, after the last one known: for counting
    /// readers, each once.
    public func readers(
        ownedBy kind: String, since: Instant, after last: ReaderProgress? = nil, limit: Int, in db: any Connection
    ) throws -> [ReaderProgress] {
        let rest: SQL = last.map { "AND (p.owner_id, r.person_id) > (\($0.owner), \($0.person))" } ?? ""
        return try db.all(
            """
            SELECT p.owner_id, r.person_id, MAX(\(sql: Self.finished)), MAX(r.changed_at)
            FROM reading_position r JOIN reading_publication p ON p.id = r.publication_id
            WHERE p.owner_kind = \(kind) AND r.changed_at >= \(since) \(sql: rest)
            GROUP BY p.owner_id, r.person_id ORDER BY p.owner_id, r.person_id LIMIT \(limit)
            """)
    }

    /// The same of one person.
    public func progress(
        of person: PersonID, ownedBy kind: String, owners: [Int64], since: Instant, in db: any Connection
    ) throws -> [ReaderProgress] {
        guard !owners.isEmpty else { return [] }
        return try db.all(
            """
            SELECT p.owner_id, r.person_id, MAX(\(sql: Self.finished)), MAX(r.changed_at)
            FROM reading_position r JOIN reading_publication p ON p.id = r.publication_id
            WHERE r.person_id = \(person) AND p.owner_kind = \(kind) AND p.owner_id IN \(list: owners) AND r.changed_at >= \(since)
            GROUP BY p.owner_id, r.person_id ORDER BY p.owner_id LIMIT \(owners.count)
            """)
    }

    /// How far a person has read at the furthest, in percent, by publication, on whichever device.
    public func progress(
        of person: PersonID, in publications: [PublicationID], _ db: any Connection
    ) throws -> [PublicationID: Double] {
        let rows: [Row2<PublicationID, Double>] = try db.all(
            """
            SELECT publication_id, MAX(furthest) FROM reading_position
            WHERE person_id = \(person) AND publication_id IN \(list: publications) GROUP BY publication_id
            """)
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }
}

/// Something begun and not finished.
public struct UnfinishedReading: SQLRow, Sendable, Equatable {
    /// The number of what owns the publication.
    public let owner: Int64
    /// In which section one is, counted from 0.
    public let section: Int
    /// How much has been read.
    public let progress: ReadingProgress

    /// Takes the owner, the section and the progress.
    public init(row: inout RowReader) throws {
        owner = try row.next()
        section = try row.next()
        progress = ReadingProgress(percent: try row.next())
    }
}

/// Something begun, and when it was last read.
public struct BegunReading: SQLRow, Sendable, Equatable {
    /// The number of what owns the publication.
    public let owner: Int64
    /// In which section one is, counted from 0.
    public let section: Int
    /// How much has been read.
    public let progress: ReadingProgress
    /// When it was last read, on any device.
    public let readAt: Instant

    /// Takes the owner, the section, the progress and the time.
    public init(row: inout RowReader) throws {
        owner = try row.next()
        section = try row.next()
        progress = ReadingProgress(percent: try row.next())
        readAt = try row.next()
    }
}

/// How many people have come just so far in a publication.
public struct Reach: SQLRow, Sendable, Equatable {
    /// In percent.
    public let progress: Double
    /// How many.
    public let readers: Int

    /// A number of readers at a place.
    public init(progress: Double, readers: Int) {
        self.progress = progress
        self.readers = readers
    }

    /// Takes the progress and the number.
    public init(row: inout RowReader) throws { self.init(progress: try row.next(), readers: try row.next()) }
}
