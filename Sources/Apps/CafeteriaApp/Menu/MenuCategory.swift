import Core
import Database
import Platform

/// The identity of a category of the menu.
typealias CategoryID = ID<MenuCategory>

/// A part of the menu: breakfast, lunch, dinner, snacks, beverages (CAF-008).
struct MenuCategory: Sendable, Equatable {
    static let longestName = 50
    /// More would not fit the chips of a phone.
    static let most = 30

    let id: CategoryID
    /// Its name in the first language of the site.
    let name: String
    let position: Int
    /// What it is called in further languages (CORE-053).
    var translations: [Language: CategoryWords] = [:]

    /// Its words in every language.
    var names: CategoryNames { CategoryNames(own: CategoryWords(name: name), translations: translations) }

    /// What it is found by: its names in every language.
    var keys: [String] { [name.sortKey] + translations.values.map(\.name.sortKey).filter { !$0.isEmpty } }

    /// What readers of a language call it.
    func name(in language: Language) -> String { names.words(in: language).name }
}

extension MenuCategory: SQLRow {
    static let columns: SQL = "id, name, position"

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        position = try row.next()
    }

    /// Every category in the order of the menu, with its translations.
    static func all(in db: any Connection) throws -> [MenuCategory] {
        var all = try db.all("SELECT \(columns) FROM cafeteria_category ORDER BY position, id LIMIT 100" as Query<MenuCategory>)
        let rows = try db.all(
            "SELECT category_id, language, name FROM cafeteria_category_translation ORDER BY category_id, language LIMIT 2000"
                as Query<Row3<CategoryID, Language, String>>)
        let translations = CategoryNames.translations(rows.map { ($0.first, $0.second, CategoryWords(name: $0.third)) })
        for index in all.indices { all[index].translations = translations[all[index].id] ?? [:] }
        return all
    }
}
