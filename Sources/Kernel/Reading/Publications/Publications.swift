public import Core
public import Database
public import Documents
import Media
import Web

/// What became of people's passages when the text under them was replaced.
public struct ReplacementReport: Sendable, Equatable {
    /// Highlights, notes and bookmarks that were found again.
    public var placed = 0
    /// Those that could not be found; they are kept and listed as such.
    public var unplaced = 0
}

/// The publications of a site: the apps that own them write, everybody reads.
public struct Publications: Sendable {
    let clock: SiteClock
    private let media: MediaHolds

    /// Publications under a clock.
    public init(clock: SiteClock) {
        self.clock = clock
        media = MediaHolds(clock: clock)
    }

    /// Stores an edition as a new publication, which keeps the edition's files.
    /// - Throws: ``DatabaseError/constraint(_:_:)`` when the owner has one already.
    public func create(
        _ edition: Edition, as card: PublicationCard, by person: PersonID?, in db: any Connection
    ) throws -> PublicationID {
        let now = clock.now()
        let id: PublicationID = try db.insert(
            """
            INSERT INTO reading_publication
                (owner_kind, owner_id, title, authors, language, direction, kind, audience, staff_permission, page_path,
                 original_path, edition, section_count, words, created_at, changed_at, changed_by, contents, audio)
            VALUES (\(card.ownerKind), \(card.ownerID), \(card.title), \(card.authors), \(card.language), \(edition.direction),
                    \(card.kind), \(card.audience), \(card.staffPermission.rawValue), \(card.pagePath), \(card.originalPath),
                    1, \(edition.sections.count), \(edition.words), \(now), \(now), \(person),
                    \(try Self.json(edition.contents)), \(try edition.audio.map(Self.json)))
            """)
        try insertText(of: edition, id, by: person, at: now, in: db)
        try keep(edition.resources, of: id, by: person, at: now, in: db)
        return id
    }

    /// Stores an edition in the place of the present one, and places every reader's highlights, notes, bookmarks and
    /// positions anew, all in this transaction: nobody ever sees the new text with the old places.
    ///
    /// What cannot be placed keeps its words and is marked; the next replacement tries it again.
    @discardableResult
    public func replace(
        _ id: PublicationID, with edition: Edition, by person: PersonID?, in db: any Connection
    ) throws -> ReplacementReport {
        let now = clock.now()
        let earlier = try sections(of: id, in: db)
        let changed = try db.run(
            """
            UPDATE reading_publication
            SET direction = \(edition.direction), edition = edition + 1, section_count = \(edition.sections.count),
                words = \(edition.words), changed_at = \(now), changed_by = \(person), contents = \(try Self.json(edition.contents)),
                audio = \(try edition.audio.map(Self.json))
            WHERE id = \(id)
            """)
        guard changed == 1 else { throw DatabaseError.missing }
        try keep(edition.resources, of: id, by: person, at: now, in: db)
        try db.run("DELETE FROM reading_section WHERE publication_id = \(id)")
        try insertText(of: edition, id, by: person, at: now, in: db)
        let sections = PassageMover.Extent.all(edition.sections.map(\.words))
        return try PassageMover(publication: id, earlier: earlier, sections: sections, texts: edition.sections.map(\.text), now: now).move(in: db)
    }

    /// Brings a publication that grows up to date: what is as it was is not touched, so that one more chapter costs a chapter.
    /// Every reader’s places are kept as ``replace(_:with:by:in:)`` keeps them.
    /// - Parameters:
    ///   - parts: what the owner calls each section, in order. A name stands for the same text for good.
    ///   - resources: all its pictures.
    ///   - section: makes the section at a place; it is asked for those only that are new there.
    @discardableResult
    public func amend(
        _ id: PublicationID, to parts: [String], direction: ReadingDirection, resources: [EditionResource] = [], by person: PersonID?,
        in db: any Connection, section: (Int) throws -> ConvertedSection
    ) throws -> ReplacementReport {
        let now = clock.now()
        let earlier = try sections(of: id, in: db)
        let known = try db.all("SELECT part FROM reading_section WHERE publication_id = \(id) ORDER BY number" as Query<String?>)
        try db.run("UPDATE reading_publication SET direction = \(direction) WHERE id = \(id) AND direction <> \(direction)")
        guard known != parts else { return ReplacementReport() }
        try keep(resources, of: id, by: person, at: now, in: db)
        var texts: [String?] = []
        var titles: [String?] = []
        var words: [Int] = []
        for (number, part) in parts.enumerated() {
            if earlier.indices.contains(number), known[number] == part {
                texts.append(nil)
                titles.append(earlier[number].title)
                words.append(earlier[number].words)
                continue
            }
            let made = EditionSection(try section(number), number: number)
            try db.run("DELETE FROM reading_section WHERE publication_id = \(id) AND number = \(number)")
            try insert(made, part, number, wordsBefore: 0, into: id, by: person, at: now, in: db)
            texts.append(made.text)
            titles.append(made.title)
            words.append(made.words)
        }
        try db.run("DELETE FROM reading_section WHERE publication_id = \(id) AND number >= \(parts.count)")
        let extents = PassageMover.Extent.all(words)
        for (number, extent) in extents.enumerated() where texts[number] != nil || earlier[number].wordsBefore != extent.before {
            try db.run(
                "UPDATE reading_section SET words_before = \(extent.before) WHERE publication_id = \(id) AND number = \(number)")
        }
        let contents = titles.enumerated().map { ContentsEntry(title: $0.element ?? "\($0.offset + 1)", section: $0.offset) }
        try db.run(
            """
            UPDATE reading_publication
            SET edition = edition + 1, section_count = \(parts.count), words = \(words.reduce(0, +)),
                changed_at = \(now), changed_by = \(person), contents = \(try Self.json(contents))
            WHERE id = \(id)
            """)
        return try PassageMover(
            publication: id, earlier: earlier, sections: extents, texts: texts, moved: Self.places(of: known, in: parts), now: now
        ).move(in: db)
    }

    /// Where each part is now; what is gone or was written anew counts as where it would be beside its neighbours.
    private static func places(of known: [String?], in parts: [String]) -> [Int] {
        let places = Dictionary(parts.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        var shift = 0
        return known.enumerated().map { number, part in
            if let part, let place = places[part] { shift = place - number }
            return min(max(0, number + shift), max(0, parts.count - 1))
        }
    }

    /// Changes what the owning app says about a publication.
    public func update(_ id: PublicationID, _ card: PublicationCard, by person: PersonID?, in db: any Connection) throws {
        let changed = try db.run(
            """
            UPDATE reading_publication
            SET owner_kind = \(card.ownerKind), owner_id = \(card.ownerID), title = \(card.title), authors = \(card.authors),
                language = \(card.language), kind = \(card.kind), audience = \(card.audience),
                staff_permission = \(card.staffPermission.rawValue), page_path = \(card.pagePath),
                original_path = \(card.originalPath), changed_at = \(clock.now()), changed_by = \(person)
            WHERE id = \(id)
            """)
        guard changed == 1 else { throw DatabaseError.missing }
    }

    /// Opens or closes a publication.
    public func setAudience(_ audience: Audience, of id: PublicationID, by person: PersonID?, in db: any Connection) throws {
        let changed = try db.run(
            """
            UPDATE reading_publication SET audience = \(audience), changed_at = \(clock.now()), changed_by = \(person)
            WHERE id = \(id)
            """)
        guard changed == 1 else { throw DatabaseError.missing }
    }

    /// Removes a publication with everything that readers kept in it. Taking it away from readers is `setAudience(.staff)`.
    public func delete(_ id: PublicationID, in db: any Connection) throws {
        try media.releaseAll(by: Self.owner(id), in: db)
        try db.run("DELETE FROM reading_publication WHERE id = \(id)")
    }

    private static func owner(_ id: PublicationID) -> MediaOwner { MediaOwner("reading.publication", id) }

    private func insertText(
        of edition: Edition, _ id: PublicationID, by person: PersonID?, at now: Instant, in db: any Connection
    ) throws {
        var wordsBefore = 0
        for (number, section) in edition.sections.enumerated() {
            try insert(section, nil, number, wordsBefore: wordsBefore, into: id, by: person, at: now, in: db)
            wordsBefore += section.words
        }
    }

    /// Puts these pictures and sounds in the place of those that the publication has.
    private func keep(_ resources: [EditionResource], of id: PublicationID, by person: PersonID?, at now: Instant, in db: any Connection) throws {
        try media.setHolds(of: Self.owner(id), to: resources.map(\.media), in: db)
        try db.run("DELETE FROM reading_resource WHERE publication_id = \(id)")
        for resource in resources { try insert(resource, into: id, by: person, at: now, in: db) }
    }

    private func insert(_ resource: EditionResource, into id: PublicationID, by person: PersonID?, at now: Instant, in db: any Connection) throws {
        try db.run(
            """
            INSERT INTO reading_resource (publication_id, name, media_type, media_digest, size, changed_at, changed_by)
            VALUES (\(id), \(resource.name), \(resource.mediaType), \(resource.media.digest), \(resource.media.size), \(now), \(person))
            """)
    }

    /// Adds a picture to those that the publication has; nothing happens when it has one of that name.
    func add(_ resource: EditionResource, to id: PublicationID, in db: any Connection) throws {
        guard try self.resource(resource.name, of: id, in: db) == nil else { return }
        try media.retain(resource.media, by: Self.owner(id), in: db)
        try insert(resource, into: id, by: nil, at: clock.now(), in: db)
    }

    /// Takes a picture away. Another one may have the same bytes.
    func remove(_ name: String, of id: PublicationID, in db: any Connection) throws {
        guard let stored = try resource(name, of: id, in: db) else { return }
        try db.run("DELETE FROM reading_resource WHERE publication_id = \(id) AND name = \(name)")
        let others: Int = try db.one(
            "SELECT count(*) FROM reading_resource WHERE publication_id = \(id) AND media_digest = \(stored.media.digest)")
        if others == 0 { try media.release(stored.media, by: Self.owner(id), in: db) }
    }

    private func insert(
        _ section: EditionSection, _ part: String?, _ number: Int, wordsBefore: Int, into id: PublicationID, by person: PersonID?, at now: Instant,
        in db: any Connection
    ) throws {
        try db.run(
            """
            INSERT INTO reading_section
                (publication_id, number, part, title, language, words, words_before, length, changed_at, changed_by, html, text)
            VALUES (\(id), \(number), \(part), \(section.title), \(section.language), \(section.words), \(wordsBefore),
                    \(section.text.unicodeScalars.count), \(now), \(person), \(section.html), \(section.text))
            """)
    }
}
