import Core
import Database
import Markup
import Web

/// Which items a list shows. An empty filter is everything that readers may see.
struct ItemFilter: Sendable, Hashable {
    var kinds: [ItemKind] = []
    /// The category and everything below it.
    var category: CategoryID?
    var language: Language?
    /// The value that each of these fields must have.
    var facets: [ItemFacet: String] = [:]
    var author: String?
    var statuses: [ItemStatus] = [.published]
    var isStaffPick: Bool?
    /// Whether there must be a file to fetch.
    var hasFile = false
    /// Words of the title, of an author, or an ISBN: the search bar of the portal.
    var words: String?

    /// Whether anything narrows the list that readers see (LIB-026 offers to clear it).
    var isNarrowed: Bool { category != nil || language != nil || !facets.isEmpty || author != nil || words != nil }

    private var isOfSeries: Bool { ItemField.series.facet.map { facets[$0] != nil } ?? false }

    /// An equation lets the index on status and sort key give the order. With several statuses the index on the sort key alone gives it, and a
    /// list of them would lead away from it. Where items are gathered, no index on the status may.
    private func statusCondition(isGathered: Bool) -> SQL {
        let others = ItemStatus.allCases.filter { !statuses.contains($0) }
        if others.isEmpty { return "1 = 1" }
        guard statuses.count == 1 else { return "item.status NOT IN \(list: others)" }
        let status: SQL = isGathered ? SQL("item.status || ''") : SQL("item.status")
        return "\(sql: status) = \(statuses[0])"
    }

    /// As an SQL condition on `library_item AS item`.
    var condition: SQL { condition(isLong: false) }

    /// As an SQL condition on `library_item AS item`.
    /// - Parameter isLong: whether the list is walked in its order, and each item asked whether it belongs; what few items have, such as an
    ///   author, is otherwise gathered and sorted.
    func condition(isLong: Bool) -> SQL {
        var sql = statusCondition(isGathered: !isLong && (author != nil || category != nil || isOfSeries))
        if kinds.count == 1 { sql = "\(sql: sql) AND item.kind = \(kinds[0])" }
        if kinds.count > 1 { sql = "\(sql: sql) AND item.kind IN \(list: kinds)" }
        if let language { sql = "\(sql: sql) AND item.language = \(language)" }
        for facet in ItemField.facets {
            if let value = facets[facet] { sql = "\(sql: sql) AND item.\(raw: facet.column) = \(value)" }
        }
        if let isStaffPick { sql = "\(sql: sql) AND item.staff_pick = \(isStaffPick)" }
        if hasFile { sql = "\(sql: sql) AND item.file_ref IS NOT NULL" }
        if let author {
            sql = "\(sql: sql) AND item.id IN (SELECT item_id FROM library_item_author WHERE name = \(author))"
        }
        if let category {
            let family: SQL = """
                WITH RECURSIVE family (id) AS (
                    SELECT id FROM library_category WHERE id = \(category)
                    UNION SELECT child.id FROM library_category AS child JOIN family ON child.parent_id = family.id)
                SELECT id FROM family
                """
            sql =
                isLong
                ? """
                \(sql: sql) AND EXISTS (
                    SELECT 1 FROM library_item_category AS link WHERE link.item_id = item.id AND link.category_id IN (\(sql: family)))
                """
                : """
                \(sql: sql) AND item.id IN (SELECT item_id FROM library_item_category WHERE category_id IN (\(sql: family)))
                """
        }
        if let words, case let key = words.tidied(limit: 100).sortKey, !key.isEmpty {
            sql = """
                \(sql: sql) AND (\(sql: .contains(key, in: "item.sort_title")) OR \(sql: .contains(key, in: "item.sort_author"))
                    OR item.isbn = \(ISBN(words)?.description ?? "") OR item.uuid = \(words))
                """
        }
        return sql
    }
}

/// The order of a list.
enum ItemSort: String, Sendable, CaseIterable {
    case newest, title, author, popular, changed

    /// The orders that readers choose from; `changed` belongs to the portal.
    static let forReaders: [ItemSort] = [.newest, .title, .author, .popular]

    /// The label.
    var name: Text {
        switch self {
        case .newest: "Newest first"
        case .title: "Title"
        case .author: "Author"
        case .popular: "Most read"
        case .changed: "Last changed"
        }
    }

    var order: SQL {
        switch self {
        case .newest: "item.published_at DESC, item.id DESC" as SQL
        case .title: SQL("item.sort_title, item.id")
        case .author: "item.sort_author, item.id" as SQL
        case .popular: "item.read_count DESC, item.id DESC" as SQL
        case .changed: "item.changed_at DESC, item.id DESC" as SQL
        }
    }
}

/// The place in a list after which the next page starts: the sort key and id of its last line.
struct ItemCursor: Sendable, Codable, Hashable {
    let sort: String
    var number: Int64?
    var key: String?
    let id: Int64

    init(after item: ItemSummary, sort: ItemSort) {
        self.sort = sort.rawValue
        id = item.id.number
        switch sort {
        case .newest: number = item.publishedAt?.milliseconds ?? 0
        case .title: key = item.sortTitle
        case .author: key = item.sortAuthor
        case .popular: number = Int64(item.readCount)
        case .changed: number = item.changedAt.milliseconds
        }
    }

    /// As an SQL condition, or nil when the cursor belongs to another order.
    func condition(for sort: ItemSort) -> SQL? {
        guard self.sort == sort.rawValue else { return nil }
        switch (sort, number, key) {
        case (.newest, let number?, _): return "(item.published_at, item.id) < (\(number), \(id))" as SQL
        case (.popular, let number?, _): return "(item.read_count, item.id) < (\(number), \(id))" as SQL
        case (.changed, let number?, _): return "(item.changed_at, item.id) < (\(number), \(id))" as SQL
        case (.title, _, let key?): return "(item.sort_title, item.id) > (\(key), \(id))" as SQL
        case (.author, _, let key?): return "(item.sort_author, item.id) > (\(key), \(id))" as SQL
        default: return nil
        }
    }
}

extension CursorScope<ItemCursor> {
    /// What readers see, in any order.
    static var items: Self { Self("library.items") }
    static var hymns: Self { Self("library.hymns") }
    /// What staff see.
    static var adminItems: Self { Self("library.admin.items") }
}

/// One page of a list.
struct ItemPage: Sendable {
    let items: [ItemSummary]
    /// How many items the filter leaves in all.
    let total: Int
    /// Where the next page starts; nil at the end.
    let next: ItemCursor?
    /// What it looks like in a list: first pages stay in memory and are shown again and again.
    let looks = KeptLooks<ItemListPage.Inputs>()
}
