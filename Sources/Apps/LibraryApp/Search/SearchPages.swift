import Core
import Interface
import Localization
import Markup
import Search
import Web

/// What a search found: references first, then items with their best passages, and filters with counts.
struct SearchPage: PageAnswer {
    let words: String
    let query: QueryItems
    let findings: LibrarySearch.Findings?
    let categories: CategoryTree
    let isFirst: Bool
    let next: String?

    var title: Text { words.isEmpty ? "Search" : "Search: \(words)" }
    var shell: ShellStyle { .app("library") }
    /// Where all that is asked for belongs; the whole library's search is a place of its own.
    var activePath: String? {
        let places = Set(query.all("kind").map { ItemKind(rawValue: $0)?.navigationPath })
        return places.count == 1 ? places.first ?? nil : nil
    }
    var scripts: [String] { ["library/js/open-when.js"] }

    var body: some HTML {
        PageHeader("Search")
        SearchBox(
            LibraryPaths.search(), placeholder: "Search...", value: words, suggestions: LibraryPaths.suggest(), keeping: kept,
            isProminent: true, takesFocus: true)
        if let findings { found(findings) } else { hints }
    }

    private var hints: some HTML {
        EmptyState(
            .search, title: "Search the whole library",
            message: "Searches titles, authors, topics and every word in the books. Put a phrase in quotation marks, or type Jn 3:16 for a verse.")
    }

    @HTMLBuilder private func found(_ findings: LibrarySearch.Findings) -> Node {
        div(.class("search-layout")) {
            if !findings.facets.isEmpty { SearchFacets(page: self, groups: findings.facets) }
            div(.class("stack search-results")) {
                if let meant = findings.meant { MeantInstead(words: meant, href: address(words: meant)) }
                for passage in findings.references { ReferenceCard(passage: passage) }
                if let gap = findings.gap {
                    Alert(.info, title: gap.reason) { a(.href(gap.address)) { "Show available chapters" } }
                }
                // A verse or a chapter that was found is the answer: “0 items” below it would contradict it.
                if !findings.hits.isEmpty || (findings.references.isEmpty && findings.gap == nil) {
                    p(.class("muted"), .custom("role", "status")) { count(findings) }
                }
                ActiveSearchFilters(page: self)
                if findings.hits.isEmpty, findings.references.isEmpty, findings.gap == nil {
                    nothing
                } else {
                    ol(.class("rows search-hits")) {
                        for hit in findings.hits { li { HitCard(hit: hit, words: findings.meant ?? words) } }
                    }
                }
                Pagination(previous: isFirst ? nil : address(), next: next.map { address(adding: [("after", $0)]) })
            }
        }
    }

    private func count(_ findings: LibrarySearch.Findings) -> Text {
        if findings.totalIsExact { return "\(findings.total) items found" }
        return findings.estimate.map { "About \($0) items found" } ?? "More than \(findings.total) items found"
    }

    @HTMLBuilder private var nothing: Node {
        if kept.isEmpty {
            EmptyState(.search, title: "Nothing found", message: "Check the spelling, or try fewer words.")
        } else if kept.map(\.value) == [ItemKind.hymn.rawValue] {
            // The search of the hymns set that filter, not the reader.
            EmptyState(.music, title: "No hymn called “\(words)”.", message: "Check the spelling, or try fewer words.") {
                LinkButton("Search the whole library", href: link(LibraryPaths.search(), query: ["q": words]), icon: .search)
            }
        } else {
            EmptyState(.filter, title: "Nothing found with these filters", message: "Remove a filter, or clear them all.") {
                LinkButton("Clear all filters", href: link(LibraryPaths.search(), query: ["q": words]), icon: .close)
            }
        }
    }

    static let filters = ["kind", "language", "category"] + ItemField.facets.map(\.name) + ["from", "to", "editions"]

    /// The filters of the present address.
    var kept: [(name: String, value: String)] {
        Self.filters.flatMap { name in query.all(name).filter { !$0.isEmpty }.map { (name: name, value: $0) } }
    }

    /// This search with one more or one less filter; always from the first page.
    func address(
        words: String? = nil, adding more: [(String, String)] = [], removing less: [(name: String, value: String)] = []
    ) -> String {
        let stay = kept.filter { pair in !less.contains { $0.name == pair.name && $0.value == pair.value } }
        let pairs = [("q", words ?? self.words)] + stay.map { ($0.name, $0.value) } + more
        return "\(LibraryPaths.search())?\(QueryItems(pairs).encoded)"
    }

    /// A filter's value as people read it.
    func label(_ name: String, _ value: String) -> Text {
        switch name {
        case "kind": ItemKind(rawValue: value)?.plural ?? .verbatim(value)
        case "language": .verbatim(Language(value).nativeName)
        case "category": .verbatim(CategoryID(value).map(categories.label(of:)) ?? value)
        case "decade": .verbatim("\(value)–\(String((Int(value) ?? 0) + 9))")
        case "from": "From \(value)"
        case "to": "Until \(value)"
        case "editions": "All editions"
        default: ItemField.facets.first { $0.name == name }?.label(value) ?? .verbatim(value)
        }
    }
}
