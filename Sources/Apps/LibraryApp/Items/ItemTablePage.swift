import Core
import Interface
import Markup
import Web

/// The list of items in the portal: search bar, filters, table (LIB-094).
struct ItemTablePage: PageAnswer {
    let page: ItemPage
    let filter: ItemFilter
    let sort: ItemSort
    let next: Cursor?
    let categories: CategoryTree
    let languages: [LibraryLanguage]
    /// Who may change items gets boxes to tick.
    let mayEdit: Bool
    let mayPublish: Bool
    /// Where the form below the list goes, with the filters of the list.
    let address: String
    var refused: [ItemsTogether.Refused] = []

    var title: Text { filter.statuses == [.deleted] ? "Bin" : "Items" }
    var shell: ShellStyle { .admin }
    var status: Status { refused.isEmpty ? .ok : .unprocessableContent }
    var scripts: [String] { mayEdit ? ["library/js/items.js"] : [] }

    var body: some HTML {
        PageHeader(title, lead: "Everything in the library, published or not.") {
            LinkButton("Upload content", href: LibraryPaths.adminUploads(), icon: .upload)
        }
        for item in refused { refusal(item) }
        filters
        if page.items.isEmpty {
            EmptyState(
                isFiltered ? .search : .book, title: "No items",
                message: isFiltered ? "No items match these filters." : "What you upload appears here."
            ) {
                if isFiltered {
                    LinkButton("Show all items", href: LibraryPaths.adminItems(), style: .secondary)
                } else {
                    LinkButton("Upload content", href: LibraryPaths.adminUploads(), icon: .upload)
                }
            }
        } else {
            if mayEdit {
                // Wide, as forms in the portal are not.
                div { together }
            } else {
                table
                pages
            }
        }
    }

    private var pages: some HTML { Pagination(next: next.map { address(after: $0) }, summary: "\(page.total) items") }

    private var together: some HTML {
        Form(address, .class("item-form")) {
            allBox
            table
            pages
            ItemsTogetherPanel(categories: categories, languages: languages, mayPublish: mayPublish)
            SelectionBar(mayPublish: mayPublish)
        }
    }

    private var allBox: some HTML {
        div(.flag("hidden")) {
            label(.class("check")) {
                input(.type("checkbox"), .data("select-all"))
                span(.class("check-label")) { "Select all on this page" }
            }
        }
    }

    private func refusal(_ item: ItemsTogether.Refused) -> some HTML {
        Alert(.danger, title: "“\(item.title)” wasn’t changed.") {
            p { item.problem.detail }
            for field in item.problem.fields.keys.sorted() { p { item.problem.fields[field] ?? "" } }
            if let remedy = item.problem.remedy, item.problem.fields.isEmpty { p { remedy } }
        }
    }

    /// Whether one of the filters beside the search bar is chosen.
    private var isChosen: Bool { filter.statuses.count == 1 || !filter.kinds.isEmpty || filter.category != nil || filter.language != nil }

    private var isFiltered: Bool { isChosen || filter.words != nil }

    private var filters: some HTML {
        Form(LibraryPaths.adminItems(), method: .get, .role("search"), .class("form filter-form")) {
            TextField("Title, author or ISBN", name: "q", value: filter.words ?? "", kind: .search)
            MoreFilters(isOpen: isChosen)
            Select(
                "Status", name: "status",
                choices: [Choice("", "All except deleted")] + ItemStatus.allCases.map { Choice($0.rawValue, $0.name) },
                selected: filter.statuses.count == 1 ? filter.statuses[0].rawValue : "", isRequired: false)
            Select(
                "Kind", name: "kind", choices: [Choice("", "All kinds")] + ItemKind.allCases.map { Choice($0.rawValue, $0.plural) },
                selected: filter.kinds.first?.rawValue ?? "", isRequired: false)
            Select(
                "Category", name: "category",
                choices: [Choice("", "All categories")] + categories.choices, selected: filter.category?.description ?? "",
                isRequired: false)
            Select(
                "Language", name: "language",
                choices: [Choice("", "All languages")] + languages.map { Choice($0.tag.rawValue, .verbatim($0.name)) },
                selected: filter.language?.rawValue ?? "", isRequired: false)
            Select(
                "Order", name: "sort", choices: Self.orders.map { Choice($0.rawValue, $0.name) }, selected: sort.rawValue)
            FilterActions(clear: isChosen || filter.words != nil || sort != .changed ? LibraryPaths.adminItems() : nil)
        }
    }

    static let orders: [ItemSort] = [.changed, .title, .author, .popular]

    private var table: some HTML {
        DataTable(
            title,
            columns: [
                .init("Title"), .init("Authors"), .init("Kind"), .init("Language"), .init("Status"), .init("Times read", isNumeric: true),
                .init("Changed"),
            ],
            rows: page.items.map { item in
                .init([
                    div(.class("row-choice")) {
                        if mayEdit { ItemBox(item: item) }
                        div {
                            a(.href(LibraryPaths.adminItem(item.id))) { item.title }
                            if item.isStaffPick { " " }
                            if item.isStaffPick { Badge("Staff pick", tone: .accent, icon: .star) }
                        }
                    }.node,
                    Fragment { item.authors.joined(separator: ", ") }.node,
                    item.kind.name.node,
                    Fragment { languageName(item.language) }.node,
                    StatusBadge(status: item.status).node,
                    Fragment { "\(item.readCount)" as Text }.node,
                    span(.class("nowrap")) { "\(day: item.changedAt)" },
                ])
            })
    }

    private func languageName(_ tag: Language) -> String { languages.first { $0.tag == tag }?.name ?? tag.rawValue }

    private func address(after cursor: Cursor) -> String {
        var query = QueryItems(filter.query)
        query.set("sort", sort.rawValue)
        query.set("after", cursor.text)
        return LibraryPaths.adminItems() + "?" + query.encoded
    }
}

/// Where an item stands, as a coloured word.
struct StatusBadge: HTML {
    let status: ItemStatus

    var body: some HTML {
        switch status {
        case .draft: Badge(status.name, tone: .warning)
        case .published: Badge(status.name, tone: .success)
        case .archived: Badge(status.name, tone: .quiet)
        case .deleted: Badge(status.name, tone: .danger)
        }
    }
}

extension CategoryTree {
    /// The tree as choices of a drop-down, each with its path.
    var choices: [Choice] { categories.map { Choice($0.id.description, .verbatim(label(of: $0.id))) } }
}
