import Core
import Database
import Jobs

/// Passes a change that touches many items, such as a new name of a category, on to the reader and the search index.
struct Reindexing: Sendable {
    static let job = Job<Work>("library.reindex")
    /// Items per job: each job is short, and the queue stays fair.
    static let itemsPerJob = 200

    let database: Database
    let publishing: Publishing

    /// What the job is told.
    struct Work: Codable, Sendable {
        let items: [ItemID]
    }

    /// Enters the records of these items again, each in a transaction of its own; those that are gone are passed over.
    func run(_ work: Work) async throws {
        for id in work.items {
            try await database.write { db in
                guard let item = try db.first(.item(id, db.dialect)) else { return }
                try publishing.refresh(item, in: db)
            }
        }
    }

    /// Queues the items of a category and of everything below it, in the transaction of the change.
    static func queue(itemsOf category: CategoryID, in tree: CategoryTree, _ jobs: JobQueue, _ db: any Connection) throws {
        let family = tree.family(of: category)
        let items = try db.all(
            """
            SELECT DISTINCT item_id FROM library_item_category WHERE category_id IN \(list: family) ORDER BY item_id
            """ as Query<ItemID>)
        var rest = items[...]
        while !rest.isEmpty {
            _ = try jobs.enqueue(Self.job, Work(items: Array(rest.prefix(itemsPerJob))), in: db)
            rest = rest.dropFirst(itemsPerJob)
        }
    }
}
