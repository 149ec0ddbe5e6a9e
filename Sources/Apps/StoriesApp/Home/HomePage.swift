import Core
import Database
import Interface
import Markup
import Platform
import Reading
import Web

/// The first screen: what one is reading, what others read, and what is new (STO-001 to STO-003).
struct HomeRoutes: Sendable {
    let site: Site
    let positions: Positions
    let search: StorySearch
    let mutes: Mutes

    /// How many stories a shelf shows (STO-003).
    static let shelf = 10
    /// How many of the most read are looked at, for a reader may be the only one of some.
    private static let looked = 50

    var routes: [Route] {
        [
            .get(StoriesPaths.home, allow: .everyone, use: show),
            .get(StoriesPaths.ranking, allow: .everyone, use: explain),
        ]
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        // Whoever wants the author's workspace alone begins there (STO-035).
        if let person = visitor.personID, try await site.database.read({ db in try Members.isAuthorFocused(person, in: db) }) {
            return .seeOther(StoriesPaths.write())
        }
        return try await page(request, visitor).response(for: request)
    }

    private func page(_ request: Request, _ visitor: Visitor) async throws -> HomePage {
        let isOfAge = try await site.database.read { db in try search.ofAge.isConfirmed(by: request, in: db) }
        let lists = search.lists
        let updated = try await lists.value(.updated(includingMature: isOfAge)) { try await newest(by: .updated, includingMature: isOfAge) }
        let latest = try await lists.value(.newest(includingMature: isOfAge)) { try await newest(by: .newest, includingMature: isOfAge) }
        let ranked = try await lists.value(.ranked(includingMature: isOfAge)) {
            try await site.database.read { db in try db.all(.ranked(includingMature: isOfAge, limit: Self.looked)) }
        }
        let browse = try await search.browse(for: request).filter { $0.stories > 0 }
        return try await site.database.read { db in
            let hidden = try mutes.hidden(for: visitor.personID, in: db)
            let top = try top(of: ranked, for: visitor.personID, in: db)
            let current = try current(of: visitor.personID, request, in: db)
            let authors = try Authors.of(updated + latest + top + current.map(\.story), in: db)
            func seen(_ stories: [Story]) -> [Story] { stories.filter { hidden.isDisjoint(with: authors.ids(of: $0)) } }
            return HomePage(
                current: current, top: seen(top), updated: seen(updated), newest: seen(latest), authors: authors, browse: browse,
                language: request.language)
        }
    }

    private func newest(by order: StoryOrder, includingMature: Bool) async throws -> [Story] {
        try await site.database.read { db in try db.all(.newest(by: order, includingMature: includingMature, limit: Self.shelf)) }
    }

    func explain(_ request: Request, _ visitor: Visitor) async throws -> RankingPage { RankingPage() }

    /// What somebody has begun and not finished, what they read last first (STO-001).
    private func current(of person: PersonID?, _ request: Request, in db: any Connection) throws -> [HomePage.Current] {
        guard let person else { return [] }
        return try positions.unfinished(of: person, ownedBy: StoryPublishing.source, limit: Self.shelf, in: db).compactMap { reading in
            guard let story = try db.first(.story(StoryID(reading.owner))), story.isShown, try search.ofAge.mayOpen(story, request, in: db) else {
                return nil
            }
            return HomePage.Current(story: story, progress: reading.progress)
        }
    }

    /// What other people read most: without the points of whoever looks (STO-002).
    private func top(of ranked: [RankedStory], for person: PersonID?, in db: any Connection) throws -> [Story] {
        guard !ranked.isEmpty else { return [] }
        let now = site.clock.now()
        let own = try person.map { person in
            try positions.progress(
                of: person, ownedBy: StoryPublishing.source, owners: ranked.map(\.id.number), since: Ranking.start(at: now), in: db)
        }
        let points = Dictionary((own ?? []).map { (StoryID($0.owner), Ranking.points(of: $0, at: now)) }) { first, _ in first }
        let others = ranked.map { (id: $0.id, score: $0.score - (points[$0.id] ?? 0)) }.filter { $0.score > 0 }
        let ids = others.sorted { ($0.score, $0.id) > ($1.score, $1.id) }.prefix(Self.shelf).map(\.id)
        guard !ids.isEmpty else { return [] }
        let stories = Dictionary(try db.all(.shown(ids)).map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { stories[$0] }
    }
}

/// Shelves of stories.
struct HomePage: PageAnswer {
    /// A story that somebody reads.
    struct Current: Sendable {
        let story: Story
        let progress: ReadingProgress
    }

    let current: [Current]
    let top: [Story]
    let updated: [Story]
    let newest: [Story]
    let authors: StoryAuthors
    /// The tags under which there are stories.
    let browse: [BrowseCount]
    let language: Language

    var title: Text { "Stories" }
    var shell: ShellStyle { .app("stories") }
    var scripts: [String] { UnsentChapters.scripts }
    var activePath: String? { StoriesPaths.home() }

    var body: some HTML {
        UnsentChapters()
        h1(.class("visually-hidden")) { title }
        if !current.isEmpty {
            div(.data("tour", "stories-reading")) {
                Carousel(
                    "Continue reading",
                    items: current.map { one in
                        card(one.story, href: one.story.publication.map { ReadingPaths.publication($0) }, progress: one.progress.share)
                    })
            }
        }
        if !top.isEmpty {
            div(.data("tour", "stories-top")) {
                Carousel("Top reads", more: StoryFilter().address { $0.chosenOrder = .read }, items: top.map { card($0) })
            }
            p(.class("shelf-note")) { a(.href(StoriesPaths.ranking())) { "How stories are ranked" } }
        }
        if updated.isEmpty {
            EmptyState(.book, title: "No stories yet", message: "Published stories appear here. You can write the first one.") {
                LinkButton("Write", href: StoriesPaths.write(), icon: .edit)
            }
        } else {
            Carousel("New chapters", more: StoryFilter().address, items: updated.map { card($0) })
            // On a young site both would show the same.
            if newest.map(\.id) != updated.map(\.id) {
                Carousel("New stories", more: StoryFilter().address { $0.chosenOrder = .newest }, items: newest.map { card($0) })
            }
        }
        if !browse.isEmpty {
            section(.aria("label", "Browse by tag")) {
                SectionHeader("Browse by tag", more: StoriesPaths.search())
                BrowseRow(browse: browse, selected: [], language: language)
            }
        }
    }

    private func card(_ story: Story, href: String? = nil, progress: Double? = nil) -> CoverCard {
        CoverCard(
            title: story.readersTitle, authors: authors.line(of: story), href: href ?? StoriesPaths.story(story.id), image: story.coverAddress(),
            icon: .book,
            progress: progress)
    }
}
