import Audit
import Core
import Database
import Platform
import Web

/// The managed tree of categories (LIB-105, LIB-106).
struct Categories: Sendable {
    let database: Database
    let writer: Writer
    let lists: CatalogueCache

    /// The whole tree, each category by its own name.
    func tree() async throws -> CategoryTree {
        try await lists.value(.categories) {
            try await database.read { db in try CategoryTree.read(db) }
        }
    }

    /// The whole tree as a reader of that language sees it.
    func tree(in language: Language) async throws -> CategoryTree {
        try await lists.value(.categoriesIn(language)) { try await tree().shown(in: language) }
    }

    /// The tree with counts and what to look at (LIB-027), as a reader of that language sees it.
    func review(in language: Language) async throws -> [CategoryReview] {
        try await database.readInBackground { db in
            let counts = try db.all(.counts)
            return CategoryReview.review(
                try CategoryTree.read(db).shown(in: language),
                direct: Dictionary(counts.map { ($0.category, $0.direct) }) { first, _ in first },
                total: Dictionary(counts.map { ($0.category, $0.total) }) { first, _ in first })
        }
    }

    /// Adds a category.
    /// - Throws: ``CategoryRefusal`` when the name is taken at that place or the tree would grow too deep.
    func add(_ draft: CategoryDraft, by person: PersonID) async throws -> CategoryID {
        try await writer.write(by: person) { write in
            try draft.check(placing: nil, in: tree(in: write))
            let id = try CategoryStatements(write).insert(draft)
            try write.audit(.create, id, ["name": draft.name])
            try write.invalidate(lists.shared)
            return id
        }
    }

    /// Renames, describes, colours or moves a category.
    func update(_ id: CategoryID, _ draft: CategoryDraft, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            let tree = try tree(in: write)
            guard let old = tree[id] else { throw Problem.notFound }
            try draft.check(placing: id, in: tree)
            try CategoryStatements(write).update(id, draft)
            let translated = old.names.languages(changedBy: draft.translations)
            if old.name != draft.name || old.parent != draft.parent || translated != nil { try queueItems(of: id, in: tree, write) }
            var details = ["from": old.name, "to": draft.name]
            details["languages"] = translated
            try write.audit(.update, id, details)
            try write.invalidate(lists.shared)
        }
    }

    /// Makes one category of two: items and children of `id` move to `target`, `id` goes.
    func merge(_ id: CategoryID, into target: CategoryID, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            let tree = try tree(in: write)
            guard let old = tree[id] else { throw Problem.notFound }
            guard let new = tree[target] else { throw CategoryRefusal.invalid(field: "target", "Choose a category from the list.") }
            guard !tree.family(of: id).contains(target) else { throw CategoryRefusal.circle }
            if let code = old.code { throw CategoryRefusal.screenDepends(tree[id]?.name ?? code) }
            let taken = Set(tree.children(of: target).map(\.name.sortKey))
            if let twin = tree.children(of: id).first(where: { taken.contains($0.name.sortKey) }) {
                throw CategoryRefusal.nameTaken(twin.name)
            }
            try queueItems(of: id, in: tree, write)
            let statements = CategoryStatements(write)
            try statements.move(from: id, to: target)
            try statements.delete(id)
            try write.audit(.delete, id, ["merged": old.name, "into": new.name])
            try write.invalidate(lists.shared)
        }
    }

    /// Moves a category to the recycle bin; its items stay. One with children, or one that a screen depends on, is not removed.
    func delete(_ id: CategoryID, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            let tree = try tree(in: write)
            guard let old = tree[id] else { throw Problem.notFound }
            if old.code != nil { throw CategoryRefusal.screenDepends(old.name) }
            let children = tree.children(of: id).count
            guard children == 0 else { throw CategoryRefusal.hasChildren(children) }
            try queueItems(of: id, in: tree, write)
            try CategoryBin.keep(old, in: write)
            try CategoryStatements(write).delete(id)
            try write.audit(.delete, id, ["name": old.name])
            try write.invalidate(lists.shared)
        }
    }

    /// Each change sees the tree as it is inside its own transaction, so two of them at once cannot tie a circle.
    private func tree(in write: Write) throws -> CategoryTree { try CategoryTree.read(write) }

    private func queueItems(of category: CategoryID, in tree: CategoryTree, _ write: Write) throws {
        for work in try Reindexing.work(forItemsOf: category, in: tree, write) { try write.enqueue(Reindexing.job, work) }
    }
}

extension Category: Audited {
    static var auditEntity: String { "library.category" }
}
