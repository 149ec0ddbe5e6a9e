import Core
import Database
import Platform
import Web

/// A person's highlights, notes, bookmarks and positions, as JSON. Every route looks things up through the person who asks.
struct MarksAPI: Sendable {
    let site: Site
    let database: Database
    let access: PublicationAccess
    let annotations: Annotations
    let bookmarks: Bookmarks
    let positions: Positions

    private static let pages = PageSize(usual: 100, most: 200)

    var routes: [Route] {
        [
            .get(ReadingPaths.apiAnnotations, allow: .members, use: list).summary("Your annotations in a publication").paged(Self.pages),
            .post(ReadingPaths.apiAnnotations, allow: .members, body: .json, use: create)
                .summary("Highlight a passage or write a note").accepts(NewAnnotation.self),
            .get(ReadingPaths.apiAnnotation, allow: .members, use: show).summary("One of your annotations"),
            .patch(ReadingPaths.apiAnnotation, allow: .members, use: edit)
                .summary("Change colour or note").accepts(AnnotationChange.self).refuses(.preconditionFailed),
            .delete(ReadingPaths.apiAnnotation, allow: .members, use: remove).summary("Remove one of your annotations"),
            .get(ReadingPaths.apiBookmarks, allow: .members, use: listBookmarks).summary("Your bookmarks in a publication").paged(Self.pages),
            .post(ReadingPaths.apiBookmarks, allow: .members, body: .json, use: addBookmark)
                .summary("Bookmark a place").accepts(Passage.self),
            .delete(ReadingPaths.apiBookmark, allow: .members, use: removeBookmark).summary("Remove one of your bookmarks"),
            .get(ReadingPaths.apiPosition, allow: .members, use: listPositions).summary("Where you are, by device"),
            .put(ReadingPaths.apiPosition, allow: .members, use: keepPosition)
                .summary("Keep where you are").accepts(NewPosition.self),
            // A page that is going away can only POST.
            .post(ReadingPaths.apiPosition, allow: .members, body: .json, use: keepPosition)
                .summary("Keep where you are, from a page that closes").accepts(NewPosition.self),
        ]
    }

    // MARK: Annotations

    func list(_ request: Request, _ member: Member, _ id: PublicationID) async throws -> Paged<AnnotationJSON> {
        let limit = try request.query.limit(Self.pages)
        let after = try request.after(.annotations) ?? 0
        let (items, last) = try await database.read { db in
            let publication = try access.open(id, for: request, in: db)
            let found = try db.all(.annotations(of: member.id, in: id, after: after, limit: limit + 1))
            let page = found.prefix(limit)
            let items = try page.map { AnnotationJSON($0, of: member.id, reference: try reference(to: $0, in: publication, db)) }
            return (items, found.count > limit ? page.last?.id : nil)
        }
        return Paged(items: items, next: try last.map { try request.cursor(.annotations, after: $0.number) })
    }

    func create(_ request: Request, _ member: Member, _ id: PublicationID) async throws -> CreatedAt<AnnotationJSON> {
        let new = try request.json(NewAnnotation.self)
        let content = try AnnotationContent(colour: new.colour, note: new.note)
        let publication = try await access.open(id, for: request)
        let made = try await annotations.create(content, on: new.passage, in: publication, by: member.id)
        let label = try await database.read { db in try reference(to: made, in: publication, db) }
        return CreatedAt(ReadingPaths.apiAnnotation(id, made.id), AnnotationJSON(made, of: member.id, reference: label))
    }

    private func reference(to annotation: Annotation, in publication: Publication, _ db: any Connection) throws -> String? {
        guard annotation.isPlaced else { return nil }
        let place = annotation.passage.position
        return try site.reference(to: annotation.passage.section, place.start..<max(place.start, place.end), of: publication, in: db)?.label
    }

    func show(_ request: Request, _ member: Member, _ id: PublicationID, _ annotation: AnnotationID) async throws -> AnnotationJSON {
        AnnotationJSON(try await find(annotation, in: id, of: member), of: member.id)
    }

    func edit(_ request: Request, _ member: Member, _ id: PublicationID, _ annotation: AnnotationID) async throws -> AnnotationJSON {
        let change = try request.json(AnnotationChange.self)
        let wanted = request.headers["If-Match"]
        let person = member.id
        let changed = try await annotations.edit(annotation, by: person) { known in
            guard known.publication == id else { throw Problem.notFound }
            if let wanted {
                let tag = EntityTag.of(try JSONWriter.encode(AnnotationJSON(known, of: person)))
                guard EntityTag.matches(wanted, tag) else {
                    throw Problem(
                        .preconditionFailed, "reading.annotation-changed", "The annotation was changed elsewhere in the meantime.",
                        remedy: "Reload the page and make your change again.")
                }
            }
            return try AnnotationContent(colour: change.colour ?? known.colour, note: change.note ?? known.note)
        }
        return AnnotationJSON(changed, of: person)
    }

    func remove(_ request: Request, _ member: Member, _ id: PublicationID, _ annotation: AnnotationID) async throws -> NoContent {
        try await annotations.remove(annotation, in: id, by: member.id)
        return NoContent()
    }

    private func find(_ annotation: AnnotationID, in id: PublicationID, of member: Member) async throws -> Annotation {
        let found = try await annotations.find(annotation, of: member.id)
        guard found.publication == id else { throw Problem.notFound }
        return found
    }

    // MARK: Bookmarks

    func listBookmarks(_ request: Request, _ member: Member, _ id: PublicationID) async throws -> Paged<BookmarkJSON> {
        let limit = try request.query.limit(Self.pages)
        let after = try request.after(.bookmarks) ?? 0
        let found = try await database.read { db in
            _ = try access.open(id, for: request, in: db)
            return try db.all(.bookmarks(of: member.id, in: id, after: after, limit: limit + 1))
        }
        let page = found.prefix(limit)
        return Paged(
            items: page.map(BookmarkJSON.init),
            next: found.count > limit ? try page.last.map { try request.cursor(.bookmarks, after: $0.id.number) } : nil)
    }

    func addBookmark(_ request: Request, _ member: Member, _ id: PublicationID) async throws -> Created<BookmarkJSON> {
        let passage = try request.json(Passage.self)
        let publication = try await access.open(id, for: request)
        let made = try await bookmarks.add(passage, in: publication, by: member.id)
        return Created(BookmarkJSON(made))
    }

    func removeBookmark(_ request: Request, _ member: Member, _ id: PublicationID, _ bookmark: BookmarkID) async throws -> NoContent {
        try await bookmarks.remove(bookmark, in: id, by: member.id)
        return NoContent()
    }

    // MARK: Positions

    func listPositions(_ request: Request, _ member: Member, _ id: PublicationID) async throws -> PositionsJSON {
        try await database.read { db in
            _ = try access.open(id, for: request, in: db)
            return PositionsJSON(items: try positions.all(of: member.id, in: id, db).map(PositionJSON.init))
        }
    }

    func keepPosition(_ request: Request, _ member: Member, _ id: PublicationID) async throws -> PositionJSON {
        let new = try request.json(NewPosition.self)
        let publication = try await access.open(id, for: request)
        let device = Device.name(of: request) ?? new.device ?? "program"
        guard device.utf8.count <= Device.longestName else { throw AnnotationRefusal.badPosition }
        return PositionJSON(
            try await positions.keep(
                new.passage, through: new.through, of: new.throughSection, in: publication, by: member.id, on: device,
                secondsAgo: new.secondsAgo ?? 0, inPages: new.inPages))
    }
}

extension CursorScope<Int64> {
    /// Of one publication.
    fileprivate static var annotations: Self { Self("reading.annotations") }
    /// Of one publication.
    fileprivate static var bookmarks: Self { Self("reading.bookmarks") }
}
