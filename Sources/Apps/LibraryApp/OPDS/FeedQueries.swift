import Core
import Database

/// A line of a feed: an item, and which sizes of its cover there are.
struct FeedRow: SQLRow {
    let item: Item
    let covers: [CoverSize: String]

    init(row: inout RowReader) throws {
        item = try Item(row: &row)
        let pairs = (try row.next(String?.self) ?? "").split(separator: " ").compactMap { pair -> (CoverSize, String)? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let size = CoverSize(String(parts[0])) else { return nil }
            return (size, String(parts[1]))
        }
        covers = Dictionary(pairs) { first, _ in first }
    }

    static func columns(_ dialect: Dialect) -> SQL {
        """
        \(sql: Item.columns(dialect)), (SELECT \(sql: dialect.joining)(cover.size || '=' || cover.file_type, ' ')
            FROM library_cover AS cover WHERE cover.item_id = item.id)
        """
    }

    /// The book, if there is a file to fetch, with its categories as that tree names them.
    func book(_ tree: CategoryTree) -> FeedBook? {
        item.file.map { FeedBook(item: item, categories: tree.renamed(item.categories), file: $0, covers: covers) }
    }
}

extension Query where Row == FeedRow {
    /// One numbered page of a list. Feeds know how many pages there are, so that apps can jump to the last one.
    static func feed(_ filter: ItemFilter, by sort: ItemSort, _ page: Int, _ dialect: Dialect) -> Self {
        """
        SELECT \(sql: FeedRow.columns(dialect)) FROM library_item AS item WHERE \(sql: filter.condition)
        ORDER BY \(sql: sort.order) LIMIT \(Feed.Page.size) OFFSET \((page - 1) * Feed.Page.size)
        """
    }

    /// Published items by id, in no order.
    static func feed(_ ids: [ItemID], _ dialect: Dialect) -> Self {
        """
        SELECT \(sql: FeedRow.columns(dialect)) FROM library_item AS item
        WHERE item.id IN \(list: ids) AND item.status = 'published' LIMIT \(Feed.Page.size)
        """
    }
}

extension Query where Row == Instant? {
    /// When anything in the library last changed, whatever its status: what has been taken down changes the feeds too, and so does what a
    /// category is called.
    static var lastChange: Self {
        """
        SELECT max(changed_at) FROM (
            SELECT max(changed_at) AS changed_at FROM library_item UNION ALL SELECT max(changed_at) FROM library_category) AS change
        """
    }
}
