import Core
import Database
import Foundation
import Media
import Platform
import Web

/// The catalogue for programs, and the files of items for everybody.
struct ItemRoutes: Sendable {
    let catalogue: Catalogue
    let categories: Categories
    let languages: Languages
    let database: Database
    let media: MediaStore

    private static let pages = PageSize(usual: 20, most: 100)

    var routes: [Route] {
        [
            .get(LibraryPaths.apiItems, allow: .everyone, use: list)
                .summary("Published items, page by page.")
                .query("kind", .array(.oneOf(ItemKind.self), most: 20), "Only of these kinds.")
                .query("category", .id, "Of this category and those below it.")
                .query("language", .text(.language, most: 35), "Only in this language.")
                .queries(ItemField.facets) { ($0.name, $0.schema, $0.summary.one) }
                .query("author", .text(.words, most: ItemMetadata.longestAuthor), "Only by this author.")
                .query("sort", .oneOf(ItemSort.forReaders), "The order; `newest` when not said.").paged(Self.pages),
            .get(LibraryPaths.apiItem, allow: .everyone, use: show).summary("One published item with everything its page shows."),
            .get(LibraryPaths.apiCategories, allow: .everyone, use: listCategories).summary("The tree of categories."),
            .get(LibraryPaths.apiLanguages, allow: .everyone, use: listLanguages).summary("The languages of the library."),
            .get(LibraryPaths.itemFile, allow: .everyone, use: download),
            .get(LibraryPaths.itemNamedFile, allow: .everyone) { request, visitor, id, _ in try await download(request, visitor, id) },
            .get(LibraryPaths.itemCover, allow: .everyone, use: cover),
        ]
    }

    /// Programs and long lists on a screen ask for the same pages; each is kept as bytes for a revision, so that a total is never an old one.
    func list(_ request: Request, _ visitor: Visitor) async throws -> KeptAnswer<ItemList> {
        let query = request.query
        let place = try CataloguePlace(
            filter: ItemFilter(query), sort: ItemSort(query), after: request.after(.items), limit: query.limit(Self.pages),
            revision: await database.read { db in try db.one(CatalogueRevision.current) })
        if let kept: KeptAnswer<ItemList> = catalogue.lists.pages.fresh(place) { return kept }
        return try await catalogue.lists.pages.value(place) {
            KeptAnswer(try ItemList(try await catalogue.page(place.filter, by: place.sort, after: place.after, limit: place.limit), request))
        }
    }

    /// What is published is asked for again and again; what staff see besides is read each time.
    func show(_ request: Request, _ visitor: Visitor, _ id: ItemID) async throws -> KeptAnswer<ItemAnswer> {
        guard !visitor.identity.may(.libraryUpload) else { return KeptAnswer(ItemAnswer(try await catalogue.findForStaff(id))) }
        if let kept: KeptAnswer<ItemAnswer> = catalogue.lists.items.fresh(id) { return kept }
        return try await catalogue.lists.items.value(id) { KeptAnswer(ItemAnswer(try await catalogue.find(id))) }
    }

    /// Staff also see what is not published.
    private func item(_ id: ItemID, _ visitor: Visitor) async throws -> Item {
        visitor.identity.may(.libraryUpload) ? try await catalogue.findForStaff(id) : try await catalogue.find(id)
    }

    func listCategories(_ request: Request, _ visitor: Visitor) async throws -> [CategoryAnswer] {
        let tree = try await categories.tree()
        let counts = try await catalogue.facets(of: ItemFilter()).categories
        return tree.categories.map { category in
            CategoryAnswer(
                id: category.id, name: category.name, parent: category.parent, description: category.description,
                colour: category.colour.rawValue, items: counts[category.id] ?? 0,
                translations: category.translations.inOrder.map {
                    CategoryTranslationAnswer(language: $0.key.rawValue, name: $0.value.name, description: $0.value.description)
                })
        }
    }

    func listLanguages(_ request: Request, _ visitor: Visitor) async throws -> [LanguageAnswer] {
        try await languages.all().map { LanguageAnswer(tag: $0.tag.rawValue, name: $0.name) }
    }

    /// The original as it was handed in, for members (LIB-007); a recording is heard from this file, so guests have it too. Staff also
    /// fetch what readers cannot see yet.
    func download(_ request: Request, _ visitor: Visitor, _ id: ItemID) async throws -> Response {
        let item = try await item(id, visitor)
        guard let file = item.file, let ref = MediaRef(digest: file.ref, size: file.size) else { throw ItemRefusal.noFile }
        let isOpen = item.kind == .audio
        guard isOpen || visitor.personID != nil else { return AccessRefusal.signIn.response(for: request) }
        return try await FileAnswer(
            url: media.url(ref), contentType: file.type, downloadName: file.name, entityTag: file.ref,
            isPublic: isOpen && item.status == .published
        ).response(for: request)
    }

    func cover(_ request: Request, _ visitor: Visitor, _ id: ItemID, _ size: CoverSize) async throws -> FileAnswer {
        let forStaff = visitor.identity.may(.libraryUpload)
        let picture = try await database.read { db in try db.first(.cover(of: id, size, forStaff: forStaff)) }
        guard let picture else { throw Problem.notFound }
        return FileAnswer(
            url: media.url(picture.ref), contentType: picture.type, entityTag: picture.ref.digest,
            isImmutable: request.query["v"] != nil, isPublic: !forStaff)
    }
}
