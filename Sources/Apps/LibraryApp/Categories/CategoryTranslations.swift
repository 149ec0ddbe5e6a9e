import Core
import Database
import Platform

extension Category {
    /// Its words in every language (CORE-053).
    var names: CategoryNames { CategoryNames(own: CategoryWords(name: name, description: description), translations: translations) }

    /// The category as a reader of that language sees it, without the words of others, so that kept pages compare no more than they show.
    func shown(in language: Language) -> Self {
        let words = names.words(in: language)
        var shown = self
        (shown.name, shown.description, shown.translations) = (words.name, words.description, [:])
        return shown
    }
}

extension CategoryTree {
    /// Every category with its translations: two queries, however many categories there are.
    static func read(_ db: any Connection) throws -> Self {
        var all = try db.all(Query<Category>.all)
        let translations = CategoryNames.translations(try db.all(.translations).map { ($0.category, $0.language, $0.words) })
        for index in all.indices { all[index].translations = translations[all[index].id] ?? [:] }
        return CategoryTree(all)
    }

    /// The tree as a reader of that language sees it, in the order of the names that they read.
    func shown(in language: Language) -> Self { CategoryTree(categories.map { $0.shown(in: language) }) }

    /// Labels with the names of this tree.
    func renamed(_ labels: [CategoryLabel]) -> [CategoryLabel] {
        labels.map { CategoryLabel(id: $0.id, name: self[$0.id]?.name ?? $0.name, colour: $0.colour) }
    }
}

/// A row of the table of translations.
struct CategoryTranslation: SQLRow {
    let category: CategoryID
    let language: Language
    let words: CategoryWords

    init(row: inout RowReader) throws {
        category = try row.next()
        language = try row.next()
        words = CategoryWords(name: try row.next(), description: try row.next())
    }
}

extension Query where Row == CategoryTranslation {
    static var translations: Self {
        "SELECT category_id, language, name, description FROM library_category_translation ORDER BY category_id, language LIMIT 50000"
    }
}

extension CategoryStatements {
    /// Puts the words of these languages in place; those of other languages stay.
    func translate(_ id: CategoryID, _ translations: [Language: CategoryWords]) throws {
        for (language, words) in translations.inOrder {
            if words.isEmpty {
                try db.run("DELETE FROM library_category_translation WHERE category_id = \(id) AND language = \(language)")
            } else {
                try db.run(
                    """
                    INSERT INTO library_category_translation (category_id, language, name, description, changed_at, changed_by)
                    VALUES (\(id), \(language), \(words.name), \(words.description), \(now), \(person))
                    ON CONFLICT (category_id, language) DO UPDATE SET name = excluded.name, description = excluded.description,
                        changed_at = excluded.changed_at, changed_by = excluded.changed_by
                    """)
            }
        }
    }
}
