import Core
import Database
import Platform

/// The characters that part the fields and the records of a list that one SQL value carries. `tidied` keeps both out of
/// every name.
private let fieldMark: Character = "\u{1F}"
private let recordMark: Character = "\u{1E}"

extension Item: SQLRow {
    /// Everything of one item in one statement, authors and categories included: the page everybody opens.
    static func columns(_ dialect: Dialect) -> SQL {
        """
        item.id, item.uuid, item.status, item.publication_id, item.file_ref, item.file_name, item.file_type, item.file_size,
        item.cover_ref, item.staff_pick, item.read_count, item.words, item.version, item.published_at, item.created_at,
        item.deleted_at, item.changed_at, item.changed_by, item.topics, \(sql: ItemMetadata.columns(dialect)),
        (SELECT \(sql: dialect.joining)(label, '\u{1E}') FROM (
            SELECT category.id || '\u{1F}' || category.name || '\u{1F}' || category.colour AS label
            FROM library_item_category AS link JOIN library_category AS category ON category.id = link.category_id
            WHERE link.item_id = item.id ORDER BY category.name_key, category.id) AS labels)
        """
    }

    static func authorList(_ dialect: Dialect) -> SQL {
        """
        (SELECT \(sql: dialect.joining)(name, '\u{1F}') FROM (
            SELECT name FROM library_item_author AS author WHERE author.item_id = item.id ORDER BY position) AS names)
        """
    }

    init(row: inout RowReader) throws {
        id = try row.next()
        uuid = try row.next()
        status = try row.next()
        publication = try row.next()
        let ref = try row.next(String?.self)
        let name = try row.next(String?.self)
        let type = try row.next(String?.self)
        let size = try row.next(Int?.self)
        file = ref.map { ItemFile(ref: $0, name: name ?? "", type: type ?? "application/octet-stream", size: size ?? 0) }
        coverRef = try row.next()
        isStaffPick = try row.next()
        readCount = try row.next()
        words = try row.next()
        version = try row.next()
        publishedAt = try row.next()
        createdAt = try row.next()
        deletedAt = try row.next()
        changedAt = try row.next()
        changedBy = try row.next()
        topics = try row.next(String?.self).names
        let metadata = try ItemMetadata(row: &row)
        categories = (try row.next(String?.self) ?? "").split(separator: recordMark).compactMap { record in
            let fields = record.split(separator: fieldMark, omittingEmptySubsequences: false)
            guard fields.count == 3, let id = CategoryID(String(fields[0])) else { return nil }
            return CategoryLabel(id: id, name: String(fields[1]), colour: CategoryColour(rawValue: String(fields[2])) ?? .slate)
        }
        self.metadata = metadata.filed(under: categories.map(\.id))
    }
}

extension ItemSummary: SQLRow {
    static func columns(_ dialect: Dialect) -> SQL {
        """
        item.id, item.status, item.publication_id, item.cover_ref, item.staff_pick, item.read_count, item.words, item.published_at,
        item.changed_at, item.sort_title, item.sort_author, \(sql: ItemMetadata.columns(dialect))
        """
    }

    init(row: inout RowReader) throws {
        id = try row.next()
        status = try row.next()
        publication = try row.next()
        coverRef = try row.next()
        isStaffPick = try row.next()
        readCount = try row.next()
        words = try row.next()
        publishedAt = try row.next()
        changedAt = try row.next()
        sortTitle = try row.next()
        sortAuthor = try row.next()
        metadata = try ItemMetadata(row: &row)
    }
}

extension Query where Row == Item {
    /// One item, whatever its status.
    static func item(_ id: ItemID, _ dialect: Dialect) -> Self {
        "SELECT \(sql: Item.columns(dialect)) FROM library_item AS item WHERE item.id = \(id)"
    }

    /// One item that readers may see.
    static func publishedItem(_ id: ItemID, _ dialect: Dialect) -> Self {
        "SELECT \(sql: Item.columns(dialect)) FROM library_item AS item WHERE item.id = \(id) AND item.status = 'published'"
    }
}

extension Query where Row == ItemSummary {
    /// One page of a list, and one line more, which tells whether there is another page.
    static func page(_ filter: ItemFilter, by sort: ItemSort, after cursor: SQL?, limit: Int, isLong: Bool = false, _ dialect: Dialect) -> Self {
        """
        SELECT \(sql: ItemSummary.columns(dialect)) FROM library_item AS item
        WHERE \(sql: filter.condition(isLong: isLong)) AND \(sql: cursor ?? "1 = 1")
        ORDER BY \(sql: sort.order) LIMIT \(limit + 1)
        """
    }

    /// Items by id, in no particular order; for hits of the search index and lists that other parts keep.
    static func items(_ ids: [ItemID], _ dialect: Dialect) -> Self {
        "SELECT \(sql: ItemSummary.columns(dialect)) FROM library_item AS item WHERE item.id IN \(list: ids) LIMIT 500"
    }

    /// Items that were made from the same file and are not in the bin.
    static func withFile(_ ref: String, _ dialect: Dialect) -> Self {
        """
        SELECT \(sql: ItemSummary.columns(dialect)) FROM library_item AS item
        WHERE item.file_ref = \(ref) AND item.status <> 'deleted' ORDER BY item.id LIMIT 10
        """
    }
}

extension Query where Row == Int {
    /// How many items a filter leaves.
    static func count(_ filter: ItemFilter) -> Self {
        "SELECT count(*) FROM library_item AS item WHERE \(sql: filter.condition)"
    }
}

extension Dialect {
    /// The aggregate that joins texts.
    var joining: SQL { self == .sqlite ? "group_concat" : "string_agg" }
}

extension ItemKind: SQLConvertible {}
extension ItemFormat: SQLConvertible {}
extension ItemStatus: SQLConvertible {}

/// Topics as one SQL value.
enum ItemTopics {
    static let most = 50

    /// A file's own topics, tidied; a file that brings thousands keeps the first.
    static func joined(_ topics: [String]) -> String {
        topics.prefix(most).map { $0.tidied(limit: 100) }.filter { !$0.isEmpty }.joined(separator: String(fieldMark))
    }
}

extension String? {
    /// The names of a joined list.
    var names: [String] { (self ?? "").split(separator: fieldMark).map(String.init) }
}
