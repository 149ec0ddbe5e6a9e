import Core
import Database
import Web

/// A field by whose values lists and searches are narrowed; in addresses, in the API and in the search index it has the field's name.
struct ItemFacet: Sendable, Hashable {
    let name: String
    let column: String
    let title: Text
    /// The choice that narrows nothing.
    let everything: Text
    /// What programs are told of it: for one value, and for several.
    let summary: (one: String, several: String)
    /// A value as programs send it.
    let schema: Schema
    let longest: Int
    /// From how many values on it is offered: a field that every item has tells nothing apart while it has one value.
    let leastValues: Int
    /// A value as people read it.
    let label: @Sendable (String) -> Text
    /// What is wrong with a word that can be no value.
    var refusal: @Sendable (String) -> Text? = { _ in nil }

    static let format = ItemFacet(
        name: "format", column: "format", title: "Format", everything: "All formats",
        summary: ("Only of this format.", "Only of these formats."), schema: .oneOf(ItemFormat.self), longest: 60, leastValues: 2,
        label: { ItemFormat(rawValue: $0)?.name ?? .verbatim($0) },
        refusal: { ItemFormat(rawValue: $0) == nil ? "Choose a format from the list." : nil })

    /// A value out of an address.
    func value(_ word: String) throws(Problem) -> String {
        let value = String(word.prefix(longest))
        if let words = refusal(value) { throw .wrongField(name, words) }
        return value
    }

    static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// One value of a facet and how many items have it.
struct FacetCount: Sendable, Hashable, Codable, SQLRow {
    let value: String
    let count: Int

    init(row: inout RowReader) throws {
        value = try row.next()
        count = try row.next()
    }
}

extension Query where Row == FacetCount {
    /// Counts by the value of one column.
    static func counts(by column: ItemColumn, of filter: ItemFilter) -> Self { counts(named: column.rawValue, of: filter) }

    /// Counts by the value of a facet.
    static func counts(by facet: ItemFacet, of filter: ItemFilter) -> Self { counts(named: facet.column, of: filter) }

    private static func counts(named column: String, of filter: ItemFilter) -> Self {
        """
        SELECT item.\(raw: column), count(*) FROM library_item AS item
        WHERE \(sql: filter.condition) AND item.\(raw: column) IS NOT NULL
        GROUP BY item.\(raw: column) ORDER BY 2 DESC, 1 LIMIT 200
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

/// The columns by which lists are counted, beside the facets.
enum ItemColumn: String, Sendable { case kind, language, status }
