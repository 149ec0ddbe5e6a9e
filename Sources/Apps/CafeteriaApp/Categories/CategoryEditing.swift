import Audit
import Core
import Database
import Platform

extension MenuCategory: Audited {
    static var auditEntity: String { "cafeteria.category" }
}

/// Why the categories were not changed. Every case is safe to show.
enum CategoryRefusal: Error, Equatable {
    case invalid(field: String, Text)
    case tooMany, needsTarget, last

    init(_ fault: CategoryFault) { self = .invalid(field: fault.field, fault.words) }
}

extension CategoryRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let field, let words):
            Problem(.invalid, "cafeteria.invalid-category", "The category wasn’t saved.", fields: [field: words])
        case .tooMany:
            Problem(.conflict, "cafeteria.too-many-categories", "A menu can have \(MenuCategory.most) categories.", remedy: "Delete one first.")
        case .needsTarget:
            Problem(
                .conflict, "cafeteria.category-in-use", "There are items in this category.", remedy: "Choose the category to move them to.")
        case .last: Problem(.conflict, "cafeteria.last-category", "Every item needs a category, so the last one can’t be deleted.")
        }
    }
}

/// The form of a category, checked.
struct CategoryDraft: Sendable, Equatable {
    let name: String
    let position: Int
    /// Names in further languages; empty ones are removed, and a language that is missing keeps its name.
    let translations: [Language: CategoryWords]

    init(name: String, position: String, translations: [Language: CategoryWords] = [:]) throws(CategoryRefusal) {
        do throws(CategoryFault) {
            self.name = try CategoryRules.name(name, most: MenuCategory.longestName)
            var tidied: [Language: CategoryWords] = [:]
            for (language, words) in translations.inOrder {
                let field = CategoryFieldNames.name(language)
                tidied[language] = CategoryWords(
                    name: try CategoryRules.name(words.name, field: field, most: MenuCategory.longestName, mayBeEmpty: true))
            }
            self.translations = tidied
        } catch { throw CategoryRefusal(error) }
        guard let position = Int(position), (1...999).contains(position) else {
            throw .invalid(field: "position", "Write a number from 1 to 999.")
        }
        self.position = position
    }

    /// Two categories of one name could not be told apart.
    func check(saving id: CategoryID?, among all: [MenuCategory]) throws(CategoryRefusal) {
        let others = all.filter { $0.id != id }
        if others.contains(where: { $0.keys.contains(name.sortKey) }) { throw CategoryRefusal(.nameTaken()) }
        for (language, words) in translations.inOrder where !words.name.isEmpty {
            guard !others.contains(where: { $0.name(in: language).sortKey == words.name.sortKey }) else {
                throw CategoryRefusal(.nameTaken(field: CategoryFieldNames.name(language)))
            }
        }
        if id == nil, all.count >= MenuCategory.most { throw .tooMany }
    }
}

/// Changes the categories of the menu; what customers see follows at once.
struct CategoryEditing: Sendable {
    let site: Site
    let menu: MenuBook

    /// Every category with how many items it has.
    func list() async throws -> (categories: [MenuCategory], items: [CategoryID: Int]) {
        try await site.database.read { db in
            let counts = try db.all(
                "SELECT category_id, count(*) FROM cafeteria_item WHERE deleted_at IS NULL GROUP BY category_id ORDER BY category_id LIMIT 100"
                    as Query<Row2<CategoryID, Int>>)
            return (try MenuCategory.all(in: db), Dictionary(counts.map { ($0.first, $0.second) }) { first, _ in first })
        }
    }

    func add(_ draft: CategoryDraft, by person: PersonID) async throws {
        try await site.write(by: person) { [menu] write in
            try draft.check(saving: nil, among: MenuCategory.all(in: write))
            try Self.translate(try Self.insert(draft.name, at: draft.position, in: write), draft.translations, in: write)
            try write.invalidate(menu.lists.shared)
        }
    }

    /// Adds a category at the end, in a transaction that tells of the new menu by itself.
    static func add(_ name: String, in write: Write) throws {
        let all = try MenuCategory.all(in: write)
        let draft = try CategoryDraft(name: name, position: String(min(999, (all.map(\.position).max() ?? 0) + 1)))
        try draft.check(saving: nil, among: all)
        _ = try insert(draft.name, at: draft.position, in: write)
    }

    private static func insert(_ name: String, at position: Int, in write: Write) throws -> CategoryID {
        let id: CategoryID = try write.insert(
            """
            INSERT INTO cafeteria_category (name, position, changed_at, changed_by)
            VALUES (\(name), \(position), \(write.now), \(write.actor))
            """)
        try write.audit(.create, id, ["name": name])
        return id
    }

    func update(_ id: CategoryID, _ draft: CategoryDraft, by person: PersonID) async throws {
        try await site.write(by: person) { [menu] write in
            let all = try MenuCategory.all(in: write)
            guard let old = all.first(where: { $0.id == id }) else { throw Problem.notFound }
            try draft.check(saving: id, among: all)
            try write.run(
                """
                UPDATE cafeteria_category SET name = \(draft.name), position = \(draft.position), changed_at = \(write.now), changed_by = \(person)
                WHERE id = \(id)
                """)
            try Self.translate(id, draft.translations, in: write)
            var details = ["from": old.name, "to": draft.name]
            details["languages"] = old.names.languages(changedBy: draft.translations)
            try write.audit(.update, id, details)
            try write.invalidate(menu.lists.shared)
        }
    }

    /// Removes a category; its items move to `target`.
    /// - Throws: ``CategoryRefusal`` when it has items and no other category takes them.
    func delete(_ id: CategoryID, movingTo target: CategoryID?, by person: PersonID) async throws {
        try await site.write(by: person) { [menu] write in
            let all = try MenuCategory.all(in: write)
            guard let old = all.first(where: { $0.id == id }) else { throw Problem.notFound }
            guard let other = all.first(where: { $0.id != id }) else { throw CategoryRefusal.last }
            let chosen = all.first { $0.id == target && $0.id != id }
            let isUsed =
                try write.first("SELECT id FROM cafeteria_item WHERE category_id = \(id) AND deleted_at IS NULL LIMIT 1" as Query<MenuItemID>) != nil
            guard chosen != nil || !isUsed else { throw CategoryRefusal.needsTarget }
            // Deleted items, which orders still name, need a category too.
            try write.run(
                """
                UPDATE cafeteria_item SET category_id = \((chosen ?? other).id), changed_at = \(write.now), changed_by = \(person)
                WHERE category_id = \(id)
                """)
            try write.run("DELETE FROM cafeteria_category WHERE id = \(id)")
            var details = ["name": old.name]
            details["into"] = chosen?.name
            try write.audit(.delete, id, details)
            try write.invalidate(menu.lists.shared)
        }
    }

    /// Puts the names of these languages in place; those of other languages stay.
    private static func translate(_ id: CategoryID, _ translations: [Language: CategoryWords], in write: Write) throws {
        for (language, words) in translations.inOrder {
            if words.name.isEmpty {
                try write.run("DELETE FROM cafeteria_category_translation WHERE category_id = \(id) AND language = \(language)")
            } else {
                try write.run(
                    """
                    INSERT INTO cafeteria_category_translation (category_id, language, name, changed_at, changed_by)
                    VALUES (\(id), \(language), \(words.name), \(write.now), \(write.actor))
                    ON CONFLICT (category_id, language) DO UPDATE SET name = excluded.name, changed_at = excluded.changed_at,
                        changed_by = excluded.changed_by
                    """)
            }
        }
    }
}
