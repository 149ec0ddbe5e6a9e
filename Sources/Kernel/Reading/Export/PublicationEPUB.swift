import Archives
import Core
import Database
import Documents
public import Foundation
public import Media

/// Writes a publication as an EPUB 3 file that any reading program opens.
public struct PublicationEPUB: Sendable {
    let publications: Publications
    let media: MediaStore

    /// An exporter of a site's publications.
    public init(publications: Publications, media: MediaStore) {
        self.publications = publications
        self.media = media
    }

    /// A publication as it is now, in a temporary file that belongs to the caller.
    /// - Parameter facts: what the file says besides: a description, terms of use.
    /// - Throws: `Problem.notFound`-like ``DatabaseError/missing`` when it is gone; what the disk throws.
    public func file(of publication: Publication, _ facts: Facts, in database: Database) async throws -> URL {
        let (sections, contents, resources) = try await database.read { db in
            let sections = try publications.sections(of: publication.id, in: db).compactMap {
                try publications.section($0.number, of: publication.id, in: db)
            }
            let names = try publications.resources(of: publication.id, in: db)
            return (
                sections, try publications.contents(of: publication.id, in: db),
                try names.compactMap { name in try publications.resource(name.first, of: publication.id, in: db).map { (name.first, $0) } }
            )
        }
        let url = media.makeTemporaryURL()
        do {
            let container = try EPUBContainer.begin(at: url)
            let book = EPUBBook(
                publication: publication, facts: facts, sections: sections, contents: contents, resources: resources.map { ($0.0, $0.1.mediaType) })
            try container.add(Array(EPUBBook.container.utf8), as: "META-INF/container.xml")
            try container.add(Array(book.package.utf8), as: "EPUB/package.opf")
            try container.add(Array(book.navigation.utf8), as: "EPUB/contents.xhtml")
            try container.add(Array(EPUBBook.style.utf8), as: "EPUB/style.css")
            for section in sections { try container.add(Array(book.page(of: section).utf8), as: "EPUB/\(EPUBBook.file(section.summary.number))") }
            if let cover = facts.cover {
                try container.add([UInt8](Data(contentsOf: media.url(cover))), as: "EPUB/cover.jpg")
            } else if let drawn = facts.drawnCover {
                try container.add(Array(XHTML.allowed(drawn).utf8), as: "EPUB/cover.svg")
            }
            for (name, resource) in resources {
                try container.add([UInt8](Data(contentsOf: media.url(resource.media))), as: "EPUB/resources/\(name)")
            }
            try container.finish()
            return url
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    /// What a file says besides title, authors and language.
    public struct Facts: Sendable {
        public var description: String
        /// A name for the work that never changes: a URL or a URN.
        public var identifier: String
        /// A JPEG picture.
        public var cover: MediaRef?
        /// The SVG that stands for a picture where there is none.
        public var drawnCover: String?

        public init(description: String = "", identifier: String, cover: MediaRef? = nil, drawnCover: String? = nil) {
            (self.cover, self.drawnCover) = (cover, drawnCover)
            self.description = description
            self.identifier = identifier
        }
    }
}
