import Audit
import Core
import Database
import Jobs
import Platform
import Web

/// The bins of all parts and apps as one (CORE-042). Whoever puts things in says how they come back and how they go.
struct RecycleBins: Sendable {
    let site: Site
    static let purgeJob = Job<NoPayload>("operations.purge-recycled")
    /// Of each kind, so many are listed.
    static let listed = 200

    /// Something in a bin, with what its kind is called.
    struct Entry: Sendable {
        let kind: String
        let name: Text
        let item: RecycledItem
    }

    /// The bins that somebody may open.
    func bins(for member: (Permission) -> Bool) -> [any RecycleBin] { site.shown(.recycleBins).filter { member($0.permission) } }

    private var all: [any RecycleBin] { site.extensions[.recycleBins] }

    /// How long things stay. The bin's promise to people, so nobody can shorten it (CORE-042).
    static let days = 30

    /// What lies in some bins, the latest first.
    func contents(of bins: [any RecycleBin]) async throws -> [Entry] {
        try await site.database.read { db in
            try bins.flatMap { bin in
                try bin.contents(limit: Self.listed, in: db).map { Entry(kind: bin.kind, name: bin.name, item: $0) }
            }.sorted { ($0.item.deletedAt, $0.item.id) > ($1.item.deletedAt, $1.item.id) }
        }
    }

    /// One thing, as far as it lies there.
    func find(_ id: Int64, in bin: any RecycleBin) async throws -> RecycledItem {
        let found = try await site.database.read { db in try bin.contents(limit: 10_000, in: db).first { $0.id == id } }
        guard let found else { throw Problem.notFound }
        return found
    }

    /// Brings one back.
    func restore(_ id: Int64, from bin: any RecycleBin, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard let item = try bin.contents(limit: 10_000, in: write).first(where: { $0.id == id }) else { throw Problem.notFound }
            try bin.restore(id, in: write)
            try write.audit(.update, AuditName(bin.kind, id), ["restored": item.title])
        }
    }

    /// Removes one for good. What was restored meanwhile stays.
    func purge(_ id: Int64, from bin: any RecycleBin, by person: PersonID?, deletedBefore: Instant? = nil) async throws {
        try await site.write(by: person) { write in
            guard let item = try bin.contents(limit: 10_000, in: write).first(where: { $0.id == id }),
                deletedBefore.map({ item.deletedAt < $0 }) ?? true
            else { throw Problem.notFound }
            try bin.purge(id, in: write)
            try write.audit(.erase, AuditName(bin.kind, id), ["title": item.title])
        }
    }

    /// Every night, what has lain there long enough.
    var kind: JobKind {
        JobKind(Self.purgeJob, limit: 1) { (_, context) in
            let limit = site.clock.now() - .days(Self.days)
            for bin in all {
                let due = try await site.database.read { db in try bin.contents(limit: 10_000, in: db).filter { $0.deletedAt < limit } }
                // One by one: what cannot be removed does not keep the rest.
                for item in due {
                    do {
                        try await purge(item.id, from: bin, by: nil, deletedBefore: limit)
                    } catch {
                        context.log(.error, "recycle-bin.stuck", ["kind": .string(bin.kind), "id": .integer(item.id), "cause": .string("\(error)")])
                    }
                }
            }
        }
    }

    var schedule: Schedule { Schedule(Self.purgeJob, .daily(hour: 3, minute: 10, timeZone: site.configuration.zone)) }
}
