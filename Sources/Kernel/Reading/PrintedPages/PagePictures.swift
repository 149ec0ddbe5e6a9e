import Core
import Database
import Documents
import Foundation
import Media
import Platform
import Synchronization

/// Draws the pages of PDFs when somebody asks for one, in the converter's box, and keeps them among the resources of their publication.
final class PagePictures: Sendable {
    /// What is known of a PDF beside its text.
    struct Print: Sendable {
        let pages: Int
        let marks: PageMarks
    }

    /// Bytes of all pictures that are kept; those drawn first make room for others.
    private static let mostKept = 1 << 30
    /// How many are drawn between two looks at how much is kept.
    private static let between = 50
    /// How many wait for the box; who comes then reads the text, or tries again.
    private static let mostWaiting = 20
    /// Publications of which it is remembered how many pages they have, and pages that could not be drawn.
    private static let mostKnown = 200
    /// How long a page that could not be drawn is not tried again: it may have been slow because the machine was busy.
    private static let pause = Duration.seconds(600)

    private struct Key: Hashable {
        let publication: PublicationID
        let edition: Int
        var page = 0
    }

    private let database: Database
    private let writer: Writer
    private let media: MediaStore
    private let publications: Publications
    private let drawing: PageDrawer
    /// Several may ask for a page at once; one of them draws it.
    private let turns = KeyedLock<Key>()
    private let known = Mutex<[Key: Print]>([:])
    private let refused = Mutex<[Key: ContinuousClock.Instant]>([:])
    private let waiting = Mutex(0)
    private let drawn = Mutex(0)

    init(site: Site, publications: Publications) {
        (database, writer, media) = (site.database, site.writer, site.media)
        self.publications = publications
        drawing = PageDrawer(box: ConverterBox(limits: .picture))
    }

    /// How many pages a publication has in print, and where they begin in its text.
    func print(of publication: Publication, from original: MediaRef) async throws -> Print {
        let key = Key(publication: publication.id, edition: publication.edition)
        if let print = known.withLock({ $0[key] }) { return print }
        let pages = try await asked(key) { [drawing, media] () async throws(ConversionRefusal) in
            try await drawing.pages(of: media.url(original))
        }
        let marks = try await database.readInBackground { [publications] db in try publications.pageMarks(of: publication.id, in: db) }
        let print = Print(pages: pages, marks: marks)
        known.withLock { known in
            if known.count >= Self.mostKnown { known.removeAll() }
            known[key] = print
        }
        return print
    }

    /// The picture of a page, counted from 1; drawn by the first who asks.
    func picture(of page: Int, in publication: Publication, from original: MediaRef) async throws -> StoredResource {
        let name = "\(StoredResource.pagePrefix)\(page).jpg"
        func kept() async throws -> StoredResource? {
            try await database.read { [publications] db in try publications.resource(name, of: publication.id, in: db) }
        }
        if let kept = try await kept() { return kept }
        let key = Key(publication: publication.id, edition: publication.edition, page: page)
        let drawn = try await turns.withLock(key) { () async throws -> StoredResource in
            if let kept = try await kept() { return kept }
            let file = try await self.asked(key) { [drawing, media] () async throws(ConversionRefusal) in
                try await drawing.draw(page, of: media.url(original), in: media.temporaryFolder)
            }
            defer { try? FileManager.default.removeItem(at: file) }
            return try await media.withLease { lease in
                // The first one after a start looks too.
                let isTimeToLook = self.drawn.withLock { drawn in
                    drawn += 1
                    return drawn % Self.between == 1
                }
                let resource = EditionResource(name: name, mediaType: "image/jpeg", media: try await lease.store(fileAt: file))
                do {
                    try await self.writer.write(by: nil, once: nil) { [publications = self.publications] write in
                        try publications.keep(page: resource, of: publication, in: write)
                        if isTimeToLook { try publications.removePages(beyond: Self.mostKept, in: write) }
                    }
                } catch let error where DiskRoom.isMissing(error) {
                    // The text can be read while the disk is full.
                    throw ReaderRefusal.notDrawn(key.publication)
                }
                return StoredResource(mediaType: resource.mediaType, media: resource.media)
            }
        }
        guard let drawn else { throw DatabaseError.busy }
        return drawn
    }

    /// Asks the box, unless it has just refused the same: a page that can't be drawn costs its time seldom.
    private func asked<Value: Sendable>(_ key: Key, _ body: () async throws(ConversionRefusal) -> Value) async throws -> Value {
        if let moment = refused.withLock({ $0[key] }), moment.duration(to: .now) < Self.pause { throw ReaderRefusal.notDrawn(key.publication) }
        let mayWait = waiting.withLock { waiting in
            waiting += 1
            return waiting <= Self.mostWaiting
        }
        defer { waiting.withLock { $0 -= 1 } }
        guard mayWait else { throw ReaderRefusal.notDrawn(key.publication) }
        do throws(ConversionRefusal) { return try await body() } catch {
            if ![.boxUnavailable, .storage, .cancelled].contains(error) {
                refused.withLock { refused in
                    if refused.count >= Self.mostKnown { refused.removeAll() }
                    refused[key] = .now
                }
            }
            throw ReaderRefusal.notDrawn(key.publication)
        }
    }
}

extension StoredResource {
    /// How the names of drawn pages begin; no name from a file has a hyphen.
    static let pagePrefix = "page-"
}

extension Publications {
    /// Keeps the picture of a page, unless the text has been replaced since it was drawn.
    func keep(page resource: EditionResource, of publication: Publication, in db: any Connection) throws {
        guard try find(publication.id, in: db)?.edition == publication.edition else { return }
        try add(resource, to: publication.id, in: db)
    }

    /// Takes away those pictures of pages, of all publications, that were drawn first, until the others have at most so many bytes.
    func removePages(beyond most: Int, in db: any Connection) throws {
        let kept = try db.all(
            """
            SELECT publication_id, name, size FROM reading_resource WHERE name LIKE \(StoredResource.pagePrefix + "%")
            ORDER BY changed_at DESC, id DESC
            """ as Query<Row3<PublicationID, String, Int>>)
        var bytes = 0
        for page in kept {
            bytes += page.third
            if bytes > most { try remove(page.second, of: page.first, in: db) }
        }
    }
}
