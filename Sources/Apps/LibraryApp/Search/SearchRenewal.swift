import Core
import Database
import Jobs
import Platform
import Search

/// Enters items again that the search index took in before it learned to keep what it keeps today: after an update, a few at a time.
struct SearchRenewal: Sendable {
    static let job = Job<NoPayload>("library.renew-search")
    /// So many in one go; the rest follow soon.
    static let most = 2000

    let database: Database
    let index: SearchIndex
    let reindexing: Reindexing

    var kind: JobKind { JobKind(Self.job, limit: 1) { (_, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.job, .every(.seconds(300))) }

    func run() async throws {
        let outdated = try await database.read { db in try index.outdated(source: Publishing.source, limit: Self.most, in: db) }
        if !outdated.isEmpty { try await reindexing.run(Reindexing.Work(items: outdated.map { ItemID($0) })) }
    }
}
