import Core
import Database
import Platform
import Reading
import Search
import Web

/// Keeps the reader and the search index true to the catalogue: what readers may open and find follows from an item's
/// status, always in the transaction that changes the item.
struct Publishing: Sendable {
    static let source = "library.item"

    let publications: Publications
    let search: SearchIndex
    let names: PlaceNames

    /// What the reader shows of an item beside its text.
    func card(of item: Item) -> PublicationCard {
        PublicationCard(
            ownerKind: Self.source, ownerID: item.id.number, title: item.title, authors: item.authors.joined(separator: ", "),
            language: item.language, kind: item.format == .audio ? .audio : item.kind == .bible ? .bible : .text,
            audience: item.status == .published ? .everyone : .staff, staffPermission: .libraryUpload,
            pagePath: LibraryPaths.item(item.id), originalPath: item.file.map { LibraryPaths.itemNamedFile(item.id, $0.name) })
    }

    /// Passes a change of the catalogue record on. The text in the index stays; only an edition brings new text.
    func refresh(_ item: Item, in db: any Connection) throws {
        if let publication = item.publication { try publications.update(publication, card(of: item), by: item.changedBy, in: db) }
        try search.put(document(of: item, passages: nil, in: db), in: db, by: item.changedBy)
    }

    /// Enters an item with its text.
    func enter(_ item: Item, passages: [SearchPassage], in db: any Connection) throws {
        try search.put(document(of: item, passages: passages, in: db), in: db, by: item.changedBy)
    }

    /// Takes an item away from reader and index, before it is removed for good.
    func remove(_ item: Item, in db: any Connection) throws {
        if let publication = item.publication { try publications.delete(publication, in: db) }
        try search.remove(source: Self.source, subject: item.id.number, in: db)
    }

    private func document(of item: Item, passages: [SearchPassage]?, in db: any Connection) throws -> SearchDocument {
        let tree = try CategoryTree.read(db)
        let paths = item.categories.flatMap { tree.path(to: $0.id) }
        // Readers search with the words that they see, each in their language.
        let names = Set(paths.flatMap { [$0.name] + $0.translations.values.map(\.name) }.filter { !$0.isEmpty })
        var facets = ["category": Array(Set(paths.map(\.id.description)))]
        for field in ItemField.all {
            if let facet = field.facet, case let value = field.text(item.metadata), !value.isEmpty { facets[facet.name] = [value] }
        }
        let notes = ItemField.all.filter(\.isSearched).map { $0.text(item.metadata) }
        return SearchDocument(
            source: Self.source, subject: item.id.number,
            audience: item.status == .published ? SearchFilter.everyone : Permission.libraryUpload.rawValue, kind: item.kind.rawValue,
            language: item.language, title: item.title, authors: item.authors, topics: names.sorted() + item.topics,
            notes: notes.filter { !$0.isEmpty }.joined(separator: "\n"), year: item.year, facets: facets,
            popularity: item.readCount, passages: passages, headings: try self.names.headings(of: item, publications, in: db))
    }
}
