import Core
import Database
import Interface
import Reading
import Web

/// “Hymns & Songs” (LIB-081).
struct HymnRoutes: Sendable {
    let catalogue: Catalogue
    let database: Database
    let publications: Publications
    let categories: Categories

    /// Hymns on one page.
    static let pageSize = 50
    /// Hymns among the popular ones.
    static let popularCount = 10

    var routes: [Route] {
        [.get(LibraryPaths.hymns, allow: .everyone, use: show), .get(LibraryPaths.sing, allow: .everyone, use: sing)]
    }

    /// With `?number=245` the hymn of that number, in the `hymnal` that is named or the first that has it.
    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let number = request.query["number"].flatMap({ Int($0.trimmed) }) {
            let hymnal = request.query["hymnal"].flatMap { $0.isEmpty ? nil : $0 }
            guard let hymn = try await database.read({ db in try db.first(.hymn(number: number, in: hymnal)) }) else {
                return .seeOther(LibraryPaths.hymns(), flash: "There’s no hymn \(String(number)).", tone: .note)
            }
            return .seeOther(ReadingPaths.publication(hymn))
        }
        return try await page(request).response(for: request)
    }

    /// A hymn that readers may open.
    func sing(_ request: Request, _ visitor: Visitor, _ id: ItemID) async throws -> SingPage {
        try await database.read { db in
            guard let hymn = try db.all(.items([id], db.dialect)).first, hymn.status == .published, hymn.metadata.kind == .hymn,
                let publication = hymn.publication, let section = try publications.section(0, of: publication, in: db)
            else { throw Problem.notFound }
            return SingPage(hymn: hymn, text: HymnText(html: section.html))
        }
    }

    private func page(_ request: Request) async throws -> HymnsPage {
        var filter = try ItemFilter(request.query)
        filter.kinds = [.hymn]
        let cursor = try request.after(.hymns)
        let page = try await catalogue.page(filter, by: .title, after: cursor, limit: Self.pageSize)
        var all = ItemFilter()
        all.kinds = [.hymn]
        let tree = try await categories.tree(in: request.language)
        return HymnsPage(
            page: page, popular: try await catalogue.page(all, by: .popular, limit: Self.popularCount).items,
            categories: tree.named("hymns").map { tree.children(of: $0.id) } ?? [], chosen: filter.category.flatMap { tree[$0] },
            hasNumbers: try await database.read { db in try db.first(.numberedHymn) } != nil,
            hymnals: try await hymnals(), isFirst: cursor == nil,
            next: try page.next.map { try request.cursor(.hymns, after: $0).text })
    }

    private func hymnals() async throws -> [String] {
        try await catalogue.lists.value(.hymnals) { try await database.read { db in try db.all(.hymnals).sorted() } }
    }
}

extension Query where Row == String {
    /// The hymnals that have hymns with numbers.
    fileprivate static var hymnals: Self {
        """
        SELECT DISTINCT series FROM library_item
        WHERE status = \(ItemStatus.published) AND kind = \(ItemKind.hymn) AND series_number IS NOT NULL AND publication_id IS NOT NULL
            AND series IS NOT NULL
        ORDER BY series LIMIT 200
        """
    }
}

extension Query where Row == PublicationID {
    /// What is read of the hymn with a number.
    fileprivate static func hymn(number: Int, in hymnal: String?) -> Self {
        let series: SQL = hymnal.map { "series = \($0)" } ?? "1 = 1"
        return """
            SELECT publication_id FROM library_item
            WHERE status = \(ItemStatus.published) AND kind = \(ItemKind.hymn) AND series_number = \(number) AND publication_id IS NOT NULL
                AND \(sql: series)
            ORDER BY series, id LIMIT 1
            """
    }

    /// Any hymn that has a number.
    fileprivate static var numberedHymn: Self {
        """
        SELECT publication_id FROM library_item
        WHERE status = \(ItemStatus.published) AND kind = \(ItemKind.hymn) AND series_number IS NOT NULL AND publication_id IS NOT NULL
        ORDER BY id LIMIT 1
        """
    }
}
