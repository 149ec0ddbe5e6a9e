import Database
import Foundation
import Platform
import TestSupport
import Testing

@testable import LibraryApp

/// How SQLite finds a page of a list. PostgreSQL decides by the size of its tables, which are empty here.
struct ListPlanTests {
    private struct Step: SQLRow {
        let detail: String

        init(row: inout RowReader) throws {
            for _ in 0..<3 { _ = try row.next(Int.self) }
            detail = try row.next()
        }
    }

    private func plan(_ filter: ItemFilter, by sort: ItemSort, isLong: Bool, in db: any Connection) throws -> String {
        let somewhere = #"{"sort": "\#(sort.rawValue)", "number": 7, "key": "m", "id": 3}"#
        let place = try #require(try JSONDecoder().decode(ItemCursor.self, from: Data(somewhere.utf8)).condition(for: sort))
        let page: Query<ItemSummary> = .page(filter, by: sort, after: place, limit: 20, isLong: isLong, db.dialect)
        return try db.all("EXPLAIN QUERY PLAN \(sql: page.sql)" as Query<Step>).map(\.detail).joined(separator: "; ")
    }

    @Test(.covers("LIB-018"))
    func `no page of a long list is sorted`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            var (books, staff) = (ItemFilter(), ItemFilter())
            books.kinds = [.book]
            staff.statuses = [.draft, .published, .archived]
            let lists = [(ItemFilter(), ItemSort.forReaders), (books, ItemSort.forReaders), (staff, ItemTablePage.orders)]
            try await app.site.database.read { db in
                for (filter, orders) in lists {
                    for sort in orders {
                        let plan = try plan(filter, by: sort, isLong: true, in: db)
                        #expect(!plan.contains("TEMP B-TREE FOR ORDER BY"), "\(sort) of \(filter): \(plan)")
                    }
                }
            }
        }
    }

    @Test(.covers("LIB-020"))
    func `the few items of an author, a category or a series are gathered`() async throws {
        try await withLibrary(on: .sqlite) { app, library in
            var (ofAuthor, ofCategory, ofSeries) = (ItemFilter(), ItemFilter(), ItemFilter())
            ofAuthor.author = "Ada"
            ofCategory.category = try await library.services.categories.tree().categories.first?.id
            ofSeries.facets[try #require(ItemField.series.facet)] = "Narnia"
            try await app.site.database.read { [ofAuthor, ofCategory, ofSeries] db in
                for filter in [ofAuthor, ofCategory, ofSeries] {
                    for sort in ItemSort.forReaders {
                        let plan = try plan(filter, by: sort, isLong: false, in: db)
                        #expect(
                            plan.contains("SEARCH item USING INTEGER PRIMARY KEY") || plan.contains("SEARCH item USING INDEX library_item_series"),
                            "\(sort) of \(filter): \(plan)")
                    }
                }
            }
        }
    }
}
