import Core
import Database
import Jobs
import Platform
import Reading

/// Looks items through for references that came before the library noted them: after an update, a few at a time.
struct CitationIndexing: Sendable {
    static let job = Job<NoPayload>("library.find-citations")
    /// So many in one go; the rest follow soon.
    static let most = 200

    let database: Database
    let writer: Writer
    let publications: Publications

    var kind: JobKind { JobKind(Self.job, limit: 1) { (_, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.job, .every(.seconds(300))) }

    func run() async throws {
        for waiting in try await database.read({ db in try db.all(.unscanned(limit: Self.most)) }) {
            let item = waiting.first
            let citations = try await database.readInBackground { db in
                var found: [Citation] = []
                try publications.eachText(of: waiting.second, in: db) { section, text in
                    found += ReferenceScanner.scan(text).map { Citation($0, section: section) }
                }
                return found
            }
            try await writer.write(by: nil) { write in
                // A new file of the item may have come meanwhile, with what it cites.
                guard try write.first(.unscanned(item)) != nil else { return }
                try CitationStatements(write: write).store(citations, of: item)
            }
        }
    }
}

extension Query where Row == Row2<ItemID, PublicationID> {
    /// Items with a text that nobody has looked through.
    fileprivate static func unscanned(limit: Int) -> Self {
        """
        SELECT i.id, i.publication_id FROM library_item i LEFT JOIN library_citation_scan s ON s.item_id = i.id
        WHERE s.item_id IS NULL AND i.publication_id IS NOT NULL AND i.kind <> \(ItemKind.bible) ORDER BY i.id LIMIT \(limit)
        """
    }
}

extension Query where Row == ItemID {
    /// The item, if nobody has looked through it.
    fileprivate static func unscanned(_ item: ItemID) -> Self {
        """
        SELECT i.id FROM library_item i LEFT JOIN library_citation_scan s ON s.item_id = i.id WHERE i.id = \(item) AND s.item_id IS NULL
        """
    }
}
