import Core
import Database
import Interface
import Reading
import Web

/// An item's own page (LIB-024, LIB-025).
struct ItemDetailsRoutes: Sendable {
    let catalogue: Catalogue
    let categories: Categories
    let database: Database
    let positions: Positions
    let publications: Publications
    let search: LibrarySearch

    /// How many other items are shown below.
    private static let otherCount = 8

    var routes: [Route] { [.get(LibraryPaths.item, allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor, _ id: ItemID) async throws -> ItemDetailsPage {
        let item = try await catalogue.find(id)
        let (progress, isSaved) = try await standing(of: item, with: visitor)
        let tree = try await categories.tree(in: request.language)
        return ItemDetailsPage(
            item: item, categories: tree.renamed(item.categories), others: try await others(item),
            editions: try await search.editions(of: id), isMember: visitor.personID != nil, mayEdit: visitor.identity.may(.libraryEdit),
            progress: progress, isSaved: isSaved)
    }

    /// How far this person has read, and whether it is saved for later.
    private func standing(of item: Item, with visitor: Visitor) async throws -> (progress: Double?, isSaved: Bool) {
        guard let person = visitor.personID, let publication = item.publication else { return (nil, false) }
        return try await database.read { db in
            (
                try positions.progress(of: person, in: [publication], db)[publication],
                try publications.isSaved(publication, by: person, in: db)
            )
        }
    }

    /// Items of the same category; what somebody who liked this one may read next.
    private func others(_ item: Item) async throws -> [ItemSummary] {
        guard let category = item.categories.first else { return [] }
        var filter = ItemFilter()
        filter.category = category.id
        let page = try await catalogue.page(filter, by: .popular, limit: Self.otherCount + 1)
        return Array(page.items.filter { $0.id != item.id }.prefix(Self.otherCount))
    }
}
