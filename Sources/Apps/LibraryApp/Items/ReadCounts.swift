import Analytics
import Core
import Database
import Jobs
import Platform
import Reading
import Search

/// How often items are read, taken over from the interaction log (LIB-023).
struct ReadCounts: Sendable {
    static let job = Job<NoPayload>("library.count-reads")
    /// What the reader notes when somebody opens a publication.
    static let interaction = "reading.publication.open"
    /// The most items whose counts are looked at in one run; the others are read too seldom to be listed.
    private static let most = 20_000

    let database: Database
    let writer: Writer
    let analytics: InteractionLog
    let lists: CatalogueCache
    let search: SearchIndex

    /// Writes the counts that have changed.
    func update() async throws {
        let counts = try await database.readInBackground { db in
            try analytics.mostFrequent(
                kind: Self.interaction, of: Publication.self, since: Instant(milliseconds: 0), limit: Self.most, in: db)
        }
        var rest = counts[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(200))
            rest = rest.dropFirst(200)
            try await writer.write(by: nil) { write in
                for count in some { try store(count, in: write) }
            }
        }
        lists.clear()
    }

    private func store(_ count: SubjectCount<Publication>, in db: any Connection) throws {
        let changed = try db.run(
            """
            UPDATE library_item SET read_count = \(count.count)
            WHERE publication_id = \(count.subject) AND read_count <> \(count.count)
            """)
        guard changed > 0, let id = try db.first("SELECT id FROM library_item WHERE publication_id = \(count.subject)" as Query<ItemID>)
        else { return }
        try search.setPopularity(count.count, source: Publishing.source, subject: id.number, in: db)
    }
}
