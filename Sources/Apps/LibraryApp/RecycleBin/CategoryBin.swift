import Core
import Database
import Foundation
import Platform
import Web

/// Deleted categories. The row is gone from the tree, so that its name is free; what it was lies here and is made anew.
struct CategoryBin: RecycleBin {
    let lists: CatalogueCache

    var kind: String { "library.category" }
    var name: Text { "Categories" }
    var permission: Permission { .libraryCategories }

    /// What is kept of a category.
    struct Kept: Codable {
        var name: String
        var description: String
        var colour: String
        var parent: Int64?
        var items: [Int64]
        /// By language tag; what was deleted by an older version has none.
        var translations: [String: CategoryWords]?
    }

    /// Keeps what a category is, in the transaction that removes it.
    static func keep(_ category: Category, in write: Write) throws {
        let items = try write.all(Query<Int64>("SELECT item_id FROM library_item_category WHERE category_id = \(category.id) ORDER BY item_id"))
        let kept = Kept(
            name: category.name, description: category.description, colour: category.colour.rawValue, parent: category.parent?.number, items: items,
            translations: Dictionary(category.translations.map { ($0.key.rawValue, $0.value) }) { first, _ in first })
        let json = String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
        try write.run(
            """
            INSERT INTO library_category_bin (name, kept, changed_at, changed_by)
            VALUES (\(category.name), \(json), \(write.now), \(write.actor))
            """)
    }

    func contents(limit: Int, in db: any Connection) throws -> [RecycledItem] {
        try db.all(
            "SELECT id, name, changed_at, changed_by FROM library_category_bin ORDER BY changed_at DESC, id DESC LIMIT \(limit)" as Query<BinRow>
        ).map(\.item)
    }

    /// Makes it anew where it was, or at the top when its parent is gone; the items that are still there stand under it again.
    func restore(_ id: Int64, in write: Write) throws {
        guard let json = try write.first("SELECT kept FROM library_category_bin WHERE id = \(id)" as Query<String>) else { throw Problem.notFound }
        let kept = try JSONDecoder().decode(Kept.self, from: Data(json.utf8))
        let tree = try CategoryTree.read(write)
        let parent = kept.parent.map { CategoryID($0) }.flatMap { tree[$0]?.id }
        let translations = Dictionary((kept.translations ?? [:]).map { (Language($0.key), $0.value) }) { first, _ in first }
        let draft = try CategoryDraft(
            name: kept.name, description: kept.description, colour: kept.colour, parent: parent, translations: translations)
        try draft.check(placing: nil, in: tree)
        let category = try CategoryStatements(db: write, now: write.now, person: write.actor).insert(draft)
        for item in kept.items {
            try write.run(
                """
                INSERT INTO library_item_category (item_id, category_id, changed_at, changed_by)
                SELECT id, \(category), \(write.now), CAST(\(write.actor) AS BIGINT) FROM library_item WHERE id = \(item)
                """)
        }
        for work in try Reindexing.work(forItemsOf: category, in: CategoryTree.read(write), write) {
            try write.enqueue(Reindexing.job, work)
        }
        try purge(id, in: write)
        try write.invalidate(lists.shared)
    }

    func purge(_ id: Int64, in write: Write) throws { try write.run("DELETE FROM library_category_bin WHERE id = \(id)") }
}
