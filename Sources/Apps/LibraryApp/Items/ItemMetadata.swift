import Core
import Database
import Documents
import Web

/// The description of an item as staff maintain it. A value of this type is valid: only its fields write to it.
struct ItemMetadata: Sendable, Equatable {
    static let longestTitle = 200
    static let longestDescription = 500
    static let longestAuthor = 120
    static let mostAuthors = 40
    static let longestSeries = 120
    /// Years that a book can have: printing began in Europe around 1450, manuscripts are older, announcements are newer.
    static let years = 1...2200

    fileprivate(set) var title = ""
    fileprivate(set) var description = ""
    fileprivate(set) var authors: [String] = []
    fileprivate(set) var year: Int?
    fileprivate(set) var isbn: ISBN?
    fileprivate(set) var series: String?
    fileprivate(set) var seriesNumber: Int?
    fileprivate(set) var language: Language
    fileprivate(set) var kind: ItemKind
    fileprivate(set) var format: ItemFormat?
    /// Lists leave them out.
    fileprivate(set) var categories: [CategoryID] = []

    /// What a file says about itself, cut to what the library keeps: a file never fails for a long title or an odd year.
    init(
        title: String, description: String = "", authors: [String] = [], lines: [ItemField: String] = [:], language: Language, kind: ItemKind,
        format: ItemFormat?, categories: [CategoryID] = [], fallbackTitle: String
    ) {
        let named = title.tidied(limit: Self.longestTitle)
        let fallback = fallbackTitle.tidied(limit: Self.longestTitle)
        self.title = named.isEmpty ? (fallback.isEmpty ? "—" : fallback) : named
        self.description = description.tidied(limit: Self.longestDescription)
        self.authors = Self.names(authors.map { $0.tidied(limit: Self.longestAuthor) })
        self.language = language
        self.kind = kind
        self.format = format
        self.categories = categories
        for (field, written) in lines { field.line?.fit(written, &self) }
        if series == nil { seriesNumber = nil }
    }

    /// Applies a change, field by field, and checks every field that it touches (LIB-086, LIB-095).
    /// - Parameter hasVerses: whether the item was imported as a Bible: the Bible's screens read by book, chapter and verse.
    /// - Throws: ``ItemRefusal/invalid(_:)`` naming each wrong field; then nothing is changed.
    mutating func apply(
        _ change: ItemChange, languages: Set<Language>, knownCategories: Set<CategoryID>, hasVerses: Bool
    ) throws(ItemRefusal) {
        let lists = ItemLists(languages: languages, categories: knownCategories)
        var next = self
        var wrong: [ItemField: Text] = [:]
        for field in ItemField.all {
            if let written = change[field] { wrong[field] = field.read(written, &next, lists) }
        }
        if !hasVerses {
            let words: Text = "Only a text that was imported as a Bible can be a Bible."
            if next.kind == .bible, kind != .bible { wrong[.kind] = words }
            if next.format == .bible, format != .bible { wrong[.format] = words }
        }
        // What was stored before this rule stays until somebody touches it.
        if next.series == nil, next.seriesNumber != nil, wrong[.series] == nil, (next.series, next.seriesNumber) != (series, seriesNumber) {
            wrong[.seriesNumber] = wrong[.seriesNumber] ?? "Write the name of the series too, or leave the number empty."
        }
        guard wrong.isEmpty else { throw .invalid(wrong) }
        self = next
    }

    /// The fields in which two descriptions differ, for the audit trail.
    func differences(from old: ItemMetadata) -> [ItemField: (old: String, new: String)] {
        var found: [ItemField: (old: String, new: String)] = [:]
        for field in ItemField.all where field.text(self) != field.text(old) { found[field] = (field.text(old), field.text(self)) }
        return found
    }

    /// The same in these categories.
    func filed(under categories: [CategoryID]) -> Self {
        var filed = self
        filed.categories = categories
        return filed
    }

    /// Names without empty ones and repetitions, in their order.
    fileprivate static func names(_ all: [String]) -> [String] {
        var seen: Set<String> = []
        return Array(all.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(mostAuthors))
    }
}

extension ItemMetadata: SQLRow {
    static func columns(_ dialect: Dialect) -> SQL {
        switch dialect {
        case .sqlite: columnsOfSQLite
        case .postgres: columnsOfPostgres
        }
    }

    private static let columnsOfSQLite = selection(.sqlite)
    private static let columnsOfPostgres = selection(.postgres)

    private static func selection(_ dialect: Dialect) -> SQL { ItemField.columns.map { $0.selection(dialect) }.joined(by: ", ") }

    /// What is written, by column of `library_item`.
    var columnValues: [(column: String, value: SQL)] { ItemField.columns.flatMap { $0.values(self) } }

    /// As it stands in the database, where it was valid when it was written.
    init(row: inout RowReader) throws {
        self.init()
        for columns in ItemField.columns { try columns.load(&row, &self) }
    }

    fileprivate init() { (language, kind) = (.english, .book) }
}

extension ItemMetadata {
    /// The members of an answer.
    func encode(_ fields: [ItemField], to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: ItemMember.Name.self)
        for field in fields { try field.member.encode(self, &members, .init(field)) }
    }

    /// Reads them again.
    init(_ fields: [ItemField], from decoder: any Decoder) throws {
        self.init()
        let members = try decoder.container(keyedBy: ItemMember.Name.self)
        let lists = ItemLists(languages: [], categories: [])
        for field in fields {
            if let text = try field.member.answered(members, .init(field)) { _ = field.read(text, &self, lists) }
        }
    }
}

/// What a form or a program asks to change, as people write it; a field that is missing stays as it is.
struct ItemChange: Sendable {
    private var written: [ItemField: String] = [:]

    subscript(_ field: ItemField) -> String? {
        get { written[field] }
        set { written[field] = newValue }
    }
}

extension ItemField {
    /// What is wrong with a value, whichever item it is for; only of fields that choose from no list.
    func fault(in written: String) -> Text? {
        var blank = ItemMetadata()
        return read(written, &blank, ItemLists(languages: [], categories: []))
    }

    /// Every field, in the order in which programs and people see them.
    static let all = [title, description, authors, year, isbn, series, seriesNumber, language, kind, format, categories]

    static let title = words(
        "title", \.title, label: "Title", most: ItemMetadata.longestTitle, missing: "Give the item a title.",
        tooLong: { "The title may have \(ItemMetadata.longestTitle) characters; this one has \($0)." }, sortColumn: "sort_title", isListed: true)

    static let description = words(
        "description", \.description, label: "Description", most: ItemMetadata.longestDescription,
        tooLong: { "The description may have \(ItemMetadata.longestDescription) characters; this one has \($0)." }, isListed: false,
        isSearched: true)

    /// One name per line.
    static let authors = ItemField(
        name: "authors", label: "Authors", text: { $0.authors.joined(separator: "\n") },
        read: { written, metadata, _ in
            let lines = written.split(whereSeparator: { $0.isNewline || $0 == ";" }).map { String($0).tidied() }
            metadata.authors = ItemMetadata.names(lines)
            if lines.contains(where: { $0.length > ItemMetadata.longestAuthor }) {
                return "An author’s name may have \(ItemMetadata.longestAuthor) characters."
            }
            return lines.count > ItemMetadata.mostAuthors ? "An item may have \(ItemMetadata.mostAuthors) authors." : nil
        },
        columns: ItemColumns(
            selection: Item.authorList, load: { row, metadata in metadata.authors = try row.next(String?.self).names },
            values: { [("sort_author", "\($0.authors.first?.sortKey ?? "")")] }),
        member: ItemMember(
            .array(.text(most: ItemMetadata.longestAuthor), most: ItemMetadata.mostAuthors), isRequired: true, value: { $0.authors },
            text: { $0.joined(separator: "\n") }))

    static let year = line(
        "year", column: "publication_year", \.year, label: "Year of publication", caption: "Year",
        .number(ItemMetadata.years, "Write the year of publication with four digits, e.g. 1998."),
        from: ItemSource(
            option: ("year", "YEAR", "the year of publication"), keys: ["year", "date"], file: { $0.year.map(String.init) }))

    static let isbn = line(
        "isbn", column: "isbn", \.isbn, label: "ISBN", .isbn,
        from: ItemSource(option: ("isbn", "ISBN", "the ISBN, of 10 or 13 digits"), keys: ["isbn"], file: { $0.isbn }), isListed: false,
        isSearched: true)

    static let series = line(
        "series", column: "series", \.series, label: "Series",
        .words(most: ItemMetadata.longestSeries) {
            "The name of a series may have \(ItemMetadata.longestSeries) characters; this one has \($0)."
        },
        from: ItemSource(option: ("series", "NAME", "the series that it belongs to"), keys: ["series"], file: { $0.series }), isSearched: true,
        facet: ItemFacet(
            name: "series", column: "series", title: "Series", everything: "All series",
            summary: ("Only of this series.", "Only of these series."), schema: .text(.words, most: ItemMetadata.longestSeries),
            longest: ItemMetadata.longestSeries, leastValues: 1, label: { .verbatim($0) }))

    static let seriesNumber = line(
        "seriesNumber", column: "series_number", \.seriesNumber, label: "Number in the series",
        .number(1...9999, "Write the number in the series as a whole number from 1 to 9999."),
        from: ItemSource(
            option: ("series-number", "N", "its number in the series, left out where no series is known"),
            keys: ["series_number", "series-number", "seriesnumber"],
            file: { $0.seriesNumber.map(String.init) }))

    static let language = ItemField(
        name: "language", label: "Language", text: { $0.language.rawValue },
        read: { written, metadata, lists in
            metadata.language = Language(written.tidied())
            return lists.languages.contains(metadata.language) ? nil : "Choose a language from the list."
        },
        columns: .column("language", \.language),
        member: ItemMember(.text(.language, most: 35), isRequired: true, value: { $0.language.rawValue }, text: { $0 }))

    static let kind = choice(
        "kind", label: "Kind", columns: .column("kind", \.kind), get: { $0.kind }, set: { $0.kind = $1 },
        refusal: "Choose a kind from the list.", isRequired: true)

    static let format = choice(
        "format", label: "Format", columns: .column("format", \.format), get: { $0.format }, set: { $0.format = $1 },
        refusal: "Choose a format from the list.", isRequired: false, facet: .format)

    /// The ids of categories, apart by spaces. Answers tell their names too, so they have them beside the fields.
    static let categories = ItemField(
        name: "categories", label: "Categories", text: { $0.categories.map(\.description).joined(separator: " ") },
        read: { written, metadata, lists in
            let words = written.split(separator: " ")
            let numbers = words.compactMap { CategoryID(String($0)) }
            metadata.categories = Array(Set(numbers)).sorted()
            return numbers.count == words.count && lists.categories.isSuperset(of: numbers) ? nil : "Choose categories from the list."
        },
        columns: nil,
        member: ItemMember(
            .array(.id, most: 100), value: { $0.categories }, text: { $0.map(\.description).joined(separator: " ") }), isListed: false)
}
