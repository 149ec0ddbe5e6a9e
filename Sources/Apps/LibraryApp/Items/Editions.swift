import Core
import Database
import Interface
import Localization
import Markup
import Web

/// Editions of one work beside each other, each called by what tells it from the others: its language, its form, its volume, its year.
struct EditionChips: HTML {
    let title: Text
    let editions: [ItemSummary]
    /// What is found at once; nil where nobody is at any of them.
    var current: ItemID?

    /// More are found through the work's title.
    private static let most = 12

    var body: some HTML {
        ChipRow(title, showsLabel: true) {
            for edition in editions.prefix(Self.most) {
                Chip(name(of: edition), href: LibraryPaths.item(edition.id), isSelected: edition.id == current)
            }
        }
    }

    private func name(of edition: ItemSummary) -> Text {
        var parts: [Text] = []
        func add(_ part: Text?, where differs: Bool) { if let part, differs { parts.append(part) } }
        let hasLanguages = isVarious(\.language)
        add(.verbatim(edition.language.nativeName), where: hasLanguages)
        add(edition.format?.name ?? edition.kind.name, where: isVarious(\.format) || isVarious(\.kind))
        add(volume(of: edition), where: isVarious(\.seriesNumber) || isVarious(\.series))
        add(edition.year.map { .verbatim(String($0)) }, where: isVarious(\.year))
        guard let first = parts.first else { return edition.format?.name ?? .verbatim(edition.language.nativeName) }
        return parts.dropFirst().reduce(first) { "\($0) · \($1)" }
    }

    private func volume(of edition: ItemSummary) -> Text? {
        let words = [edition.series, edition.seriesNumber.map(String.init)].compactMap(\.self)
        return words.isEmpty ? nil : .verbatim(words.joined(separator: " "))
    }

    private func isVarious<Value: Hashable>(_ value: (ItemSummary) -> Value) -> Bool { Set(editions.map(value)).count > 1 }
}

extension Catalogue {
    /// The published editions of the work that an item is one of, the item among them: those with its title and its first author. Empty where
    /// it is the only one.
    func editions(of item: Item) async throws -> [ItemSummary] {
        let author = Self.words(ofFirst: item.authors)
        guard !author.isEmpty else { return [] }
        let titled = try await database.read { db in try db.all(.titled(as: item.id, db.dialect)) }
        let editions = titled.filter { Self.words(ofFirst: $0.authors) == author }
        return editions.count > 1 ? editions : []
    }

    /// In the order of the alphabet: “Austen, Jane” is Jane Austen, as it is for the search.
    private static func words(ofFirst authors: [String]) -> [Substring] {
        (authors.first ?? "").sortKey.split { !$0.isLetter && !$0.isNumber }.sorted()
    }
}

extension Query where Row == ItemSummary {
    /// The published items with the title of one.
    fileprivate static func titled(as item: ItemID, _ dialect: Dialect) -> Self {
        """
        SELECT \(sql: ItemSummary.columns(dialect)) FROM library_item AS item
        JOIN library_item AS known ON known.sort_title = item.sort_title
        WHERE known.id = \(item) AND item.status = 'published' ORDER BY item.id LIMIT 50
        """
    }
}

extension [ItemSummary] {
    /// The same with those in a reader's language first.
    func preferring(_ language: Language) -> [ItemSummary] {
        filter { $0.language.base == language.base } + filter { $0.language.base != language.base }
    }
}
