import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Search
import Web

/// Finding stories, people and tags (STO-005 to STO-007).
struct StorySearch: Sendable {
    let site: Site
    let index: SearchIndex
    let ofAge: OfAge
    let mutes: Mutes
    let lists: StoryLists

    static let pageSize = 20
    /// As far as the index looks.
    private static let most = 1000

    /// A story with the name of its author.
    struct Found: Sendable {
        let story: Story
        let authors: StoryAuthors
        /// As readers see them.
        let tags: [StoryTag]
        /// Where the words are in its text; nil where they aren't.
        var passage: FoundPassage?
    }

    /// A line of what was found, of whichever kind.
    enum Line: Sendable {
        case story(Found)
        case person(PersonID, name: String, stories: Int)
        case tag(StoryTag, name: String, stories: Int)

        var story: Found? { if case .story(let found) = self { found } else { nil } }
    }

    /// What was found: one page of it, best first.
    struct Findings: Sendable {
        var lines: [Line] = []
        /// How many stories there are, or at least are.
        var total = 0
        var totalIsExact = true
        var next: Int?
        /// Whether there is more for those who say that they are of age.
        var hidesMature = false
        /// Whether whoever looks said that they are of age.
        var isOfAge = false
        /// What it looks like: pages in memory are shown again and again.
        let looks = KeptLooks<SearchPage.Inputs>()

        /// Whose stories on this page somebody doesn't want to see.
        func muted(_ hidden: Set<PersonID>) -> Set<PersonID> {
            guard !hidden.isEmpty else { return [] }
            return hidden.intersection(lines.compactMap(\.story).flatMap { $0.authors.ids(of: $0.story) })
        }

        /// The page without them.
        func without(_ muted: Set<PersonID>) -> Findings {
            guard !muted.isEmpty else { return self }
            var rest = self
            rest.lines.removeAll { line in line.story.map { !muted.isDisjoint(with: $0.authors.ids(of: $0.story)) } ?? false }
            // Of further pages nobody knows whose stories they hold.
            if rest.next == nil { rest.total -= lines.count - rest.lines.count }
            return rest
        }
    }

    /// For whom is searched.
    struct Reader: Sendable {
        let isOfAge: Bool
        /// Whose stories they don't want to see.
        let hidden: Set<PersonID>
        let language: Language
    }

    func reader(of request: Request) async throws -> Reader {
        try await site.database.read { db in
            Reader(
                isOfAge: try ofAge.isConfirmed(by: request, in: db), hidden: try mutes.hidden(for: request.identity.personID, in: db),
                language: request.language)
        }
    }

    /// Whether somebody may be told of stories for adults.
    func isOfAge(_ request: Request) async throws -> Bool { try await site.database.read { db in try ofAge.isConfirmed(by: request, in: db) } }

    func find(_ filter: StoryFilter, from offset: Int = 0, limit: Int = pageSize, for reader: Reader) async throws -> Findings {
        let page = StoryList.found(filter.address, from: offset, limit: limit, includingMature: reader.isOfAge, reader.language)
        let findings: Findings = try await lists.value(page) {
            try await find(filter, from: offset, limit: limit, isOfAge: reader.isOfAge, in: reader.language)
        }
        return findings.without(findings.muted(reader.hidden))
    }

    private func find(_ filter: StoryFilter, from offset: Int = 0, limit: Int, isOfAge: Bool, in language: Language) async throws -> Findings {
        let (now, browse) = (site.clock.now(), try await tags())
        return try await site.database.read { db in
            var findings = try stories(filter, browse, isOfAge: isOfAge, from: offset, limit: limit, at: now, in: db)
            findings.isOfAge = isOfAge
            if !isOfAge, offset == 0 { findings.hidesMature = try hasMature(filter, browse, at: now, in: db) }
            // Filters are about stories, so people and tags are offered only while there are none.
            if offset == 0, !filter.words.isEmpty, !filter.isNarrow {
                let others = try self.others(filter.words, browse, isOfAge: isOfAge, language, in: db)
                findings.lines = others.exact + findings.lines + others.further
            }
            return findings
        }
    }

    /// The browse tags under which there are stories, with how many (STO-005).
    func browse(isOfAge: Bool) async throws -> [BrowseCount] {
        try await lists.value(.browse(includingMature: isOfAge)) {
            let tags = try await tags()
            return try await site.database.read { db in
                let rows = try db.all(.storiesPerTag(tags.all.map(\.key), includingMature: isOfAge))
                let counts = Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
                return tags.all.map { BrowseCount(tag: $0, stories: counts[$0.key] ?? 0) }
            }
        }
    }

    /// Every browse tag.
    func tags() async throws -> BrowseTags {
        try await lists.value(.tags) { try await site.database.read { db in try BrowseTags.read(db) } }
    }

    /// Titles, people and tags that go on from what is typed.
    func suggestions(_ words: String, for request: Request) async throws -> [Suggestions.Item] {
        try await site.database.read { db in
            let audiences = Self.audiences(isOfAge: try ofAge.isConfirmed(by: request, in: db))
            let found = try index.suggest(words, filter: SearchFilter(audiences: audiences, sources: [StoryIndex.source]), in: db)
            return found.compactMap { one in
                switch one.kind {
                case .title:
                    one.subject.map { Suggestions.Item(title: one.text, detail: request.render("Story"), href: StoriesPaths.story(StoryID($0))) }
                case .author: Suggestions.Item(title: one.text, detail: request.render("Author"), href: StoryFilter().address { $0.words = one.text })
                case .topic:
                    StoryTag(one.text).map {
                        Suggestions.Item(title: one.text, detail: request.render("Tag of a story"), href: StoryFilter.address(of: $0))
                    }
                }
            }
        }
    }

    static func audiences(isOfAge: Bool) -> Set<String> { isOfAge ? [SearchFilter.everyone, OfAge.audience] : [SearchFilter.everyone] }
}

extension StorySearch {
    /// One page of stories.
    private func stories(
        _ filter: StoryFilter, _ browse: BrowseTags, isOfAge: Bool, from offset: Int, limit: Int, at now: Instant, in db: any Connection
    ) throws -> Findings {
        let condition = filter.condition(browse, at: now)
        var findings = Findings()
        let found: [Story]
        if filter.words.isEmpty {
            let condition: SQL = isOfAge ? condition : "rating <> \(StoryRating.mature) AND \(sql: condition)"
            let count = try db.one(.shownCount(where: condition, most: Self.most + 1))
            (findings.total, findings.totalIsExact) = (min(count, Self.most), count <= Self.most)
            found = try db.all(.shown(where: condition, by: filter.order, from: offset, limit: limit))
        } else {
            let list = try matching(filter, condition, Self.audiences(isOfAge: isOfAge), in: db)
            (findings.total, findings.totalIsExact) = (list.ids.count, list.areAll)
            if list.ids.isEmpty {
                found = []
            } else if filter.order == .relevance {
                let page = Array(list.ids.dropFirst(offset).prefix(limit))
                let byID = Dictionary(page.isEmpty ? [] : try db.all(.shown(page)).map { ($0.id, $0) }) { first, _ in first }
                found = page.compactMap { byID[$0] }
            } else {
                found = try db.all(.shown(where: "id IN \(list: list.ids)", by: filter.order, from: offset, limit: limit))
            }
        }
        if offset + limit < findings.total { findings.next = offset + limit }
        let authors = try Authors.of(found, in: db)
        let passages = try passages(filter, of: found, in: db)
        findings.lines = found.map {
            .story(Found(story: $0, authors: authors, tags: StoryTagging.tags(of: $0), passage: passages[$0.id]))
        }
        return findings
    }

    /// The stories that hold the words, the best first.
    private func matching(
        _ filter: StoryFilter, _ condition: SQL, _ audiences: Set<String>, in db: any Connection
    ) throws -> (ids: [StoryID], areAll: Bool) {
        let found = try index.subjects(request(filter, condition, audiences), in: db)
        return (found.subjects.map { StoryID($0) }, found.areAll)
    }

    private func request(_ filter: StoryFilter, _ condition: SQL, _ audiences: Set<String>) -> SearchRequest {
        var search = SearchFilter(audiences: audiences, sources: [StoryIndex.source])
        // Asked of each match by its key, so that a filter that nearly everything passes costs no more than one that nothing does.
        if filter.isNarrow { search.condition = "EXISTS (SELECT 1 FROM stories_story WHERE stories_story.id = d.subject AND \(sql: condition))" }
        return SearchRequest(filter.words, filter: search, wantsFacets: false)
    }

    private func hasMature(_ filter: StoryFilter, _ browse: BrowseTags, at now: Instant, in db: any Connection) throws -> Bool {
        let condition = filter.condition(browse, at: now)
        guard filter.words.isEmpty else { return try index.hasAny(request(filter, condition, [OfAge.audience]), in: db) }
        return try db.one(.shownCount(where: "rating = \(StoryRating.mature) AND \(sql: condition)", most: 1)) > 0
    }
}
