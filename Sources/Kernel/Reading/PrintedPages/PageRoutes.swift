import Core
import Database
import Interface
import Markup
import Media
import Platform
import Web

/// The pages of a PDF as they were printed, beside its text: under the same rules, and with the same place.
struct PageRoutes: Sendable {
    let site: Site
    let database: Database
    let publications: Publications
    let access: PublicationAccess
    let positions: Positions
    let visits: Visits
    let pictures: PagePictures

    var routes: [Route] {
        [
            .get(ReadingPaths.pages, allow: .everyone, use: show),
            .get(ReadingPaths.pagePicture, allow: .everyone, use: picture),
        ]
    }

    /// Shows `page`, or the page that `at` in `section` stands on, or else the one where this person is. A page that was turned to is read and
    /// moves the place where one reads, one that was looked up doesn't: `from` says that somebody read the one beside it. Opening a
    /// publication for the first time begins it, and counts nothing as read.
    func show(_ request: Request, _ visitor: Visitor, _ id: PublicationID) async throws -> Response {
        guard let opened = try await open(id, request, visitor) else {
            guard request.wantsPage else { throw Problem(.unauthenticated, "account.sign-in-needed", "Sign in to do this.") }
            return .seeOther(link(SitePaths.signIn(), query: ["then": request.head.target]))
        }
        let publication = opened.publication
        let print = try await pictures.print(of: publication, from: opened.original)
        func number(_ name: String) -> Int? { request.query[name].flatMap { Int($0) } }
        let asked = number("page") ?? number("section").map { print.marks.page(ofSection: $0, at: max(0, number("at") ?? 0)) }
        let known = opened.place.map { print.marks.page(ofSection: $0.section, at: $0.position.start) }
        let page = min(max(1, asked ?? known ?? 1), print.pages)
        let place = try await place(of: page, print.marks, in: publication)
        try await visits.opened(publication, by: request)
        let isTurned = number("from").map { abs($0 - page) == 1 } ?? false
        // Who comes from the text, or was there last, is where they read.
        let isLooked = asked != nil && !isTurned && page != known && request.query["section"] == nil
        let isOpened = !isTurned && !isLooked
        let device = Device.name(of: request)
        let fresh = visitor.personID != nil && device == nil ? Device.fresh() : nil
        if let person = visitor.personID, let device = device ?? fresh?.value, request.isVisit {
            if isTurned {
                try await keep(place?.passage, through: place?.end ?? 0, of: publication, by: person, on: device)
            } else if isOpened, opened.own == nil {
                let passage = known == page ? opened.place : place?.passage
                try await keep(passage, through: passage?.position.start ?? 0, of: publication, by: person, on: device)
            } else if opened.own?.inPages == false {
                try await positions.show(inPages: true, of: id, by: person, on: device)
            }
        }
        // The very words where somebody was, as long as they are on this page.
        let inText = isTurned || known != page ? place?.passage : opened.place
        var response = try await PrintedPage(
            publication: publication, page: page, pages: print.pages, isDrawn: try await isDrawn(page, of: opened), place: place?.passage,
            bookmark: try await bookmark(on: place, of: id, by: visitor.personID), inText: inText,
            end: inText?.section == place?.passage.section ? place?.end ?? 0 : inText?.position.start ?? 0,
            anchor: print.marks.mark(of: page)?.anchor, settings: opened.settings, words: site.readingWords(for: publication),
            preview: opened.preview, isTurned: isTurned, isOpened: isOpened, isLooked: isLooked,
            mayResume: asked == nil && visitor.personID == nil
        ).response(for: request)
        if let fresh { response.set(fresh) }
        return response
    }

    /// The first bookmark that somebody has on a page.
    private func bookmark(on place: (passage: Passage, end: Int)?, of id: PublicationID, by person: PersonID?) async throws -> BookmarkID? {
        guard let place, let person else { return nil }
        let start = place.passage.position.start
        return try await database.read { db in
            try db.first(
                """
                SELECT id FROM reading_bookmark
                WHERE person_id = \(person) AND publication_id = \(id) AND is_placed = 1 AND section = \(place.passage.section)
                    AND position_start >= \(start) AND position_start < \(max(place.end, start + 1)) ORDER BY id LIMIT 1
                """ as Query<BookmarkID>)
        }
    }

    /// The picture is drawn before the page is shown, so that the page can say where there is none.
    private func isDrawn(_ page: Int, of opened: Opened) async throws -> Bool {
        do {
            _ = try await pictures.picture(of: page, in: opened.publication, from: opened.original)
            return true
        } catch ReaderRefusal.notDrawn { return false }
    }

    func picture(_ request: Request, _ visitor: Visitor, _ id: PublicationID, _ page: Int) async throws -> Response {
        let (publication, original) = try await database.read { db in
            let publication = try access.open(id, for: request, in: db)
            return (publication, try site.original(of: publication, in: db))
        }
        guard let original, page > 0, page <= (try await pictures.print(of: publication, from: original)).pages else { throw Problem.notFound }
        let stored = try await pictures.picture(of: page, in: publication, from: original)
        return try await FileAnswer(
            url: site.media.url(stored.media), contentType: stored.mediaType, downloadName: nil, entityTag: stored.media.digest
        ).response(for: request)
    }

    private struct Opened: Sendable {
        let publication: Publication
        let original: MediaRef
        /// Where this person was last on this device.
        let own: ReadingPosition?
        /// The same, or where they were last on another.
        let place: Passage?
        let settings: ReadingSettings
        let preview: Node?
    }

    /// - Returns: nil where signing in would open the publication.
    private func open(_ id: PublicationID, _ request: Request, _ visitor: Visitor) async throws -> Opened? {
        try await database.read { db -> Opened? in
            let publication: Publication
            do { publication = try access.open(id, for: request, in: db) } catch let problem as Problem where problem.kind == .unauthenticated {
                return nil
            }
            guard let original = try site.original(of: publication, in: db) else { throw Problem.notFound }
            let known = try visitor.personID.map { try positions.all(of: $0, in: id, db) } ?? []
            let device = Device.name(of: request)
            let own = known.first { $0.device == device }
            return Opened(
                publication: publication, original: original, own: own, place: (own ?? known.first)?.passage,
                settings: try ReadingSettings.chosen(by: request, in: db),
                preview: try site.preview(of: publication, for: visitor.identity, in: db))
        }
    }

    /// Where a page begins in the text, and where it ends.
    private func place(of page: Int, _ marks: PageMarks, in publication: Publication) async throws -> (passage: Passage, end: Int)? {
        guard let mark = marks.mark(of: page) else { return nil }
        let text = try await database.read { db in try publications.text(mark.section, of: publication.id, in: db) }
        guard let text else { return nil }
        let section = SectionText(text)
        return (section.passage(at: mark.start..<mark.start, section: mark.section), marks.end(of: mark) ?? section.scalars.count)
    }

    /// Keeps a member's place; a guest's is kept by their browser.
    private func keep(
        _ passage: Passage?, through end: Int, of publication: Publication, by person: PersonID, on device: String
    ) async throws {
        guard let passage else { return }
        do {
            _ = try await positions.keep(passage, through: end, in: publication, by: person, on: device, inPages: true)
        } catch let error where DiskRoom.isMissing(error) {
            // Reading goes on while the disk is full.
        }
    }
}
