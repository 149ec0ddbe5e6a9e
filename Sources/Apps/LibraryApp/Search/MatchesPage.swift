import Core
import Interface
import Localization
import Markup
import Reading
import Search
import Web

/// Every place of one item that answers a search, the best ones first or in the order of the text.
struct MatchesPage: PageAnswer {
    let item: ItemSummary
    let words: String
    let order: PassageOrder
    let results: PlaceResults
    let isFirst: Bool
    let next: String?

    var title: Text { "Search: \(words)" }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { item.kind.navigationPath }

    var body: some HTML {
        PageHeader(
            .verbatim(item.title),
            crumbs: [
                item.kind == .bible
                    ? Crumb("The Holy Bible", href: LibraryPaths.bibleItem(item.id)) : Crumb(.verbatim(item.title), href: LibraryPaths.item(item.id))
            ])
        SearchBox(
            LibraryPaths.matches(item.id), placeholder: item.kind == .bible ? "Search the Bible, or type Jn 3:16" : "Search this book", value: words,
            keeping: order == .relevance ? [] : [(name: "order", value: order.rawValue)], takesFocus: true)
        if let meant = results.meant { MeantInstead(words: meant, href: address(words: meant, order)) }
        if results.hits.isEmpty { nothing } else { list }
    }

    @HTMLBuilder private var list: Node {
        div(.class("stack")) {
            p(.class("muted"), .custom("role", "status")) { count }
            ChipRow("Order") {
                for one in PassageOrder.allCases { Chip(label(one), href: address(words: words, one), isSelected: one == order) }
            }
            ul(.class("rows")) {
                for hit in results.hits { li { MatchLink(hit: hit, item: item) } }
            }
        }
        Pagination(previous: isFirst ? nil : address(words: words, order), next: next.map { address(words: words, order, after: $0) })
    }

    @HTMLBuilder private var nothing: Node {
        if words.allSatisfy(\.isWhitespace) {
            Node.nothing
        } else {
            EmptyState(.search, title: "Nothing found", message: "Check the spelling, or try fewer words.") {
                LinkButton("Search the whole library", href: link(LibraryPaths.search(), query: ["q": words]), icon: .search, style: .secondary)
            }
        }
    }

    private var count: Text {
        if item.kind == .bible { return results.totalIsExact ? "\(results.total) verses" : "More than \(results.total) verses" }
        return results.totalIsExact ? "\(results.total) matches" : "More than \(results.total) matches"
    }

    private func label(_ order: PassageOrder) -> Text {
        switch order {
        case .relevance: "Best match"
        case .reading: "Reading order"
        }
    }

    private func address(words: String, _ order: PassageOrder, after mark: String? = nil) -> String {
        var items = QueryItems([("q", words)])
        if order != .relevance { items.add("order", order.rawValue) }
        if let mark { items.add("after", mark) }
        return link(LibraryPaths.matches(item.id), query: items)
    }
}

/// One place of an item: what it is called, its chapter, and the words around the match.
struct MatchLink: HTML {
    let hit: PassageHit
    let item: ItemSummary

    var body: some HTML {
        if let publication = item.publication {
            a(
                .class("passage-link"), .href(ReadingPaths.address(of: hit.place, in: publication)), .lang(item.language), .dir("auto")
            ) {
                PassageName(label: ScriptureBook.cited(hit.label), heading: ScriptureBook.cited(hit.heading))
                span(.class("passage-words")) { Marked(hit.snippet) }
            }
        }
    }
}

/// What people call a place, and the chapter or the name that goes with it.
struct PassageName: HTML {
    let label: String
    let heading: String

    var body: some HTML {
        if !label.isEmpty || !heading.isEmpty {
            strong {
                label
                if !label.isEmpty, !heading.isEmpty, heading != label { " · " as String }
                if heading != label { heading }
            }
        }
    }
}

/// What was looked for in the place of a word that is nowhere.
struct MeantInstead: HTML {
    let words: String
    let href: String

    var body: some HTML {
        p {
            "Did you mean"
            " " as String
            a(.href(href), .dir("auto")) { "\(words)?" as String }
        }
    }
}

/// Where the next page of matches begins.
struct MatchPlace: Codable, Sendable {
    let offset: Int
}

extension CursorScope<MatchPlace> {
    static var matches: Self { Self("library.matches") }
}
