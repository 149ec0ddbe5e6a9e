import Core
import Database
import Platform

extension Category: SQLRow {
    static let columns: SQL = "id, name, name_sv, colour, position"

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        swedishName = try row.next()
        colour = try row.next()
        position = try row.next()
    }
}

extension Query where Row == Category {
    /// Every category; a list that people maintain by hand stays small.
    static var all: Self { "SELECT \(Category.columns) FROM volunteers_category ORDER BY position, id LIMIT 200" }
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
        CategoryID(
            try db.insert(
                """
                INSERT INTO volunteers_category (name, name_sv, colour, position, changed_at, changed_by)
                VALUES (\(draft.name), \(draft.swedishName), \(draft.colour), \(draft.position), \(now), \(person))
                """))
    }

    func update(_ id: CategoryID, _ draft: CategoryDraft) throws {
        try db.run(
            """
            UPDATE volunteers_category SET name = \(draft.name), name_sv = \(draft.swedishName), colour = \(draft.colour),
                position = \(draft.position), changed_at = \(now), changed_by = \(person)
            WHERE id = \(id)
            """)
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
