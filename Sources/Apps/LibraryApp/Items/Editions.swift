import Core
import Database
import Interface
import Localization
import Markup
import Search
import Web

/// The editions of one work, as far as they are named beside each other.
struct Editions: Sendable {
    /// How many are named; the others are found through the work's title.
    static let mostNamed = 12

    /// At most ``mostNamed``.
    var named: [ItemSummary] = []
    /// How many there are, or at least are.
    var total = 0

    /// Their names and addresses, with one for all of them where more are to be found.
    func links(besides item: ItemID? = nil) -> [(name: Text, address: String, id: ItemID?)] {
        var links = named.filter { $0.id != item }.map { (name: name(of: $0), address: LibraryPaths.item($0.id), id: Optional($0.id)) }
        if total > named.count, let title = named.first?.title {
            links.append(("All \(total)", link(LibraryPaths.search(), query: ["q": String(title.prefix(200)), "editions": "all"]), nil))
        }
        return links
    }

    /// What tells an edition from the others: its language, its kind, its form, its volume, its year.
    private func name(of edition: ItemSummary) -> Text {
        var parts: [Text] = []
        func add(_ part: Text?, where differs: Bool) { if let part, differs { parts.append(part) } }
        add(.verbatim(edition.language.nativeName), where: isVarious(\.language))
        add(edition.kind.name, where: isVarious(\.kind))
        add(edition.format?.name, where: isVarious(\.format))
        add(volume(of: edition), where: isVarious(\.seriesNumber) || isVarious(\.series))
        add(edition.year.map { .verbatim(String($0)) }, where: isVarious(\.year))
        guard let first = parts.first else { return edition.format?.name ?? .verbatim(edition.language.nativeName) }
        return parts.dropFirst().reduce(first) { "\($0) · \($1)" }
    }

    private func volume(of edition: ItemSummary) -> Text? {
        let words = [edition.series, edition.seriesNumber.map(String.init)].compactMap(\.self)
        return words.isEmpty ? nil : .verbatim(words.joined(separator: " "))
    }

    private func isVarious<Value: Hashable>(_ value: (ItemSummary) -> Value) -> Bool { Set(named.map(value)).count > 1 }
}

/// The editions of a work on the page of one of them.
struct EditionChips: HTML {
    let editions: Editions
    let current: ItemID

    var body: some HTML {
        ChipRow("Editions", showsLabel: true) {
            for one in editions.links() { Chip(one.name, href: one.address, isSelected: one.id == current) }
        }
    }
}

/// The other editions of a work that was found. There is one on most hits, so it's a list and no landmark.
struct OtherEditions: HTML {
    let editions: Editions
    let item: ItemID

    var body: some HTML {
        ul(.class("chip-row hit-editions")) {
            li(.class("chip-row-label")) { "Other editions" }
            for one in editions.links(besides: item) { li { Chip(one.name, href: one.address) } }
        }
    }
}

extension LibrarySearch {
    /// What tells editions apart, beside kind, language and year.
    static let editionFacets: Set = [ItemFacet.format.name]

    /// The published editions of the work that an item is one of, the item among them; none where it is the only one.
    func editions(of item: ItemID) async throws -> Editions {
        try await database.read { db in
            let found = try index.editions(
                of: item.number, in: Publishing.source, filter: SearchFilter(sources: [Publishing.source]), editionFacets: Self.editionFacets, in: db)
            guard !found.isEmpty else { return Editions() }
            let named = [item] + found.map { ItemID($0) }.filter { $0 != item }.prefix(Editions.mostNamed - 1)
            return Editions(named: try db.all(.items(named, db.dialect)).sorted { $0.id.number < $1.id.number }, total: found.count)
        }
    }
}

extension [ItemSummary] {
    /// The same with those in a reader's language first.
    func preferring(_ language: Language) -> [ItemSummary] {
        filter { $0.language.base == language.base } + filter { $0.language.base != language.base }
    }
}
