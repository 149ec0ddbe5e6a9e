import Core
import Database
import Platform
import Web

/// Reading the library: items, lists, counts and what the home screen features. Readers see what is published.
struct Catalogue: Sendable {
    static let featuredCount = 12
    let database: Database
    let writer: Writer
    let lists: CatalogueCache
    /// Totals and counts, exact at every revision.
    let counts = RevisedAnswers()
    /// After a change many ask for the same counts at once; one of them counts.
    private let counting = KeyedLock<ItemFilter>()

    init(database: Database, writer: Writer, lists: CatalogueCache) {
        self.database = database
        self.writer = writer
        self.lists = lists
    }

    /// What the carousel of the home screen shows (LIB-015, LIB-023).
    struct Featured: Sendable {
        let newArrivals: [ItemSummary]
        let mostRead: [ItemSummary]
        let staffPicks: [ItemSummary]
    }

    /// Counts beside the filters.
    struct Facets: Sendable, Codable, Equatable {
        /// How many items the filter leaves in all.
        let total: Int
        let kinds: [FacetCount]
        let languages: [FacetCount]
        /// By the names of the facets.
        let fields: [String: [FacetCount]]
        let categories: [CategoryID: Int]
    }

    /// One published item.
    /// - Throws: `Problem.notFound` for any other, so that a draft and a missing item look the same.
    func find(_ id: ItemID) async throws -> Item {
        try await database.read { db in
            guard let item = try db.first(.publishedItem(id, db.dialect)) else { throw Problem.notFound }
            return item
        }
    }

    /// One item for staff, whatever its status.
    func findForStaff(_ id: ItemID) async throws -> Item {
        try await database.read { db in
            guard let item = try db.first(.item(id, db.dialect)) else { throw Problem.notFound }
            return item
        }
    }

    /// One page of a list; 1 to 100 items. A cursor of another order is refused.
    func page(_ filter: ItemFilter, by sort: ItemSort, after cursor: ItemCursor? = nil, limit: Int = 20) async throws -> ItemPage {
        let limit = min(max(limit, 1), 100)
        guard cursor == nil, filter.words == nil else { return try await freshPage(filter, by: sort, after: cursor, limit: limit) }
        return try await lists.value(.firstPage(filter, sort, limit: limit)) {
            try await freshPage(filter, by: sort, after: nil, limit: limit)
        }
    }

    private func freshPage(_ filter: ItemFilter, by sort: ItemSort, after cursor: ItemCursor?, limit: Int) async throws -> ItemPage {
        let start = try cursor.map { cursor in
            guard let condition = cursor.condition(for: sort) else { throw Problem.badCursor }
            return condition
        }
        return try await database.read { db in
            let total = try total(of: filter, in: db)
            let items = try db.all(.page(filter, by: sort, after: start, limit: limit, isLong: try isLong(total, in: db), db.dialect))
            let page = Array(items.prefix(limit))
            let next = items.count > limit ? page.last.map { ItemCursor(after: $0, sort: sort) } : nil
            return ItemPage(items: page, total: total, next: next)
        }
    }

    /// Whether a list is sooner walked in its order, past the items of others, than gathered and sorted: a page of 20 is found after 20 × all / total
    /// steps, and a step costs about as much as gathering an item.
    private func isLong(_ total: Int, in db: any Connection) throws -> Bool {
        total * total > 20 * (try self.total(of: ItemFilter(), in: db))
    }

    /// How many items a filter leaves; counted once for each revision, except for words, which are as many as there are searches.
    private func total(of filter: ItemFilter, in db: any Connection) throws -> Int {
        guard filter.words == nil else { return try db.one(.count(filter)) }
        return try counts.value(.total(filter), in: db) { try KeptCounts.find(filter, in: db)?.total ?? db.one(.count(filter)) }
    }

    /// How many items each choice of a filter would leave. Each facet counts under the other filters, not its own.
    func facets(of filter: ItemFilter) async throws -> Facets {
        let kept = try await database.read { db in
            try counts.kept(.facets(filter), in: db)
                ?? KeptCounts.find(filter, in: db).map { found in
                    try counts.value(.facets(filter), in: db) { found }
                }
        }
        if let kept { return kept }
        let counted = try await counting.withLock(filter) {
            try await database.readInBackground { db in
                (try counts.value(.facets(filter), in: db) { try freshFacets(of: filter, in: db) }, try db.one(CatalogueRevision.current))
            }
        }
        guard let (fresh, revision) = counted else { throw DatabaseError.busy }
        if KeptCounts.keeps(filter) {
            // The list can be shown without it: a full disk costs the next start its speed, and nobody a page.
            try? await writer.write(by: nil, once: nil) { write in try KeptCounts.keep(fresh, of: filter, at: revision, in: write) }
        }
        return fresh
    }

    private func freshFacets(of filter: ItemFilter, in db: any Connection) throws -> Facets {
        var anyLanguage = filter
        anyLanguage.language = nil
        var anyCategory = filter
        anyCategory.category = nil
        let fields = try ItemField.facets.map { facet in
            var any = filter
            any.facets[facet] = nil
            return (facet.name, try db.all(.counts(by: facet, of: any)))
        }
        let categories = try db.all(.categoryFacet(of: anyCategory)).compactMap { count in
            CategoryID(count.value).map { ($0, count.count) }
        }
        return Facets(
            total: try total(of: filter, in: db), kinds: try db.all(.counts(by: .kind, of: filter)),
            languages: try db.all(.counts(by: .language, of: anyLanguage)),
            fields: Dictionary(fields) { first, _ in first },
            categories: Dictionary(categories, uniquingKeysWith: max))
    }

    /// New arrivals by publishing date, most read by read count, staff picks by choice of the staff (LIB-023).
    func featured() async throws -> Featured {
        try await lists.value(.featured) {
            try await database.read { db in
                let published = ItemFilter()
                var picked = ItemFilter()
                picked.isStaffPick = true
                return Featured(
                    newArrivals: try db.all(.page(published, by: .newest, after: nil, limit: Self.featuredCount - 1, db.dialect)),
                    mostRead: try db.all(.page(published, by: .popular, after: nil, limit: Self.featuredCount - 1, db.dialect))
                        .filter { $0.readCount > 0 },
                    staffPicks: try db.all(.page(picked, by: .newest, after: nil, limit: Self.featuredCount - 1, db.dialect)))
            }
        }
    }

    /// Summaries in the order of `ids`; ids that are gone or not of `statuses` are left out.
    func summaries(_ ids: [ItemID], statuses: Set<ItemStatus> = [.published]) async throws -> [ItemSummary] {
        guard !ids.isEmpty else { return [] }
        return try await database.read { db in
            let found = try db.all(.items(ids, db.dialect)).filter { statuses.contains($0.status) }
            let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
            return ids.compactMap { byID[$0] }
        }
    }

    /// How many items there are of each status.
    func statusCounts() async throws -> [ItemStatus: Int] {
        var all = ItemFilter()
        all.statuses = ItemStatus.allCases
        let counts = try await database.read { [all] db in try db.all(.counts(by: .status, of: all)) }
        return Dictionary(counts.compactMap { count in ItemStatus(rawValue: count.value).map { ($0, count.count) } }, uniquingKeysWith: +)
    }
}
