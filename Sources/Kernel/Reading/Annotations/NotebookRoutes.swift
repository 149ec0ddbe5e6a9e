import Core
import Database
import Interface
import Web

/// "My annotations" and "Bookmarks": pages that work without a script.
struct NotebookRoutes: Sendable {
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
        let found = try await database.read { db in try db.all(.notebook(of: member.id, after: key, limit: Self.pageLength + 1)) }
        let entries = Array(found.prefix(Self.pageLength))
        var next: String?
        if found.count > Self.pageLength, let last = entries.last?.annotation {
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

    func listBookmarks(_ request: Request, _ member: Member) async throws -> BookmarksPage {
        let before = try request.after(.allBookmarks) ?? .max
        let found = try await database.read { db in try db.all(.bookmarks(of: member.id, before: before, limit: Self.pageLength + 1)) }
        let entries = Array(found.prefix(Self.pageLength))
        var next: String?
        if found.count > Self.pageLength, let last = entries.last {
            next = link(ReadingPaths.bookmarks(), query: ["after": try request.cursor(.allBookmarks, after: last.bookmark.id.number).text])
        }
        return BookmarksPage(entries: entries, viewer: member.identity, next: next)
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
        try await bookmarks.save(try await access.open(id, for: member.identity), by: member.id)
        return .seeOther(back, flash: "Saved for later.")
    }

    func removeBookmark(_ request: Request, _ member: Member, _ id: BookmarkID) async throws -> Response {
        try await bookmarks.remove(id, by: member.id)
        return .seeOther(ReadingPaths.bookmarks(), flash: "Removed.")
    }

    private func entry(_ id: AnnotationID, of member: Member) async throws -> NotebookEntry {
        guard let entry = try await database.read({ db in try db.first(.entry(id, of: member.id)) }) else { throw Problem.notFound }
        return entry
    }
}

extension CursorScope<NotebookKey> {
    fileprivate static var notebook: Self { Self("reading.notebook") }
}

extension CursorScope<Int64> {
    /// Of every publication.
    fileprivate static var allBookmarks: Self { Self("reading.bookmarks.all") }
}
