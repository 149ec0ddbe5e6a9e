import Core
import Database
import Interface
import Markup
import Reading
import Web

/// The first screen: a search box and what the library wants to show (LIB-015, LIB-017).
struct HomeRoutes: Sendable {
    let catalogue: Catalogue
    let database: Database
    let positions: Positions

    /// How many begun books the first shelf shows.
    private static let begunCount = 12

    var routes: [Route] { [.get(LibraryPaths.home, allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor) async throws -> HomePage {
        HomePage(
            featured: try await catalogue.featured(), kinds: try await catalogue.facets(of: ItemFilter()).kinds,
            begun: try await begun(by: visitor), mayUpload: visitor.identity.may(.libraryUpload))
    }

    /// What a member has begun and not finished, the latest first.
    func begun(by visitor: Visitor) async throws -> [HomePage.Begun] {
        guard let person = visitor.personID else { return [] }
        let readings = try await database.read { db in
            try positions.unfinished(of: person, ownedBy: Publishing.source, limit: Self.begunCount, in: db)
        }
        let items = try await catalogue.summaries(readings.map { ItemID($0.owner) })
        let begun = Dictionary(readings.map { (ItemID($0.owner), $0) }) { first, _ in first }
        return try await database.read { db in
            try items.map { item in
                let reading = begun[item.id]
                let place = item.kind == .bible ? try reading.flatMap { try db.first(.place(ofSection: $0.section, in: item.id)) } : nil
                return HomePage.Begun(
                    item: item, progress: reading?.progress.percent ?? 0, place: place.map { ScriptureBook.chapter($0.chapter, of: $0.name) })
            }
        }
    }
}
