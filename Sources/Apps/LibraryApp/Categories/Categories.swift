import Audit
import Core
import Database
import Jobs

/// The managed tree of categories (LIB-105, LIB-106).
struct Categories: Sendable {
    let database: Database
    let clock: SiteClock
    let audit: AuditLog
    let lists: CatalogueCache
    let jobs: JobQueue

    /// The whole tree.
    func tree() async throws -> CategoryTree {
        try await lists.value(.categories) {
            try await database.read { db in CategoryTree(try db.all(.all)) }
        }
    }

    /// The tree with counts and what to look at (LIB-027).
    func review() async throws -> [CategoryReview] {
        try await database.readInBackground { db in
            let counts = try db.all(.counts)
            return CategoryReview.review(
                CategoryTree(try db.all(.all)),
                direct: Dictionary(counts.map { ($0.category, $0.direct) }) { first, _ in first },
                total: Dictionary(counts.map { ($0.category, $0.total) }) { first, _ in first })
        }
    }

    /// Adds a category.
    /// - Throws: ``CategoryRefusal`` when the name is taken at that place or the tree would grow too deep.
    func add(_ draft: CategoryDraft, by person: PersonID) async throws -> CategoryID {
        try await change { db, tree, now in
            try draft.check(placing: nil, in: tree)
            let id = try CategoryStatements(db: db, now: now, person: person).insert(draft)
            try record(.create, id, ["name": draft.name], by: person, in: db)
            return id
        }
    }

    /// Renames, describes, colours or moves a category.
    func update(_ id: CategoryID, _ draft: CategoryDraft, by person: PersonID) async throws {
        try await change { db, tree, now in
            guard let old = tree[id] else { throw Problem.notFound }
            try draft.check(placing: id, in: tree)
            try CategoryStatements(db: db, now: now, person: person).update(id, draft)
            if old.name != draft.name || old.parent != draft.parent { try Reindexing.queue(itemsOf: id, in: tree, jobs, db) }
            try record(.update, id, ["from": old.name, "to": draft.name], by: person, in: db)
        }
    }

    /// Makes one category of two: items and children of `id` move to `target`, `id` goes.
    func merge(_ id: CategoryID, into target: CategoryID, by person: PersonID) async throws {
        try await change { db, tree, now in
            guard let old = tree[id] else { throw Problem.notFound }
            guard let new = tree[target] else { throw CategoryRefusal.invalid(field: "target", "Choose a category from the list.") }
            guard !tree.family(of: id).contains(target) else { throw CategoryRefusal.circle }
            if let code = old.code { throw CategoryRefusal.screenDepends(tree[id]?.name ?? code) }
            let taken = Set(tree.children(of: target).map(\.name.sortKey))
            if let twin = tree.children(of: id).first(where: { taken.contains($0.name.sortKey) }) {
                throw CategoryRefusal.nameTaken(twin.name)
            }
            try Reindexing.queue(itemsOf: id, in: tree, jobs, db)
            let statements = CategoryStatements(db: db, now: now, person: person)
            try statements.move(from: id, to: target)
            try statements.delete(id)
            try record(.delete, id, ["merged": old.name, "into": new.name], by: person, in: db)
        }
    }

    /// Moves a category to the recycle bin; its items stay. One with children, or one that a screen depends on, is not removed.
    func delete(_ id: CategoryID, by person: PersonID) async throws {
        try await change { db, tree, now in
            guard let old = tree[id] else { throw Problem.notFound }
            if old.code != nil { throw CategoryRefusal.screenDepends(old.name) }
            let children = tree.children(of: id).count
            guard children == 0 else { throw CategoryRefusal.hasChildren(children) }
            try Reindexing.queue(itemsOf: id, in: tree, jobs, db)
            try CategoryBin.keep(old, by: person, at: now, in: db)
            try CategoryStatements(db: db, now: now, person: person).delete(id)
            try record(.delete, id, ["name": old.name], by: person, in: db)
        }
    }

    /// Each change sees the tree as it is inside its own transaction, so two of them at once cannot tie a circle.
    private func change<T: Sendable>(
        _ body: @escaping @Sendable (any Connection, CategoryTree, Instant) throws -> T
    ) async throws -> T {
        let now = clock.now()
        let result = try await database.write { db in try body(db, CategoryTree(try db.all(.all)), now) }
        lists.clear()
        return result
    }

    private func record(
        _ action: AuditAction, _ id: CategoryID, _ details: [String: String], by person: PersonID, in db: any Connection
    ) throws {
        try audit.record(
            AuditEntry(actor: person, action: action, entity: "library.category", entityID: id.description, details: details), in: db)
    }
}
