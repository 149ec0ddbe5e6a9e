import Core
import Database
import Jobs
import Platform

/// Archives at night what nobody has used for years (LIB-143, CORE-043): published long ago, not changed since, and not read.
/// Staff can publish it again, which makes it young.
struct ItemRetention: Sendable {
    static let job = Job<NoPayload>("library.archive-unused")
    static let active = Retention(
        "library.active-days", "Library items that nobody reads",
        hint: "Days without changes or readers until an item is archived. Staff can publish it again. 1,826 days is five years. 0: never.",
        days: 1826, limits: 0...36_500)
    /// So many in one night; the rest the next.
    static let most = 2_000

    let site: Site
    let editing: ItemEditing

    var kind: JobKind { JobKind(Self.job, limit: 1) { (_, context) in try await run(context) } }

    var schedule: Schedule { Schedule(Self.job, .daily(hour: 4, minute: 10, timeZone: site.configuration.zone)) }

    private func run(_ context: JobContext) async throws {
        guard let limit = site.limit(of: Self.active) else { return }
        let unused = try await site.database.read { db in
            try db.all(
                """
                SELECT item.id FROM library_item AS item WHERE item.status = 'published' AND item.published_at < \(limit) AND item.changed_at < \(limit)
                    AND NOT EXISTS (SELECT 1 FROM analytics_interaction AS look WHERE look.kind = \(ReadCounts.interaction)
                        AND look.subject = item.publication_id AND look.changed_at >= \(limit))
                ORDER BY item.id LIMIT \(Self.most)
                """ as Query<ItemID>)
        }
        for id in unused {
            try Task.checkCancellation()
            // Somebody may have moved it since it was looked up.
            do { try await editing.move(id, to: .archived, by: nil) } catch is ItemRefusal {}
        }
        if !unused.isEmpty { context.log(.notice, "library.archived", ["items": .integer(Int64(unused.count))]) }
    }
}
