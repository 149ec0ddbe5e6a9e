import Core
import Interface
import Localization
import Markup
import Platform
import Reading
import Web

/// The hymns screen.
struct HymnsPage: PageAnswer {
    let page: ItemPage
    let popular: [ItemSummary]
    let categories: [Category]
    let chosen: Category?
    /// Whether one may go to a hymn by its number.
    let hasNumbers: Bool
    /// The hymnals whose numbers are meant, where there are several.
    let hymnals: [String]
    let isFirst: Bool
    let next: String?

    var title: Text { "Hymns & Songs" }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.hymns() }
    var scripts: [String] { hasNumbers ? ["library/js/number-pad.js"] : [] }

    var body: some HTML {
        PageHeader("Hymns & Songs") {
            if !popular.isEmpty { LinkButton("Browse A–Z", href: LibraryPaths.hymnIndex(), icon: .list, style: .secondary) }
        }
        SearchBox(
            LibraryPaths.search(), placeholder: "Search hymns...", suggestions: LibraryPaths.suggest(),
            keeping: [(name: "kind", value: ItemKind.hymn.rawValue)])
        if hasNumbers { HymnNumberForm(hymnals: hymnals) }
        if popular.isEmpty {
            EmptyState(.music, title: "No hymns yet", message: "Hymns appear here once they’re published.")
        } else {
            if chosen == nil, isFirst { popularHymns }
            songCategories
            allHymns
        }
    }

    private var popularHymns: some HTML {
        section(.class("stack"), .aria("labelledby", "popular")) {
            h2(.id("popular")) { "Popular Hymns" }
            ol(.class("rows")) { for hymn in popular { li { HymnRow(hymn: hymn) } } }
        }
    }

    private var songCategories: some HTML {
        section(.class("stack"), .aria("labelledby", "song-categories")) {
            h2(.id("song-categories")) { "Song Categories" }
            ChipRow("Song Categories") {
                for category in categories {
                    CategoryButton(
                        .verbatim(category.name),
                        href: category.id == chosen?.id
                            ? LibraryPaths.hymns() : link(LibraryPaths.hymns(), query: ["category": category.id.description]),
                        hue: category.colour.hue, isSelected: category.id == chosen?.id)
                }
            }
        }
    }

    private var allHymns: some HTML {
        section(.class("stack"), .aria("labelledby", "all-hymns")) {
            h2(.id("all-hymns")) { chosen.map { .verbatim($0.name) } ?? "All hymns" }
            if page.items.isEmpty {
                EmptyState(.music, title: "No hymn in this category", message: "Choose another category.") {
                    LinkButton("All hymns", href: LibraryPaths.hymns(), icon: .close)
                }
            } else {
                ul(.class("rows")) { for hymn in page.items { li { HymnRow(hymn: hymn) } } }
            }
            Pagination(
                previous: isFirst ? nil : LibraryPaths.hymns(),
                next: next.map { mark in
                    var pairs = ["after": mark]
                    if let chosen { pairs["category"] = chosen.id.description }
                    return LibraryPaths.hymns() + "?" + QueryItems(pairs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).encoded
                })
        }
    }
}

/// A hymn as a line that opens it.
struct HymnRow: HTML {
    let hymn: ItemSummary
    /// Stands for the title where it is what people look for.
    var firstLine: String?

    private var words: String { firstLine.flatMap { $0.isEmpty ? nil : $0 } ?? hymn.title }
    /// What is said below: the title where it is another, else who wrote it.
    private var detail: String { words == hymn.title ? hymn.authors.joined(separator: ", ") : hymn.title }

    var body: some HTML {
        a(.class("hymn-row"), .href(hymn.publication.map { ReadingPaths.publication($0) } ?? LibraryPaths.item(hymn.id))) {
            if let number = hymn.seriesNumber { span(.class("hymn-number")) { String(number) } } else { Icon.music }
            span(.class("hymn-words")) {
                strong(.dir("auto"), .lang(hymn.language)) { words }
                if !detail.isEmpty { span(.class("muted"), .dir("auto")) { detail } }
            }
            Icon.chevronRight
        }
    }
}
