import Core
import Interface
import Markup
import Reading
import Search
import Web

/// The filters of a search with their counts (LIB-031); folded away on a phone.
struct SearchFacets: HTML {
    let page: SearchPage
    let groups: [FacetGroup]

    var body: some HTML {
        details(.class("search-facets"), .data("open-when", "(min-width: 1000px)")) {
            Markup.summary(.class("search-facets-title")) {
                Icon.filter
                span { "Filters" }
            }
            div(.class("stack")) {
                if groups.contains(where: { !$0.isExact }) { p(.class("muted")) { "Numbers are approximate." } }
                for group in groups where group.values.count >= leastValues(of: group.name) || group.values.contains(where: \.isSelected) {
                    section {
                        h2(.class("facet-title")) { name(group.name) }
                        ChipRow(name(group.name)) {
                            for value in group.values.prefix(12) {
                                Chip(
                                    page.label(group.name, value.value), href: address(group.name, value), isSelected: value.isSelected,
                                    count: value.count)
                            }
                        }
                    }
                }
            }
        }
    }

    private func address(_ group: String, _ value: FacetValue) -> String {
        guard group == "decade", let first = Int(value.value) else {
            return value.isSelected
                ? page.address(removing: [(name: group, value: value.value)]) : page.address(adding: [(group, value.value)])
        }
        let years = page.kept.filter { $0.name == "from" || $0.name == "to" }
        return value.isSelected
            ? page.address(removing: years)
            : page.address(adding: [("from", String(first)), ("to", String(first + 9))], removing: years)
    }

    /// Most fields tell nothing apart while they have one value.
    private func leastValues(of group: String) -> Int { ItemField.facets.first { $0.name == group }?.leastValues ?? 2 }

    private func name(_ group: String) -> Text {
        switch group {
        case "kind": "Type"
        case "language": "Language"
        case "decade": "Date"
        case "category": "Category"
        case "availability": "Availability"
        default: ItemField.facets.first { $0.name == group }?.title ?? .verbatim(group)
        }
    }
}

/// What narrows the search now, each with a way to take it off.
struct ActiveSearchFilters: HTML {
    let page: SearchPage

    var body: some HTML {
        if !page.kept.isEmpty {
            ChipRow("Active filters") {
                for filter in page.kept {
                    Chip(page.label(filter.name, filter.value), href: page.address(removing: [filter]), isSelected: true, isRemovable: true)
                }
            }
        }
    }
}

/// A passage that the words name: “Jn 3:16”.
struct ReferenceCard: HTML {
    let passage: Bibles.Passage

    /// Verses shown before “read on”.
    private static let shown = 6

    var body: some HTML {
        Card(.verbatim(passage.label)) {
            p(.class("muted")) { passage.bible.title }
            div(.class("prose"), .lang(passage.bible.language)) {
                for verse in passage.verses.prefix(Self.shown) {
                    p(.class("verse")) {
                        sup(.class("verse-number")) { String(verse.verse) }
                        " " as String
                        verse.text
                    }
                }
            }
            if let address = passage.address { LinkButton("Read \(passage.label)", href: address, icon: .bible, style: .secondary) }
        }
    }
}

/// An item that was found, with the passages that a click opens the reader at (LIB-033).
struct HitCard: HTML {
    let hit: LibrarySearch.Hit
    /// What was looked for.
    let words: String

    var body: some HTML {
        article(.class("hit")) {
            Cover(
                title: hit.item.title, authors: hit.item.authors.joined(separator: ", "),
                image: hit.item.coverRef.map { CoverLink.url(hit.item.id, .medium, $0) }, icon: hit.item.kind.icon, isSmall: true)
            div(.class("hit-words")) {
                h2(.class("hit-title"), .dir("auto")) {
                    a(.href(LibraryPaths.item(hit.item.id))) { Marked(hit.title) }
                }
                p(.class("muted")) {
                    hit.item.kind.name
                    if !hit.item.authors.isEmpty { " · \(hit.item.authors.joined(separator: ", "))" as String }
                }
                if !hit.editions.named.isEmpty { OtherEditions(editions: hit.editions, item: hit.item.id) }
                if !hit.passages.isEmpty {
                    ul(.class("hit-passages")) {
                        for place in hit.passages {
                            li {
                                a(.class("passage-link"), .href(place.address), .lang(hit.item.language), .dir("auto")) {
                                    PassageName(label: place.label, heading: place.heading)
                                    span(.class("passage-words")) { Marked(place.snippet) }
                                }
                            }
                        }
                    }
                }
                if let count = hit.count, count.passages > hit.passages.count {
                    p(.class("hit-all")) {
                        a(.href(link(LibraryPaths.matches(hit.item.id), query: ["q": words]))) { all(count.passages, count.isExact) }
                    }
                }
            }
        }
    }

    private func all(_ count: Int, _ isExact: Bool) -> Text {
        if hit.item.kind == .bible { return isExact ? "All \(count) verses" : "More than \(count) verses" }
        return isExact ? "All \(count) matches" : "More than \(count) matches"
    }
}
