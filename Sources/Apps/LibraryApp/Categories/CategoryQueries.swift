import Core
import Database
import Platform

extension Category: SQLRow {
    static let columns: SQL = "id, parent_id, code, name, description, colour"

    init(row: inout RowReader) throws {
        id = try row.next()
        parent = try row.next()
        code = try row.next()
        name = try row.next()
        description = try row.next()
        colour = try row.next()
    }
}

extension Query where Row == Category {
    /// Every category, without its translations; a list that people maintain by hand stays small.
    static var all: Self { "SELECT \(Category.columns) FROM library_category ORDER BY name_key, id LIMIT 2000" }
}

/// Items per category.
struct CategoryCount: SQLRow {
    let category: CategoryID
    let direct: Int
    let total: Int

    init(row: inout RowReader) throws {
        category = try row.next()
        direct = try row.next()
        total = try row.next()
    }
}

extension Query where Row == CategoryCount {
    /// Items in each category, and in it or below it, each item once; what is in the bin does not count.
    static var counts: Self {
        """
        WITH RECURSIVE below (ancestor, id) AS (
            SELECT id, id FROM library_category
            UNION SELECT below.ancestor, child.id FROM below JOIN library_category AS child ON child.parent_id = below.id)
        SELECT below.ancestor,
            count(DISTINCT CASE WHEN below.id = below.ancestor THEN item.id END), count(DISTINCT item.id)
        FROM below JOIN library_item_category AS link ON link.category_id = below.id
        JOIN library_item AS item ON item.id = link.item_id AND item.status <> 'deleted'
        GROUP BY below.ancestor ORDER BY below.ancestor LIMIT 2000
        """
    }
}

/// The statements that change categories.
struct CategoryStatements {
    let db: any Connection
    let now: Instant
    let person: PersonID?

    func insert(_ draft: CategoryDraft, code: String? = nil) throws -> CategoryID {
        let id: CategoryID = try db.insert(
            """
            INSERT INTO library_category (parent_id, code, name, name_key, description, colour, changed_at, changed_by)
            VALUES (\(draft.parent), \(code), \(draft.name), \(draft.name.sortKey), \(draft.description), \(draft.colour),
                \(now), \(person))
            """)
        try translate(id, draft.translations)
        return id
    }

    func update(_ id: CategoryID, _ draft: CategoryDraft) throws {
        try db.run(
            """
            UPDATE library_category SET parent_id = \(draft.parent), name = \(draft.name), name_key = \(draft.name.sortKey),
                description = \(draft.description), colour = \(draft.colour), changed_at = \(now), changed_by = \(person)
            WHERE id = \(id)
            """)
        try translate(id, draft.translations)
    }

    /// Hands the items and the children of one category to another.
    func move(from old: CategoryID, to new: CategoryID) throws {
        try db.run(
            """
            INSERT INTO library_item_category (item_id, category_id, changed_at, changed_by)
            SELECT item_id, \(new), \(now), CAST(\(person) AS BIGINT) FROM library_item_category WHERE category_id = \(old)
            ON CONFLICT (item_id, category_id) DO NOTHING
            """)
        try db.run(
            "UPDATE library_category SET parent_id = \(new), changed_at = \(now), changed_by = \(person) WHERE parent_id = \(old)")
    }

    /// Removes a category; its items stay, without it.
    func delete(_ id: CategoryID) throws {
        try db.run("DELETE FROM library_item_category WHERE category_id = \(id)")
        try db.run("DELETE FROM library_category WHERE id = \(id)")
    }
}

extension CategoryStatements {
    /// The statements of whoever writes.
    init(_ write: Write) { self.init(db: write, now: write.now, person: write.actor) }
}
