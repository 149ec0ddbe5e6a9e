import Core
import Reading
import Search
import Web

/// Searching for programs.
struct SearchRoutes: Sendable {
    let search: LibrarySearch

    var routes: [Route] {
        [
            .get(LibraryPaths.apiSearch, allow: .everyone, use: find)
                .summary("Items and passages that hold the words of q, best first; references such as Jn 3:16 are understood.")
                .query("q", .anyText, "The words, or a reference.").query("typing", .boolean, "Whether the last word may go on.")
                .query("facets", .boolean, "Whether the answer says how many there are of each kind, language and so on.")
                .query("kind", Self.several(.text(.words, most: 60)), "Only of these kinds.")
                .query("language", Self.several(.text(.language, most: 35)), "Only in these languages.")
                .query("category", Self.several(.text(.words, most: 60)), "Only of these categories.")
                .queries(ItemField.facets) { ($0.name, Self.several(.text(.words, most: $0.longest)), $0.summary.several) }
                .query("from", .integer(0...3000), "Published this year or later.").query("to", .integer(0...3000), "Published this year or earlier.")
                .paged(Self.pages)
        ]
    }

    private static let pages = PageSize(usual: 20, most: 50)
    private static func several(_ schema: Schema) -> Schema { .array(schema, most: 20) }

    func find(_ request: Request, _ visitor: Visitor) async throws -> SearchAnswer {
        let query = request.query
        var wish = LibrarySearch.Wish(words: query["q"] ?? "")
        wish.filter = SearchFilter(query)
        wish.isTyping = query["typing"] == "true"
        wish.wantsFacets = query["facets"] == "true"
        wish.limit = try query.limit(Self.pages)
        wish.offset = try request.after(.search)?.offset ?? 0
        return try SearchAnswer(try await search.find(wish, in: visitor.language), request)
    }
}

/// Where the next page of a search begins.
struct SearchPlace: Codable, Sendable {
    let offset: Int
}

extension CursorScope<SearchPlace> {
    static var search: Self { Self("library.search") }
}

/// What a search found, as programs read it.
struct SearchAnswer: JSONAnswer, Codable {
    let references: [Reference]
    /// Why a reference leads nowhere, in the reader's language.
    let notice: String?
    /// The words that were looked for instead, where one that was typed is nowhere.
    let meant: String?
    let items: [Hit]
    let total: Int
    /// Whether `total` is all; otherwise there are more.
    let totalIsExact: Bool
    /// About how many there are where `total` isn't all and facets were asked for; a round number.
    let estimate: Int?
    let facets: [Facet]
    let next: Cursor?

    struct Reference: Codable, Sendable {
        let label: String
        let bible: ItemID
        let title: String
        let url: String?
        let verses: [Verse]
    }

    struct Verse: Codable, Sendable {
        let chapter: Int
        let verse: Int
        let text: String
    }

    struct Hit: Codable, Sendable {
        let item: ItemEntry
        let title: [SnippetPart]
        let passages: [Place]
    }

    struct Place: Codable, Sendable {
        let label: String
        /// The chapter, or the name of the passage; may be empty.
        let heading: String
        let section: Int
        let snippet: [SnippetPart]
        let url: String
    }

    struct Facet: Codable, Sendable {
        let name: String
        let values: [Value]
        /// Whether the counts are all; otherwise they are estimates, or only as many as were looked at.
        let isExact: Bool
    }

    struct Value: Codable, Sendable {
        let value: String
        let count: Int
        let isSelected: Bool
    }

    init(_ findings: LibrarySearch.Findings, _ request: Request) throws {
        references = findings.references.map { passage in
            Reference(
                label: passage.label, bible: passage.bible.id, title: passage.bible.title, url: passage.address,
                verses: passage.verses.map { Verse(chapter: $0.chapter, verse: $0.verse, text: $0.text) })
        }
        notice = findings.gap.map { request.render($0.reason) }
        meant = findings.meant
        items = findings.hits.map { hit in
            Hit(
                item: ItemEntry(hit.item), title: hit.title,
                passages: hit.passages.map { Place(label: $0.label, heading: $0.heading, section: $0.section, snippet: $0.snippet, url: $0.address) })
        }
        total = findings.total
        totalIsExact = findings.totalIsExact
        estimate = findings.estimate
        facets = findings.facets.map { group in
            Facet(
                name: group.name, values: group.values.map { Value(value: $0.value, count: $0.count, isSelected: $0.isSelected) },
                isExact: group.isExact)
        }
        next = try findings.nextOffset.map { try request.cursor(.search, after: SearchPlace(offset: $0)) }
    }
}
