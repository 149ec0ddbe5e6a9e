import Audit
import Core
import Database

/// The managed list of categories (VOL-020).
struct Categories: Sendable {
    let database: Database
    let clock: SiteClock
    let audit: AuditLog

    /// Every category.
    func list() async throws -> CategoryList { try await database.read { db in CategoryList(try db.all(.all)) } }

    /// Every category with its count of posts.
    func counts() async throws -> [CategoryID: Int] {
        let counts = try await database.readInBackground { db in try db.all(.postsPerCategory) }
        return Dictionary(counts.map { ($0.first, $0.second) }) { first, _ in first }
    }

    /// Adds a category.
    @discardableResult
    func add(_ draft: CategoryDraft, by person: PersonID) async throws -> CategoryID {
        try await change(by: person) { db, all, statements in
            try draft.check(saving: nil, among: all)
            let id = try statements.insert(draft)
            try record(.create, id, ["name": draft.name], by: person, in: db)
            return id
        }
    }

    /// Renames, colours or moves a category.
    func update(_ id: CategoryID, _ draft: CategoryDraft, by person: PersonID) async throws {
        try await change(by: person) { db, all, statements in
            guard let old = all.first(where: { $0.id == id }) else { throw Problem.notFound }
            try draft.check(saving: id, among: all)
            try statements.update(id, draft)
            try record(.update, id, ["from": old.name, "to": draft.name], by: person, in: db)
        }
    }

    /// Removes a category; its posts move to `target`.
    /// - Throws: ``CategoryRefusal`` when it has posts and no other category takes them.
    func delete(_ id: CategoryID, movingTo target: CategoryID?, by person: PersonID) async throws {
        try await change(by: person) { db, all, statements in
            guard let old = all.first(where: { $0.id == id }) else { throw Problem.notFound }
            guard all.count > 1 else { throw CategoryRefusal.last }
            if let target, target != id, let new = all.first(where: { $0.id == target }) {
                try statements.movePosts(from: id, to: target)
                try record(.delete, id, ["name": old.name, "into": new.name], by: person, in: db)
            } else {
                let isUsed = try db.first("SELECT post_id FROM volunteers_post_version WHERE category_id = \(id) LIMIT 1" as Query<Int64>) != nil
                guard !isUsed else { throw CategoryRefusal.needsTarget }
                try record(.delete, id, ["name": old.name], by: person, in: db)
            }
            try statements.delete(id)
        }
    }

    private func change<T: Sendable>(
        by person: PersonID, _ body: @escaping @Sendable (any Connection, [Category], CategoryStatements) throws -> T
    ) async throws -> T {
        let now = clock.now()
        return try await database.write { db in
            try body(db, try db.all(.all), CategoryStatements(db: db, now: now, person: person))
        }
    }

    private func record(
        _ action: AuditAction, _ id: CategoryID, _ details: [String: String], by person: PersonID, in db: any Connection
    ) throws {
        try audit.record(
            AuditEntry(actor: person, action: action, entity: "volunteers.category", entityID: id.description, details: details), in: db)
    }
}
