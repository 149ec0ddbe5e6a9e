import Core
import Database
import Platform
import Web

/// People's highlights and notes. Everything is looked up through its owner, so what belongs to somebody else is simply not there.
struct Annotations: Sendable {
    /// A person's marks in one publication: enough for a lifetime of study, and an end to abuse.
    static let most = 5000

    let database: Database
    let publications: Publications
    let writer: Writer

    /// Keeps a new annotation.
    func create(
        _ content: AnnotationContent, on passage: Passage, in publication: Publication, by person: PersonID
    ) async throws -> Annotation {
        let check = PassageCheck(publications: publications)
        // Ahead of the write: finding words is no work for the one thread that writes.
        let placed = try await check.placed(passage, in: publication, database)
        let id = try await writer.write(by: person) { write in
            let count: Int = try write.one(
                "SELECT COUNT(*) FROM reading_annotation WHERE person_id = \(person) AND publication_id = \(publication.id)")
            guard count < Self.most else { throw AnnotationRefusal.tooMany(Self.most) }
            return try write.insert(
                """
                INSERT INTO reading_annotation
                    (person_id, publication_id, colour, note, created_at, is_placed, changed_at, changed_by,
                     \(Passage.columns))
                VALUES (\(person), \(publication.id), \(content.colour), \(content.note), \(write.now), 1, \(write.now), \(person),
                        \(placed.values))
                """) as AnnotationID
        }
        return try await find(id, of: person)
    }

    /// Changes an annotation to what `change` makes of it as it is now, so that of two changes at once neither undoes the
    /// other unseen. Not found when it is not this person's.
    func edit(
        _ id: AnnotationID, by person: PersonID, _ change: @escaping @Sendable (Annotation) throws -> AnnotationContent
    ) async throws -> Annotation {
        try await writer.write(by: person) { write in
            guard let known: Annotation = try write.first(.annotation(id, of: person)) else { throw Problem.notFound }
            let content = try change(known)
            try write.run(
                """
                UPDATE reading_annotation
                SET colour = \(content.colour), note = \(content.note), changed_at = \(write.now), changed_by = \(person)
                WHERE id = \(id) AND person_id = \(person)
                """)
        }
        return try await find(id, of: person)
    }

    /// Removes an annotation. Not found when it is not this person's, or not in the publication that is named.
    func remove(_ id: AnnotationID, in publication: PublicationID? = nil, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            guard let known: Annotation = try write.first(.annotation(id, of: person)), known.publication == publication ?? known.publication
            else { throw Problem.notFound }
            try write.run("DELETE FROM reading_annotation WHERE id = \(id) AND person_id = \(person)")
        }
    }

    /// One annotation of this person, or not found.
    func find(_ id: AnnotationID, of person: PersonID) async throws -> Annotation {
        guard let found = try await database.read({ db in try db.first(.annotation(id, of: person)) }) else { throw Problem.notFound }
        return found
    }
}

extension Query where Row == Annotation {
    static func annotation(_ id: AnnotationID, of person: PersonID) -> Self {
        "SELECT \(Annotation.columns) FROM reading_annotation WHERE id = \(id) AND person_id = \(person)"
    }

    /// A person's annotations in one publication, oldest first.
    static func annotations(of person: PersonID, in publication: PublicationID, after: Int64, limit: Int) -> Self {
        """
        SELECT \(Annotation.columns) FROM reading_annotation
        WHERE person_id = \(person) AND publication_id = \(publication) AND id > \(after) ORDER BY id LIMIT \(limit)
        """
    }
}
