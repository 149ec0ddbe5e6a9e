import Core
import Database
import Platform
import Web

/// Reads one's own marks together with how their places are called.
struct NotebookReading: Sendable {
    /// So many annotations, and so many bookmarks, go into one file or onto one sheet; each is looked up once for its reference.
    static let mostExported = 2000

    let site: Site
    let database: Database

    /// What goes into a file or onto a sheet.
    struct Export: Sendable {
        let groups: [NotebookGroup]
        /// Whether there is more than goes into one.
        let isCut: Bool
    }

    /// A page of annotations, and whether there are more.
    func entries(
        of person: PersonID, _ filter: NotebookFilter, after key: NotebookKey, limit: Int, in db: any Connection
    ) throws -> (entries: [NotebookEntry], isMore: Bool) {
        let found = try db.all(.notebook(of: person, filter, after: key, limit: limit + 1))
        var names = PlaceNames(site: site)
        return (try found.prefix(limit).map { try names.named($0, in: db) }, found.count > limit)
    }

    /// A page of bookmarks, and whether there are more.
    func bookmarks(
        of person: PersonID, _ filter: NotebookFilter, after key: BookmarkKey, limit: Int, in db: any Connection
    ) throws -> (entries: [BookmarkEntry], isMore: Bool) {
        let found = try db.all(.bookmarks(of: person, filter, after: key, limit: limit + 1))
        let inPages = try readInPages(found.map(\.publication), by: person, in: db)
        var names = PlaceNames(site: site)
        let entries = try found.prefix(limit).map { entry in
            var entry = try names.named(entry, in: db)
            entry.isInPages = inPages.contains(entry.publication.id)
            return entry
        }
        return (entries, found.count > limit)
    }

    /// Those publications that somebody read last in their printed pages.
    private func readInPages(_ publications: [Publication], by person: PersonID, in db: any Connection) throws -> Set<PublicationID> {
        guard !publications.isEmpty else { return [] }
        let last = try db.all(
            """
            SELECT r.publication_id FROM reading_position r
            WHERE r.person_id = \(person) AND r.publication_id IN \(list: Set(publications.map(\.id))) AND r.in_pages = 1
                AND \(sql: .latestPosition)
            ORDER BY r.publication_id LIMIT \(publications.count)
            """ as Query<PublicationID>)
        return Set(try publications.filter { try last.contains($0.id) && site.original(of: $0, in: db) != nil }.map(\.id))
    }

    /// All annotations and bookmarked places that are wanted.
    func export(of person: PersonID, _ filter: NotebookFilter) async throws -> Export {
        try await database.read { db in
            let marks = try entries(of: person, filter, after: .beginning, limit: Self.mostExported, in: db)
            let places = try bookmarks(of: person, filter, after: .beginning, limit: Self.mostExported, in: db)
            return Export(
                groups: NotebookGroup.groups(of: marks.entries, bookmarks: places.entries.filter { $0.bookmark.passage != nil }),
                isCut: marks.isMore || places.isMore)
        }
    }

    /// One annotation, or not found.
    func entry(_ id: AnnotationID, of person: PersonID) async throws -> NotebookEntry {
        let found = try await database.read { db -> NotebookEntry? in
            var names = PlaceNames(site: site)
            return try db.first(.entry(id, of: person)).map { try names.named($0, in: db) }
        }
        guard let found else { throw Problem.notFound }
        return found
    }
}

/// Looks up how places are called. Marks come by section, so that the name of a section is looked up once for all of its marks.
private struct PlaceNames {
    let site: Site
    private var last: (publication: PublicationID, section: Int, name: String?)?

    init(site: Site) { self.site = site }

    mutating func named(_ entry: NotebookEntry, in db: any Connection) throws -> NotebookEntry {
        var entry = entry
        entry.place =
            entry.annotation.isPlaced
            ? try name(of: entry.annotation.passage, in: entry.publication, section: entry.place.chapter, db) : PlaceName()
        return entry
    }

    mutating func named(_ entry: BookmarkEntry, in db: any Connection) throws -> BookmarkEntry {
        var entry = entry
        if let passage = entry.bookmark.passage, entry.bookmark.isPlaced {
            entry.place = try name(of: passage, in: entry.publication, section: entry.place.chapter, db)
        } else {
            entry.place = PlaceName()
        }
        return entry
    }

    private mutating func name(of passage: Passage, in publication: Publication, section: String?, _ db: any Connection) throws -> PlaceName {
        guard let chapter = try chapter(passage.section, of: publication, db) else { return PlaceName(chapter: section) }
        let range = passage.position.start..<max(passage.position.start, passage.position.end)
        let place = try site.reference(to: passage.section, range, of: publication, in: db)
        return PlaceName(chapter: chapter, reference: place?.label)
    }

    private mutating func chapter(_ section: Int, of publication: Publication, _ db: any Connection) throws -> String? {
        if let last, last.publication == publication.id, last.section == section { return last.name }
        let name = try site.reference(to: section, of: publication, in: db)?.label
        last = (publication.id, section, name)
        return name
    }
}
