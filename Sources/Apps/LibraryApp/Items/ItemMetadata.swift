import Core
import Foundation

/// The fields of an item that people edit (LIB-104).
enum ItemField: String, Sendable, CaseIterable {
    case title, description, authors, year, isbn, language, kind, format, categories
}

/// The description of an item as staff maintain it. A value of this type is valid: it can only be made by `init`.
struct ItemMetadata: Sendable, Equatable {
    static let longestTitle = 200
    static let longestDescription = 500
    static let longestAuthor = 120
    static let mostAuthors = 40

    private(set) var title: String
    private(set) var description: String
    private(set) var authors: [String]
    private(set) var year: Int?
    private(set) var isbn: ISBN?
    private(set) var language: Language
    private(set) var kind: ItemKind
    private(set) var format: ItemFormat?
    private(set) var categories: [CategoryID]

    /// As it stands in the database, where it was valid when it was written.
    init(stored item: Item) {
        title = item.title
        description = item.description
        authors = item.authors
        year = item.year
        isbn = item.isbn.flatMap(ISBN.init)
        language = item.language
        kind = item.kind
        format = item.format
        categories = item.categories.map(\.id)
    }

    /// What a file says about itself, cut to what the library keeps: a file never fails for a long title or an odd year.
    init(
        title: String, description: String = "", authors: [String] = [], year: Int? = nil, isbn: String? = nil,
        language: Language, kind: ItemKind, format: ItemFormat?, categories: [CategoryID] = [], fallbackTitle: String
    ) {
        let named = title.tidied(limit: Self.longestTitle)
        let fallback = fallbackTitle.tidied(limit: Self.longestTitle)
        self.title = named.isEmpty ? (fallback.isEmpty ? "—" : fallback) : named
        self.description = description.tidied(limit: Self.longestDescription)
        self.authors = Self.names(authors.map { $0.tidied(limit: Self.longestAuthor) })
        self.year = year.flatMap { Self.years.contains($0) ? $0 : nil }
        self.isbn = isbn.flatMap(ISBN.init)
        self.language = language
        self.kind = kind
        self.format = format
        self.categories = categories
    }

    /// Applies a change, field by field, and checks every field that it touches (LIB-086, LIB-095).
    /// - Parameter hasVerses: whether the item was imported as a Bible: the Bible's screens read by book, chapter and verse.
    /// - Throws: ``ItemRefusal/invalid(_:)`` naming each wrong field; then nothing is changed.
    mutating func apply(
        _ change: ItemChange, languages: Set<Language>, knownCategories: Set<CategoryID>, hasVerses: Bool
    ) throws(ItemRefusal) {
        var next = self
        var wrong: [ItemField: Text] = [:]
        if let title = change.title {
            next.title = title.tidied()
            if next.title.isEmpty { wrong[.title] = "Give the item a title." }
            if next.title.length > Self.longestTitle {
                wrong[.title] = "The title may have \(Self.longestTitle) characters; this one has \(next.title.length)."
            }
        }
        if let description = change.description {
            next.description = description.tidied()
            if next.description.length > Self.longestDescription {
                wrong[.description] =
                    "The description may have \(Self.longestDescription) characters; this one has \(next.description.length)."
            }
        }
        if let authors = change.authors {
            let lines = authors.split(whereSeparator: { $0.isNewline || $0 == ";" }).map { String($0).tidied() }
            next.authors = Self.names(lines)
            if lines.count > Self.mostAuthors { wrong[.authors] = "An item may have \(Self.mostAuthors) authors." }
            if lines.contains(where: { $0.length > Self.longestAuthor }) {
                wrong[.authors] = "An author's name may have \(Self.longestAuthor) characters."
            }
        }
        if let year = change.year {
            let written = year.tidied()
            next.year = Int(written).flatMap { Self.years.contains($0) ? $0 : nil }
            if !written.isEmpty, next.year == nil { wrong[.year] = "Write the year of publication with four digits, e.g. 1998." }
        }
        if let isbn = change.isbn {
            let written = isbn.tidied()
            next.isbn = ISBN(written)
            if !written.isEmpty, next.isbn == nil {
                wrong[.isbn] = "This is not an ISBN: it needs 10 or 13 digits, and the last one must fit the others."
            }
        }
        if let language = change.language {
            next.language = Language(language.tidied())
            if !languages.contains(next.language) { wrong[.language] = "Choose a language from the list." }
        }
        if let kind = change.kind {
            if let known = ItemKind(rawValue: kind) { next.kind = known } else { wrong[.kind] = "Choose a kind from the list." }
        }
        if let format = change.format {
            if let known = ItemFormat(rawValue: format) { next.format = known } else { wrong[.format] = "Choose a format from the list." }
        }
        if let categories = change.categories {
            let numbers = categories.compactMap(CategoryID.init)
            next.categories = Array(Set(numbers)).sorted()
            if numbers.count != categories.count || !knownCategories.isSuperset(of: numbers) {
                wrong[.categories] = "Choose categories from the list."
            }
        }
        if !hasVerses {
            let words: Text = "Only a text that was imported as a Bible can be a Bible."
            if next.kind == .bible, kind != .bible { wrong[.kind] = words }
            if next.format == .bible, format != .bible { wrong[.format] = words }
        }
        guard wrong.isEmpty else { throw .invalid(wrong) }
        self = next
    }

    /// Years that a book can have: printing began in Europe around 1450, manuscripts are older, announcements are newer.
    static let years = 1...2200

    /// The fields in which two descriptions differ, for the audit trail.
    func differences(from old: ItemMetadata) -> [ItemField: (old: String, new: String)] {
        var found: [ItemField: (old: String, new: String)] = [:]
        for field in ItemField.allCases where self[field] != old[field] { found[field] = (old[field], self[field]) }
        return found
    }

    /// One field as text: what a form shows and the audit trail keeps.
    subscript(_ field: ItemField) -> String {
        switch field {
        case .title: title
        case .description: description
        case .authors: authors.joined(separator: "\n")
        case .year: year.map(String.init) ?? ""
        case .isbn: isbn?.description ?? ""
        case .language: language.rawValue
        case .kind: kind.rawValue
        case .format: format?.rawValue ?? ""
        case .categories: categories.map(\.description).joined(separator: " ")
        }
    }

    /// Names without empty ones and repetitions, in their order.
    private static func names(_ all: [String]) -> [String] {
        var seen: Set<String> = []
        return Array(all.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(mostAuthors))
    }
}

/// What a form or a program asks to change; a field that is missing stays as it is.
struct ItemChange: Sendable {
    var title: String?
    var description: String?
    /// One name per line.
    var authors: String?
    var year: String?
    var isbn: String?
    var language: String?
    var kind: String?
    var format: String?
    var categories: [String]?
}
