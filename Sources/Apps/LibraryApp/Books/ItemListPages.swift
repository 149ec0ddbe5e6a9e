import Core
import Interface
import Localization
import Markup
import Reading
import Web

/// A list of items of one kind (LIB-016).
struct ItemListPage: PageAnswer {
    let kind: ItemKind
    let filter: ItemFilter
    let sort: ItemSort
    let page: ItemPage
    let isFirst: Bool
    let facets: Catalogue.Facets
    let categories: CategoryTree
    let languages: [LibraryLanguage]
    /// The mark of the next page.
    let next: String?
    /// The language that this reader wants to see first (LIB-022).
    let remembered: Language?

    var title: Text { heading }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { kind.navigationPath }

    private var heading: Text {
        switch kind {
        case .book: "Our Book Collection"
        case .leaflet: "Our leaflets"
        case .audio: "Our recordings"
        default: kind.plural
        }
    }

    private var placeholder: Text {
        switch kind {
        case .leaflet: "Search leaflets..."
        case .audio: "Search recordings..."
        case .document: "Search documents..."
        default: "Search books..."
        }
    }

    /// An address of a list with its order.
    static func address(_ path: String, sort: ItemSort) -> String { link(path, query: ["sort": sort.rawValue]) }

    /// Everything that the content shows besides the page itself.
    struct Inputs: Sendable, Equatable {
        let kind: ItemKind
        let filter: ItemFilter
        let sort: ItemSort
        let isFirst: Bool
        let facets: Catalogue.Facets
        let categories: [Category]
        let languages: [LibraryLanguage]
        let next: String?
        let remembered: Language?
    }

    var body: some HTML {
        let inputs = Inputs(
            kind: kind, filter: filter, sort: sort, isFirst: isFirst, facets: facets, categories: categories.nodes, languages: languages, next: next,
            remembered: remembered)
        return page.looks.piece(for: inputs) { content }
    }

    @HTMLBuilder private var content: Node {
        PageHeader(heading)
        div(.class("list-tools")) {
            SearchBox(
                LibraryPaths.search(), placeholder: placeholder, suggestions: LibraryPaths.suggest(),
                keeping: [(name: "kind", value: kind.rawValue)])
            FilterMenu(page: self)
            SortMenu(page: self)
        }
        CategoryRow(page: self)
        ActiveFilters(page: self)
        section(.class("stack"), .aria("labelledby", "available")) {
            div(.class("section-header")) {
                h2(.id("available")) { kind == .book ? "Available Books" as Text : "Available" }
                p(.class("muted")) { "\(page.total) items" }
            }
            if page.items.isEmpty {
                nothing
            } else {
                ul(.class("rows")) {
                    for item in page.items { li { ItemRow(item: item) } }
                }
            }
        }
        Pagination(
            previous: isFirst ? nil : address(), next: next.map { address(after: $0) })
    }

    @HTMLBuilder private var nothing: Node {
        if filter.isNarrowed {
            EmptyState(.filter, title: "Nothing matches these filters", message: "Remove a filter, or clear them all.") {
                LinkButton("Clear all filters", href: address { $0 = ItemFilter() }, icon: .close)
            }
        } else {
            EmptyState(kind.icon, title: "Nothing here yet", message: "Items appear here once they’re published.")
        }
    }

    /// The address of this list with other choices; a page mark never survives a change.
    func address(after mark: String? = nil, sort other: ItemSort? = nil, _ change: (inout ItemFilter) -> Void = { _ in }) -> String {
        var changed = filter
        change(&changed)
        changed.kinds = []
        var pairs = changed.query
        let order = other ?? sort
        if order != .newest { pairs.append(("sort", order.rawValue)) }
        if let mark { pairs.append(("after", mark)) }
        let query = QueryItems(pairs).encoded
        // The bare address means the remembered language; an empty one says that all are wanted.
        if query.isEmpty { return remembered == nil ? kind.path : "\(kind.path)?language=" }
        return "\(kind.path)?\(query)"
    }
}

/// An item as a line of a list.
struct ItemRow: HTML {
    let item: ItemSummary

    var body: some HTML {
        CoverRow(
            title: item.title, authors: item.authors.joined(separator: ", "), href: LibraryPaths.item(item.id),
            image: item.coverRef.map { CoverLink.url(item.id, .medium, $0) }, icon: item.kind.icon
        ) {
            if item.isStaffPick { Badge("Staff pick", tone: .accent, icon: .star) }
            if let year = item.year { span { String(year) } }
            span(.lang(item.language)) { item.language.nativeName }
            if let format = item.format { span { format.name } }
        } actions: {
            if let publication = item.publication {
                IconButton(
                    item.kind == .audio ? .play : .book, label: "Read \(item.title)", href: ReadingPaths.publication(publication), style: .filled)
            }
        }
    }
}
