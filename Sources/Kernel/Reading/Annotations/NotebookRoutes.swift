import Core
import Database
import Interface
import Platform
import Web

/// "My annotations" and "Bookmarks": pages that work without a script.
struct NotebookRoutes: Sendable {
    let site: Site
    let database: Database
    let access: PublicationAccess
    let annotations: Annotations
    let bookmarks: Bookmarks

    private static let pageLength = 50

    var routes: [Route] {
        [
            .get(ReadingPaths.annotations, allow: .members, use: list),
            .get(ReadingPaths.annotation, allow: .members, use: form),
            .post(ReadingPaths.annotation, allow: .members, use: edit),
            .post(ReadingPaths.removeAnnotation, allow: .members, use: remove),
            .get(ReadingPaths.bookmarks, allow: .members, use: listBookmarks),
            .post(ReadingPaths.bookmarks, allow: .members, use: save),
            .post(ReadingPaths.removeBookmark, allow: .members, use: removeBookmark),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> NotebookPage {
        let key = try request.after(.notebook) ?? .beginning
        let (entries, isMore) = try await database.read { db in
            let found = try db.all(.notebook(of: member.id, after: key, limit: Self.pageLength + 1))
            return (try found.prefix(Self.pageLength).map { try referred($0, in: db) }, found.count > Self.pageLength)
        }
        var next: String?
        if isMore, let last = entries.last?.annotation {
            let key = NotebookKey(
                publication: last.publication.number, section: last.passage.section, start: last.passage.position.start, id: last.id.number)
            next = link(ReadingPaths.annotations(), query: ["after": try request.cursor(.notebook, after: key).text])
        }
        return NotebookPage(entries: entries, viewer: member.identity, next: next)
    }

    func form(_ request: Request, _ member: Member, _ id: AnnotationID) async throws -> AnnotationPage {
        AnnotationPage(entry: try await entry(id, of: member), note: nil, problem: nil)
    }

    /// Keeps the form open with what was written when it cannot be taken.
    func edit(_ request: Request, _ member: Member, _ id: AnnotationID) async throws -> Response {
        struct Form: Decodable {
            var colour: String?
            var note: String?
        }
        let form = try request.form(Form.self)
        let content: AnnotationContent
        do throws(AnnotationRefusal) {
            content = try AnnotationContent(colour: form.colour, note: form.note)
        } catch {
            let page = AnnotationPage(entry: try await entry(id, of: member), note: form.note, problem: error.problem)
            return try await page.response(for: request)
        }
        _ = try await annotations.edit(id, by: member.id) { _ in content }
        return .seeOther(ReadingPaths.annotations(), flash: "Saved.")
    }

    func remove(_ request: Request, _ member: Member, _ id: AnnotationID) async throws -> Response {
        try await annotations.remove(id, by: member.id)
        return .seeOther(ReadingPaths.annotations(), flash: "Removed.")
    }

    /// What is bookmarked here and in each app, or with `?app=` in one of them.
    func listBookmarks(_ request: Request, _ member: Member) async throws -> BookmarksPage {
        let cursor = try request.after(.allBookmarks)
        let found = try await database.read { db in try db.all(.bookmarks(of: member.id, before: cursor ?? .max, limit: Self.pageLength + 1)) }
        let entries = Array(found.prefix(Self.pageLength))
        let wanted = request.query["app"]
        var shelves: [BookmarksPage.Shelf] = []
        let sources = Dictionary(site.extensions.entries(at: .bookmarks).map { ($0.module, $0.value) }) { first, _ in first }
        for app in site.apps {
            let own = entries.filter { $0.publication.card.ownerKind.hasPrefix(app.id + ".") }
            if !own.isEmpty { shelves.append(BookmarksPage.Shelf(app: app.id, name: app.name, content: .publications(own))) }
            // Further pages go on with what is read; the others are whole in their apps.
            guard cursor == nil, request.identity.closedApps[app.id] == nil, let shelf = try await sources[app.id]?.bookmarks(for: request, member)
            else { continue }
            shelves.append(BookmarksPage.Shelf(app: app.id, name: app.name, content: .app(shelf)))
        }
        let apps = site.everyManifest.filter { $0.path != nil }.map { $0.id + "." }
        let strangers = entries.filter { entry in !apps.contains(where: entry.publication.card.ownerKind.hasPrefix) }
        if !strangers.isEmpty {
            shelves.append(BookmarksPage.Shelf(app: "reading", name: ReadingModule.manifest.name, content: .publications(strangers)))
        }
        var next: String?
        if found.count > Self.pageLength, let last = entries.last {
            let after = try request.cursor(.allBookmarks, after: last.bookmark.id.number).text
            next = link(ReadingPaths.bookmarks(), query: ["after": after, "app": wanted])
        }
        return BookmarksPage(shelves: shelves, wanted: wanted, viewer: member.identity, next: next)
    }

    /// Saves a publication for later, or with `saved=no` no longer, and goes back to where the button was.
    func save(_ request: Request, _ member: Member) async throws -> Response {
        struct Form: Decodable {
            var publication: Int64
            var saved: String?
        }
        let form = try request.form(Form.self)
        let back = request.ownReferrer ?? ReadingPaths.bookmarks()
        let id = PublicationID(form.publication)
        if form.saved == "no" {
            try await bookmarks.unsave(id, by: member.id)
            return .seeOther(back, flash: "No longer saved for later.")
        }
        try await bookmarks.save(try await access.open(id, for: request), by: member.id)
        return .seeOther(back, flash: "Saved for later.")
    }

    func removeBookmark(_ request: Request, _ member: Member, _ id: BookmarkID) async throws -> Response {
        try await bookmarks.remove(id, by: member.id)
        return .seeOther(ReadingPaths.bookmarks(), flash: "Removed.")
    }

    /// The entry with how its passage is cited, where it is found in the text.
    private func referred(_ entry: NotebookEntry, in db: any Connection) throws -> NotebookEntry {
        guard entry.annotation.isPlaced else { return entry }
        var entry = entry
        let passage = entry.annotation.passage
        entry.reference = try site.reference(
            to: passage.section, passage.position.start..<max(passage.position.start, passage.position.end), of: entry.publication, in: db)
        return entry
    }

    private func entry(_ id: AnnotationID, of member: Member) async throws -> NotebookEntry {
        let found = try await database.read { db in try db.first(.entry(id, of: member.id)).map { try referred($0, in: db) } }
        guard let found else { throw Problem.notFound }
        return found
    }
}

extension CursorScope<NotebookKey> {
    fileprivate static var notebook: Self { Self("reading.notebook") }
}

extension CursorScope<Int64> {
    /// Of every publication.
    fileprivate static var allBookmarks: Self { Self("reading.bookmarks.all") }
}
