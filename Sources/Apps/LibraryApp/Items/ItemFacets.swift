import Database

/// One value of a facet and how many items have it.
struct FacetCount: Sendable, Hashable, SQLRow {
    let value: String
    let count: Int

    init(row: inout RowReader) throws {
        value = try row.next()
        count = try row.next()
    }
}

extension Query where Row == FacetCount {
    /// Counts by the value of one column.
    static func facet(_ column: ItemFacet, of filter: ItemFilter) -> Self {
        """
        SELECT item.\(raw: column.rawValue), count(*) FROM library_item AS item
        WHERE \(sql: filter.condition) AND item.\(raw: column.rawValue) IS NOT NULL
        GROUP BY item.\(raw: column.rawValue) ORDER BY 2 DESC, 1 LIMIT 200
        """
    }

    /// Counts by category, each item once for the category and once for everything above it.
    static func categoryFacet(of filter: ItemFilter) -> Self {
        """
        WITH RECURSIVE above (id, ancestor) AS (
            SELECT id, id FROM library_category
            UNION SELECT above.id, parent.parent_id FROM above JOIN library_category AS parent ON parent.id = above.ancestor
            WHERE parent.parent_id IS NOT NULL)
        SELECT above.ancestor || '', count(DISTINCT item.id) FROM above
        JOIN library_item_category AS link ON link.category_id = above.id
        JOIN library_item AS item ON item.id = link.item_id
        WHERE \(sql: filter.condition) GROUP BY above.ancestor ORDER BY 2 DESC, 1 LIMIT 2000
        """
    }
}

/// The columns by which lists are counted.
enum ItemFacet: String, Sendable { case kind, language, format, status }
