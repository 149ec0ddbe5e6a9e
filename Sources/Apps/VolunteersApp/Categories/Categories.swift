import Audit
import Core
import Database
import Platform
import Web

/// The managed list of categories (VOL-020).
struct Categories: Sendable {
    let database: Database
    let writer: Writer

    /// Every category.
    func list() async throws -> CategoryList { try await database.read { db in try CategoryList.read(db) } }

    /// Every category with its count of posts.
    func counts() async throws -> [CategoryID: Int] {
        let counts = try await database.readInBackground { db in try db.all(.postsPerCategory) }
        return Dictionary(counts.map { ($0.first, $0.second) }) { first, _ in first }
    }

    /// Adds a category.
    @discardableResult
    func add(_ draft: CategoryDraft, by person: PersonID) async throws -> CategoryID {
        try await writer.write(by: person) { write in
            try draft.check(saving: nil, among: CategoryList.read(write).all)
            let id = try CategoryStatements(write).insert(draft)
            try write.audit(.create, id, ["name": draft.name])
            return id
        }
    }

    /// Renames, colours or moves a category.
    func update(_ id: CategoryID, _ draft: CategoryDraft, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            let all = try CategoryList.read(write).all
            guard let old = all.first(where: { $0.id == id }) else { throw Problem.notFound }
            try draft.check(saving: id, among: all)
            try CategoryStatements(write).update(id, draft)
            var details = ["from": old.name, "to": draft.name]
            details["languages"] = old.names.languages(changedBy: draft.translations)
            try write.audit(.update, id, details)
        }
    }

    /// Removes a category; its posts move to `target`.
    /// - Throws: ``CategoryRefusal`` when it has posts and no other category takes them.
    func delete(_ id: CategoryID, movingTo target: CategoryID?, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            let (all, statements) = (try write.all(Query<Category>.all), CategoryStatements(write))
            guard let old = all.first(where: { $0.id == id }) else { throw Problem.notFound }
            guard all.count > 1 else { throw CategoryRefusal.last }
            if let target, target != id, let new = all.first(where: { $0.id == target }) {
                try statements.movePosts(from: id, to: target)
                try write.audit(.delete, id, ["name": old.name, "into": new.name])
            } else {
                let isUsed = try write.first("SELECT post_id FROM volunteers_post_version WHERE category_id = \(id) LIMIT 1" as Query<Int64>) != nil
                guard !isUsed else { throw CategoryRefusal.needsTarget }
                try write.audit(.delete, id, ["name": old.name])
            }
            try statements.delete(id)
        }
    }
}

extension Category: Audited {
    static var auditEntity: String { "volunteers.category" }
}
