import Core
import Database
import Jobs
import Platform

/// Passes a change that touches many items, such as a new name of a category, on to the reader and the search index.
struct Reindexing: Sendable {
    static let job = Job<Work>("library.reindex")
    /// Items per job: each job is short, and the queue stays fair.
    static let itemsPerJob = 200

    let writer: Writer
    let publishing: Publishing

    /// What the job is told.
    struct Work: Codable, Sendable {
        let items: [ItemID]
    }

    /// Enters the records of these items again, each in a transaction of its own; those that are gone are passed over.
    func run(_ work: Work) async throws {
        for id in work.items {
            try await writer.write(by: nil) { write in
                guard let item = try write.first(.item(id, write.dialect)) else { return }
                try publishing.refresh(item, in: write)
            }
        }
    }

    /// What the jobs for the items of a category and of everything below it are told; they are queued in the transaction of the change.
    static func work(forItemsOf category: CategoryID, in tree: CategoryTree, _ db: any Connection) throws -> [Work] {
        let family = tree.family(of: category)
        let items = try db.all(
            """
            SELECT DISTINCT item_id FROM library_item_category WHERE category_id IN \(list: family) ORDER BY item_id
            """ as Query<ItemID>)
        return stride(from: 0, to: items.count, by: itemsPerJob).map { Work(items: Array(items[$0...].prefix(itemsPerJob))) }
    }
}
