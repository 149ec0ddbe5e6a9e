import Audit
import Core
import Database
import Jobs
import Platform

/// The browse tags as moderators keep them.
struct TagKeeping: Sendable {
    /// Enters stories into the search again whose tags count as something else now.
    static let job = Job<Work>("stories.tag-index")
    private static let batch = 100

    let site: Site
    let publishing: StoryPublishing

    /// The tags as their authors wrote them, and where the work goes on.
    struct Work: Codable, Sendable {
        var written: [String]
        var after: StoryID
    }

    func list() async throws -> BrowseTags { try await site.database.read { db in try BrowseTags.read(db) } }

    /// How many stories carry each tag, by key.
    func counts(of tags: BrowseTags) async throws -> [String: Int] {
        let rows = try await site.database.read { db in try db.all(.storiesPerTag(tags.all.map(\.key), includingMature: true)) }
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }

    func add(_ draft: BrowseTagDraft, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            try draft.check(saving: nil, among: BrowseTags.read(write))
            let id = try BrowseTagStatements(write).insert(draft)
            try write.audit(.create, id, ["name": draft.name])
            try recount(id, before: nil, in: write)
        }
    }

    func update(_ id: BrowseTagID, _ draft: BrowseTagDraft, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let tags = try BrowseTags.read(write)
            guard let old = tags[id] else { throw Problem.notFound }
            try draft.check(saving: id, among: tags)
            try BrowseTagStatements(write).update(id, draft)
            var details = ["from": old.name, "to": draft.name]
            details["languages"] = old.names.languages(changedBy: draft.translations)
            try write.audit(.update, id, details)
            try recount(id, before: old, in: write)
        }
    }

    /// Takes a tag from the list; stories keep the words of their authors.
    func delete(_ id: BrowseTagID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard let old = try BrowseTags.read(write)[id] else { throw Problem.notFound }
            try BrowseTagStatements(write).delete(id)
            try write.audit(.delete, id, ["name": old.name])
            try recount(id, before: old, in: write)
        }
    }

    private func recount(_ id: BrowseTagID, before old: BrowseTag?, in write: Write) throws {
        let statements = BrowseTagStatements(write)
        let new = try BrowseTags.read(write)[id]
        if let old { try statements.count(old.keys, as: nil) }
        if let new { try statements.count(new.keys, as: new.key) }
        try write.invalidate(publishing.lists.shared)
        let written = ((old?.keys ?? []) + (new?.keys ?? [])).unique
        try write.enqueue(Self.job, Work(written: written, after: StoryID(0)))
    }

    func enter(_ work: Work, _ context: JobContext) async throws {
        var last = work.after
        while !context.isCancelled {
            let from = last
            let entered = try await site.write(by: nil) { write -> StoryID? in
                let ids = try write.all(
                    """
                    SELECT DISTINCT story_id FROM stories_story_tag WHERE written IN \(list: work.written) AND story_id > \(from)
                    ORDER BY story_id LIMIT \(Self.batch)
                    """ as Query<StoryID>)
                for id in ids { try publishing.enter(id, in: write) }
                return ids.last
            }
            guard let entered else { return }
            last = entered
        }
    }
}

extension BrowseTag: Audited {
    static var auditEntity: String { "stories.tag" }
}
