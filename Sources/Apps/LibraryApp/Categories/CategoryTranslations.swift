import Core
import Database
import Platform
import Web

/// What a category is called in one further language. What is empty falls back to the category's own.
struct CategoryWords: Sendable, Equatable, Codable {
    var name = ""
    var description = ""

    var isEmpty: Bool { name.isEmpty && description.isEmpty }
}

extension Category {
    /// The words in a language or in the language that it is a form of.
    func words(in language: Language) -> CategoryWords {
        let words = translations[language] ?? translations[Language(language.base)] ?? CategoryWords()
        return CategoryWords(
            name: words.name.isEmpty ? name : words.name, description: words.description.isEmpty ? description : words.description)
    }

    /// Whether it has this name in any language.
    func isCalled(_ name: String) -> Bool {
        self.name.sortKey == name.sortKey || translations.values.contains { $0.name.sortKey == name.sortKey }
    }

    /// The category as a reader of that language sees it, without the words of others, so that kept pages compare no more than they show.
    func shown(in language: Language) -> Self {
        let words = words(in: language)
        var shown = self
        (shown.name, shown.description, shown.translations) = (words.name, words.description, [:])
        return shown
    }
}

extension [Language: CategoryWords] {
    /// By tag, so that statements and refusals come in one order.
    var inOrder: [(key: Language, value: CategoryWords)] { sorted { $0.key.rawValue < $1.key.rawValue } }
}

extension CategoryTree {
    /// Every category with its translations: two queries, however many categories there are.
    static func read(_ db: any Connection) throws -> Self {
        let rows = try db.all(Query<Category>.all)
        let translations = Dictionary(grouping: try db.all(.translations), by: \.category)
        return CategoryTree(
            rows.map { row in
                var category = row
                category.translations = Dictionary((translations[row.id] ?? []).map { ($0.language, $0.words) }) { first, _ in first }
                return category
            })
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

/// The fields of a category in the languages of the site: `name` and `description` in the first, `name.sv` and so on in the others.
enum CategoryFieldNames {
    static func name(_ language: Language) -> String { "name.\(language.rawValue)" }
    static func description(_ language: Language) -> String { "description.\(language.rawValue)" }

    /// What was typed in the further languages. A language whose fields the form did not have is not among them.
    /// - Throws: ``CategoryRefusal`` for a field of a language that the site does not offer.
    static func read(_ typed: QueryItems, _ languages: [Language]) throws(CategoryRefusal) -> [Language: CategoryWords] {
        // What is typed as the name is in the first language, so a seed's words in that language make way for it.
        var translations = languages.first.map { [$0: CategoryWords()] } ?? [:]
        for field in typed.names {
            let (value, parts) = (typed[field] ?? "", field.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init))
            guard parts.count == 2, let part = parts.first, ["name", "description"].contains(part), let tag = parts.last else { continue }
            let language = Language(tag)
            guard languages.dropFirst().contains(language) else {
                throw .invalid(field: field, "This site isn’t offered in this language.")
            }
            var words = translations[language] ?? CategoryWords()
            if part == "name" { words.name = value } else { words.description = value }
            translations[language] = words
        }
        return translations
    }
}
