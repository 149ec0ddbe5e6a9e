import Core
import Database
import Interface
import Platform
import Web

/// "Bookmarks": what one bookmarked or saved for later, in every app.
struct BookmarkRoutes: Sendable {
    let site: Site
    let access: PublicationAccess
    let bookmarks: Bookmarks
    let reading: NotebookReading

    private static let pageLength = 50

    var routes: [Route] {
        [
            .get(ReadingPaths.bookmarks, allow: .members, use: list),
            .post(ReadingPaths.bookmarks, allow: .members, use: save),
            .post(ReadingPaths.removeBookmark, allow: .members, use: remove),
        ]
    }

    /// What is bookmarked here and in each app, or with `?app=` in one of them. Words are looked for in what is read here.
    func list(_ request: Request, _ member: Member) async throws -> BookmarksPage {
        let cursor = try request.after(.bookmarkPlaces)
        let filter = try NotebookFilter(QueryItems([("q", request.query["q"] ?? "")]))
        let (entries, isMore) = try await reading.database.read { db in
            try reading.bookmarks(of: member.id, filter, after: cursor ?? .beginning, limit: Self.pageLength, in: db)
        }
        let wanted = request.query["app"]
        var shelves: [BookmarksPage.Shelf] = []
        let sources = Dictionary(site.extensions.entries(at: .bookmarks).map { ($0.module, $0.value) }) { first, _ in first }
        for app in site.apps {
            let own = entries.filter { $0.publication.card.ownerKind.hasPrefix(app.id + ".") }
            if !own.isEmpty { shelves.append(BookmarksPage.Shelf(app: app.id, name: app.name, content: .publications(own))) }
            // Further pages go on with what is read; the others are whole in their apps.
            guard cursor == nil, !filter.isNarrowed, request.identity.closedApps[app.id] == nil,
                let shelf = try await sources[app.id]?.bookmarks(for: request, member)
            else { continue }
            shelves.append(BookmarksPage.Shelf(app: app.id, name: app.name, content: .app(shelf)))
        }
        let apps = site.everyManifest.filter { $0.path != nil }.map { $0.id + "." }
        let strangers = entries.filter { entry in !apps.contains(where: entry.publication.card.ownerKind.hasPrefix) }
        if !strangers.isEmpty {
            shelves.append(BookmarksPage.Shelf(app: "reading", name: ReadingModule.manifest.name, content: .publications(strangers)))
        }
        var next: String?
        if isMore, let last = entries.last {
            let after = try request.cursor(.bookmarkPlaces, after: last.key).text
            next = link(ReadingPaths.bookmarks(), query: ["q": filter.words.isEmpty ? nil : filter.words, "after": after, "app": wanted])
        }
        return BookmarksPage(shelves: shelves, wanted: wanted, words: filter.words, viewer: member.identity, next: next)
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

    func remove(_ request: Request, _ member: Member, _ id: BookmarkID) async throws -> Response {
        try await bookmarks.remove(id, by: member.id)
        return .seeOther(request.ownReferrer ?? ReadingPaths.bookmarks(), flash: "Removed.")
    }
}

extension CursorScope<BookmarkKey> {
    /// Of every publication.
    fileprivate static var bookmarkPlaces: Self { Self("reading.bookmarks.places") }
}
