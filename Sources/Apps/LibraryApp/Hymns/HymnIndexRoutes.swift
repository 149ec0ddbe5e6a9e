import Core
import Database
import Interface
import Localization
import Reading
import Web

/// The index of first lines and titles.
struct HymnIndexRoutes: Sendable {
    let catalogue: Catalogue
    let database: Database
    let publications: Publications

    /// Hymns of one language in the index; the largest hymnals have some thousand.
    static let most = 3000
    /// Hymns whose beginnings are read at once.
    private static let atOnce = 500

    var routes: [Route] { [.get(LibraryPaths.hymnIndex, allow: .everyone, use: show)] }

    /// In the language that was asked for, else that of the page, else that of most hymns.
    func show(_ request: Request, _ visitor: Visitor) async throws -> HymnIndexPage {
        var filter = ItemFilter()
        filter.kinds = [.hymn]
        let languages = try await catalogue.facets(of: filter).languages.map { Language($0.value) }
        let wanted = [request.query["language"].map { Language($0) }, request.language].compactMap(\.self)
        let language = wanted.first(where: languages.contains) ?? languages.first ?? request.language
        let order = request.query["by"].flatMap(HymnIndex.Order.init) ?? .firstLine
        return HymnIndexPage(
            index: HymnIndex(try await entries(in: language), by: order, in: language), languages: languages, language: language)
    }

    private func entries(in language: Language) async throws -> [HymnIndex.Entry] {
        var filter = ItemFilter()
        filter.kinds = [.hymn]
        filter.language = language
        return try await catalogue.lists.value(.hymnIndex(language)) { [filter] in
            try await database.read { db in
                let hymns = Array(try db.all(.page(filter, by: .title, after: nil, limit: Self.most, db.dialect)).prefix(Self.most))
                var lines: [PublicationID: String] = [:]
                let texts = hymns.compactMap(\.publication)
                for start in stride(from: 0, to: texts.count, by: Self.atOnce) {
                    let some = Array(texts[start..<min(start + Self.atOnce, texts.count)])
                    for (id, html) in try publications.openings(of: some, in: db) {
                        lines[id] = HymnText(html: html).firstLine
                    }
                }
                return hymns.map { HymnIndex.Entry(hymn: $0, firstLine: $0.publication.flatMap { lines[$0] } ?? "") }
            }
        }
    }
}
