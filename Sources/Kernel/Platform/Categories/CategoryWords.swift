public import Core

/// What a category is called in one language. In a further language, what is empty falls back to the category's own.
public struct CategoryWords: Sendable, Equatable, Codable {
    /// As lists show it.
    public var name: String
    /// What belongs there; empty where an app has no descriptions.
    public var description: String

    /// Words, by default none.
    public init(name: String = "", description: String = "") {
        self.name = name
        self.description = description
    }

    /// Whether there is nothing to show.
    public var isEmpty: Bool { name.isEmpty && description.isEmpty }
}

/// The words of a category in the languages that staff gave it (CORE-053).
public struct CategoryNames: Sendable, Equatable {
    /// The category's own words. What an app begins with is named in English, whatever language the site has first.
    public let own: CategoryWords
    /// In further languages.
    public let translations: [Language: CategoryWords]

    /// The words of one category.
    public init(own: CategoryWords, translations: [Language: CategoryWords]) {
        self.own = own
        self.translations = translations
    }

    /// The words in a language or in the language that it is a form of.
    public func words(in language: Language) -> CategoryWords {
        let words = translations[language] ?? translations[Language(language.base)] ?? CategoryWords()
        return CategoryWords(
            name: words.name.isEmpty ? own.name : words.name, description: words.description.isEmpty ? own.description : words.description)
    }

    /// The languages whose words others would change, by tag, for the log; a language that is missing among them keeps its words.
    public func languages(changedBy others: [Language: CategoryWords]) -> String? {
        let changed = others.inOrder.filter { translations[$0.key] ?? CategoryWords() != $0.value }
        return changed.isEmpty ? nil : changed.map(\.key.rawValue).joined(separator: ", ")
    }

    /// Whether it has this name in any language.
    public func isCalled(_ name: String) -> Bool {
        own.name.sortKey == name.sortKey || translations.values.contains { $0.name.sortKey == name.sortKey }
    }

    /// What an editor shows as the words in a further language of a site with these languages, the first one first. Where the first has words
    /// of its own, the category's are English ones.
    func kept(in language: Language, of languages: [Language]) -> CategoryWords {
        if let words = translations[language] { return words }
        let isSeed = languages.first.map { translations[$0] != nil } ?? false
        return isSeed && language == .english ? own : CategoryWords()
    }
}

extension CategoryNames {
    /// The translations of each category, from the rows of its app's table.
    public static func translations<Category: Hashable>(_ rows: [(Category, Language, CategoryWords)]) -> [Category: [Language: CategoryWords]] {
        rows.reduce(into: [:]) { found, row in found[row.0, default: [:]][row.1] = row.2 }
    }
}

extension [Language: CategoryWords] {
    /// By tag, so that statements and refusals come in one order.
    public var inOrder: [(key: Language, value: CategoryWords)] { sorted { $0.key.rawValue < $1.key.rawValue } }
}
