import Core
import Database
import Interface
import Media
import Platform
import Web

/// What one looks places up in, as pages of their own: the table of contents and the search inside a publication. `page` says that somebody
/// comes from a printed page, and leads to printed pages.
struct LookupRoutes: Sendable {
    let site: Site
    let database: Database
    let publications: Publications
    let access: PublicationAccess
    let positions: Positions
    let pictures: PagePictures
    let api: PublicationAPI

    /// Either what was found, or where a reference leads.
    private enum FindAnswer: Answer {
        case place(String)
        case found(FindPage)

        func response(for request: Request) async throws -> Response {
            switch self {
            case .place(let address): .seeOther(address)
            case .found(let page): try await page.response(for: request)
            }
        }
    }

    /// So many bookmarks of a publication are listed with its contents.
    private static let mostBookmarks = 100

    var routes: [Route] {
        [
            .get(ReadingPaths.contents, allow: .everyone, use: contents),
            .get(ReadingPaths.find, allow: .everyone, use: find),
        ]
    }

    func contents(_ request: Request, _ visitor: Visitor, _ id: PublicationID) async throws -> Response {
        let print = try await print(for: request, id)
        return try await access.enter(request) { db in
            let publication = try access.open(id, for: request, in: db)
            func number(_ name: String) -> Int? { request.query[name].flatMap { Int($0) } }
            let known = try visitor.personID.map { try positions.all(of: $0, in: id, db) } ?? []
            var page = ContentsPage(
                publication: publication, entries: try publications.contents(of: id, in: db), line: number("from"),
                section: number("section") ?? known.first?.passage.section, settings: try ReadingSettings.chosen(by: request, in: db))
            if let furthest = Furthest(known) {
                page.standing = furthest.standing(of: try publications.sections(page.sections, of: id, in: db), words: publication.words)
            }
            page.print = print
            if print != nil, let person = visitor.personID {
                page.bookmarks = try db.all(.bookmarks(of: person, in: id, after: 0, limit: Self.mostBookmarks))
            }
            return page
        }
    }

    /// Searching without a script, and from printed pages.
    func find(_ request: Request, _ visitor: Visitor, _ id: PublicationID) async throws -> Response {
        let words = request.query["q"] ?? ""
        let print = try await print(for: request, id)
        return try await access.enter(request) { db -> FindAnswer in
            let publication = try access.open(id, for: request, in: db)
            let page = FindPage(
                publication: publication, words: words, found: try api.found(words, in: publication, limit: 100, db),
                names: site.readingWords(for: publication), hint: site.references(of: publication)?.searchHint,
                settings: try ReadingSettings.chosen(by: request, in: db), print: print)
            return page.found.place.map { .place($0.address) } ?? .found(page)
        }
    }

    /// The printed pages that somebody comes from; nil in the text, and where they can't be shown.
    private func print(for request: Request, _ id: PublicationID) async throws -> PrintedPlaces? {
        guard let page = request.query["page"].flatMap({ Int($0) }) else { return nil }
        let found = try await database.read { db -> (publication: Publication, original: MediaRef)? in
            // Whoever may not read it is told so by the page itself.
            guard let publication = try? access.open(id, for: request, in: db) else { return nil }
            return try site.original(of: publication, in: db).map { (publication, $0) }
        }
        guard let found else { return nil }
        do {
            return PrintedPlaces(publication: id, page: page, marks: try await pictures.print(of: found.publication, from: found.original).marks)
        } catch ReaderRefusal.notDrawn { return nil }
    }
}
