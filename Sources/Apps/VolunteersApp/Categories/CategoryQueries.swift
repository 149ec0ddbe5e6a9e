import Core
import Database
import Platform

extension Category: SQLRow {
    static let columns: SQL = "id, name, colour, position"

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        colour = try row.next()
        position = try row.next()
    }
}

extension Query where Row == Category {
    /// Every category, without its translations; a list that people maintain by hand stays small.
    static var all: Self { "SELECT \(Category.columns) FROM volunteers_category ORDER BY position, id LIMIT 200" }
}

extension CategoryList {
    /// Every category with its translations: two queries, however many categories there are.
    static func read(_ db: any Connection) throws -> Self {
        var all = try db.all(Query<Category>.all)
        let translations = CategoryNames.translations(try db.all(.translations).map { ($0.first, $0.second, CategoryWords(name: $0.third)) })
        for index in all.indices { all[index].translations = translations[all[index].id] ?? [:] }
        return Self(all)
    }
}

extension Query where Row == Row3<CategoryID, Language, String> {
    static var translations: Self {
        "SELECT category_id, language, name FROM volunteers_category_translation ORDER BY category_id, language LIMIT 5000"
    }
}

extension Query where Row == Row2<CategoryID, Int> {
    /// How many posts each category has, whatever their status.
    static var postsPerCategory: Self {
        "SELECT category_id, count(*) FROM volunteers_post GROUP BY category_id ORDER BY category_id LIMIT 200"
    }
}

/// The statements that change categories.
struct CategoryStatements {
    let db: any Connection
    let now: Instant
    let person: PersonID?

    init(_ write: Write) { (db, now, person) = (write, write.now, write.actor) }

    func insert(_ draft: CategoryDraft) throws -> CategoryID {
        let id: CategoryID = try db.insert(
            """
            INSERT INTO volunteers_category (name, colour, position, changed_at, changed_by)
            VALUES (\(draft.name), \(draft.colour), \(draft.position), \(now), \(person))
            """)
        try translate(id, draft.translations)
        return id
    }

    func update(_ id: CategoryID, _ draft: CategoryDraft) throws {
        try db.run(
            """
            UPDATE volunteers_category SET name = \(draft.name), colour = \(draft.colour), position = \(draft.position),
                changed_at = \(now), changed_by = \(person)
            WHERE id = \(id)
            """)
        try translate(id, draft.translations)
    }

    /// Puts the names of these languages in place; those of other languages stay.
    private func translate(_ id: CategoryID, _ translations: [Language: CategoryWords]) throws {
        for (language, words) in translations.inOrder {
            if words.name.isEmpty {
                try db.run("DELETE FROM volunteers_category_translation WHERE category_id = \(id) AND language = \(language)")
            } else {
                try db.run(
                    """
                    INSERT INTO volunteers_category_translation (category_id, language, name, changed_at, changed_by)
                    VALUES (\(id), \(language), \(words.name), \(now), \(person))
                    ON CONFLICT (category_id, language) DO UPDATE SET name = excluded.name,
                        changed_at = excluded.changed_at, changed_by = excluded.changed_by
                    """)
            }
        }
    }

    /// Hands every post of a category to another; their other columns stay, for a moderator has seen nothing new.
    func movePosts(from old: CategoryID, to new: CategoryID) throws {
        try db.run("UPDATE volunteers_post SET category_id = \(new), changed_at = \(now), changed_by = \(person) WHERE category_id = \(old)")
        try db.run(
            "UPDATE volunteers_post_version SET category_id = \(new), changed_at = \(now), changed_by = \(person) WHERE category_id = \(old)")
        try db.run(
            "UPDATE volunteers_member SET news_category_id = \(new), changed_at = \(now), changed_by = \(person) WHERE news_category_id = \(old)")
    }

    func delete(_ id: CategoryID) throws { try db.run("DELETE FROM volunteers_category WHERE id = \(id)") }
}
