import Analytics
import Core
import Database
import Reading
import Search
import Web

/// Finding items, passages inside them, and verses by reference (LIB-030 to LIB-035, LIB-079).
struct LibrarySearch: Sendable {
    let database: Database
    let index: SearchIndex
    let catalogue: Catalogue
    let bibles: Bibles
    let counts: DailyCounts

    /// What somebody looks for.
    struct Wish: Sendable {
        var words: String
        var filter = SearchFilter(sources: [Publishing.source])
        var isTyping = false
        var wantsFacets = false
        /// Whether the editions of a work are one hit.
        var groupsEditions = false
        var limit = 20
        var offset = 0
    }

    /// What was found.
    struct Findings: Sendable {
        /// The passages that the words name as a reference, on the first page only.
        var references: [Bibles.Passage] = []
        /// Why the words lead nowhere although they are a reference, on the first page only.
        var gap: BibleGap?
        var hits: [Hit] = []
        var total = 0
        var totalIsExact = true
        /// About how many there are, where `total` isn't all.
        var estimate: Int?
        var facets: [FacetGroup] = []
        var nextOffset: Int?
        /// The words that were looked for instead, where one that was typed is nowhere.
        var meant: String?
    }

    /// An item that was found.
    struct Hit: Sendable {
        let item: ItemSummary
        /// The title with the match marked.
        let title: [SnippetPart]
        let passages: [Place]
        /// The editions of the work that were found, the item first; none where there is no other.
        var editions = Editions()
        /// How many places of it answer, and whether that is all; nil where it was not counted.
        var count: (passages: Int, isExact: Bool)?
    }

    /// A passage that was found, and where the reader opens at it.
    struct Place: Sendable {
        let label: String
        /// The chapter, or the name of the passage; may be empty.
        let heading: String
        let snippet: [SnippetPart]
        let section: Int
        let address: String
    }

    /// Finds what readers may see.
    func find(_ wish: Wish, in language: Language) async throws -> Findings {
        var request =
            wish.isTyping
            ? SearchRequest.asYouType(wish.words, filter: wish.filter, limit: wish.limit, offset: wish.offset)
            : SearchRequest(
                wish.words, filter: wish.filter, wantsFacets: wish.wantsFacets, limit: wish.limit, offset: wish.offset,
                passagesPerDocument: 3)
        request.editionFacets = wish.groupsEditions ? Self.editionFacets : nil
        var findings: Findings = try await database.read { [request] db in try answer(request, in: db) }
        guard wish.offset == 0 else { return findings }
        if !wish.isTyping { counts.note(.searches) }
        findings.references = try await bibles.lookUp(wish.words, in: language)
        if findings.references.isEmpty { findings.gap = try await bibles.gap(wish.words, in: language) }
        return findings
    }

    private func answer(_ request: SearchRequest, in db: any Connection) throws -> Findings {
        let results = try index.search(request, in: db)
        let byID = try items(results.hits.flatMap { [$0.subject] + $0.editions.prefix(Editions.mostNamed - 1) }, in: db)
        let hits = results.hits.compactMap { hit in
            byID[ItemID(hit.subject)].map { item in
                let others = hit.editions.prefix(Editions.mostNamed - 1).compactMap { byID[ItemID($0)] }
                return Hit(
                    item: item, title: hit.title, passages: hit.passages.compactMap { Self.place($0, in: item) },
                    editions: others.isEmpty ? Editions() : Editions(named: [item] + others, total: 1 + hit.editions.count), count: hit.count)
            }
        }
        return Findings(
            hits: hits, total: results.total, totalIsExact: results.totalIsExact, estimate: results.estimate, facets: results.facets,
            nextOffset: results.nextOffset, meant: results.meant)
    }

    private func items(_ subjects: [Int64], in db: any Connection) throws -> [ItemID: ItemSummary] {
        let found = subjects.isEmpty ? [] : try db.all(.items(subjects.map { ItemID($0) }, db.dialect))
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

    private static func place(_ hit: PassageHit, in item: ItemSummary) -> Place? {
        item.publication.map { publication in
            Place(
                label: ScriptureBook.cited(hit.label), heading: hit.heading == hit.label ? "" : ScriptureBook.cited(hit.heading),
                snippet: hit.snippet, section: hit.place.section,
                address: ReadingPaths.address(of: hit.place, in: publication))
        }
    }

    /// Places of one published item, with the item.
    /// - Throws: `Problem.notFound` when readers may not see it.
    func matches(
        _ words: String, in id: ItemID, _ order: PassageOrder, limit: Int, offset: Int
    ) async throws -> (item: ItemSummary, results: PlaceResults) {
        try await database.read { db in
            guard let item = try db.all(.items([id], db.dialect)).first, item.status == .published else { throw Problem.notFound }
            let results = try index.places(
                source: Publishing.source, subject: id.number, text: words, order: order, limit: limit, offset: offset, in: db)
            return (item, results)
        }
    }

    /// Every passage of one Bible with all the words, in reading order (LIB-080).
    func concordance(_ words: String, in bible: ItemSummary, after: Int64? = nil) async throws -> PassageResults {
        try await database.read { db in
            try index.passages(source: Publishing.source, subject: bible.id.number, text: words, after: after, limit: 50, in: db)
        }
    }

    /// What was probably meant by words that are nowhere.
    func meant(_ words: String) async throws -> String? {
        try await database.readInBackground { db in try index.meant(words, filter: SearchFilter(sources: [Publishing.source]), in: db) }
    }

    /// What to go on with while typing: a title, an author or a topic.
    struct Suggestion: Sendable {
        let text: String
        let kind: SearchSuggestion.Kind
        /// The editions of the work that has the title, those in the reader's language first.
        var editions: [ItemSummary] = []
    }

    func suggestions(_ words: String, in language: Language) async throws -> [Suggestion] {
        try await database.read { db in
            let found = try index.suggest(
                words, filter: SearchFilter(sources: [Publishing.source]), editionFacets: Self.editionFacets, limit: 6, in: db)
            let works = found.map { one in one.subject.map { [$0] + one.editions } ?? [] }
            let byID = try items(works.flatMap(\.self), in: db)
            return zip(found, works).compactMap { one, subjects in
                let editions = subjects.compactMap { byID[ItemID($0)] }.preferring(language)
                return one.kind == .title && editions.isEmpty ? nil : Suggestion(text: one.text, kind: one.kind, editions: editions)
            }
        }
    }
}

extension SearchFilter {
    /// Reads `kind`, `language`, `category`, the facets of items, `from` and `to` (years). Values are compared, so an unknown one finds nothing.
    init(_ query: QueryItems) {
        func chosen(_ name: String, _ longest: Int = 60) -> Set<String> {
            Set(query.all(name).filter { !$0.isEmpty }.prefix(20).map { String($0.prefix(longest)) })
        }
        self.init(sources: [Publishing.source], kinds: chosen("kind"), languages: Set(chosen("language").map { Language($0) }))
        facets["category"] = chosen("category")
        for facet in ItemField.facets { facets[facet.name] = chosen(facet.name, facet.longest) }
        facets = facets.filter { !$0.value.isEmpty }
        let from = query["from"].flatMap { Int($0) }
        let to = query["to"].flatMap { Int($0) }
        if from != nil || to != nil {
            let first = min(max(from ?? 0, 0), 3000)
            years = first...max(first, min(to ?? 3000, 3000))
        }
    }
}
