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
        let own = try await site.database.read { db in try readOwn(of: visitor.personID, request, in: db) }
        // Whoever wants the author's workspace alone begins there (STO-035).
        if own.isAuthorFocused { return .seeOther(StoriesPaths.write()) }
        return try await page(own, visitor.personID, request.language).response(for: request)
    }

    /// What the page shows of somebody, and leaves out for them.
    private struct Own: Sendable {
        var isAuthorFocused = false
        var isOfAge = false
        var hidden: Set<PersonID> = []
        var current: [HomePage.Current] = []
    }

    private func readOwn(of person: PersonID?, _ request: Request, in db: any Connection) throws -> Own {
        var own = Own()
        if let person {
            own.isAuthorFocused = try Members.isAuthorFocused(person, in: db)
            guard !own.isAuthorFocused else { return own }
        }
        own.isOfAge = try search.ofAge.isConfirmed(by: request, in: db)
        own.hidden = try mutes.hidden(for: person, in: db)
        own.current = try current(of: person, without: own.hidden, request, in: db)
        return own
    }

    private func page(_ own: Own, _ person: PersonID?, _ language: Language) async throws -> HomePage {
        let (isOfAge, lists) = (own.isOfAge, search.lists)
        let updated = try await lists.value(.updated(includingMature: isOfAge)) { try await readShelf(by: .updated, includingMature: isOfAge) }
        let newest = try await lists.value(.newest(includingMature: isOfAge)) { try await readShelf(by: .newest, includingMature: isOfAge) }
        let ranked: RankedShelf = try await lists.value(.ranked(includingMature: isOfAge)) {
            try await site.database.read { db in try RankedShelf(includingMature: isOfAge, limit: Self.looked, in: db) }
        }
        let top = try await top(of: ranked, for: person)
        let seen = Set(ranked.shelf.visible(without: own.hidden))
        return HomePage(
            current: own.current, top: .init(shelf: ranked.shelf, shown: top.filter(seen.contains)),
            updated: .init(shelf: updated, shown: updated.visible(without: own.hidden)),
            newest: .init(shelf: newest, shown: newest.visible(without: own.hidden)),
            browse: try await search.browse(isOfAge: isOfAge).filter { $0.stories > 0 }, language: language)
    }

    private func readShelf(by order: StoryOrder, includingMature: Bool) async throws -> StoryShelf {
        try await site.database.read { db in
            try StoryShelf(db.all(.newest(by: order, includingMature: includingMature, limit: Self.shelf)), in: db)
        }
    }

    func explain(_ request: Request, _ visitor: Visitor) async throws -> RankingPage { RankingPage() }

    /// What somebody has begun and not finished, what they read last first (STO-001).
    private func current(
        of person: PersonID?, without hidden: Set<PersonID>, _ request: Request, in db: any Connection
    ) throws -> [HomePage.Current] {
        guard let person else { return [] }
        let begun = try positions.unfinished(of: person, ownedBy: StoryPublishing.source, limit: Self.shelf, in: db).compactMap { reading in
            try db.first(.story(StoryID(reading.owner))).map { (story: $0, progress: reading.progress) }
        }
        let open = try begun.filter { try $0.story.isShown && search.ofAge.mayOpen($0.story, request, in: db) }
        let authors = try Authors.of(open.map(\.story), in: db)
        return open.filter { hidden.isDisjoint(with: authors.ids(of: $0.story)) }
            .map { HomePage.Current(story: $0.story, authors: authors, progress: $0.progress) }
    }

    /// What other people read most: without the points of whoever looks (STO-002).
    private func top(of ranked: RankedShelf, for person: PersonID?) async throws -> [StoryID] {
        guard !ranked.scores.isEmpty else { return [] }
        let now = site.clock.now()
        var points: [StoryID: Int] = [:]
        if let person {
            let own = try await site.database.read { db in
                try positions.progress(
                    of: person, ownedBy: StoryPublishing.source, owners: ranked.scores.map(\.id.number), since: Ranking.start(at: now), in: db)
            }
            points = Dictionary(own.map { (StoryID($0.owner), Ranking.points(of: $0, at: now)) }) { first, _ in first }
        }
        let others = ranked.scores.map { (id: $0.id, score: $0.score - (points[$0.id] ?? 0)) }.filter { $0.score > 0 }
        return others.sorted { ($0.score, $0.id) > ($1.score, $1.id) }.prefix(Self.shelf).map(\.id)
    }
}

/// What is read most, with the points of each.
private struct RankedShelf: Sendable {
    let scores: [RankedStory]
    let shelf: StoryShelf

    init(includingMature: Bool, limit: Int, in db: any Connection) throws {
        scores = try db.all(.ranked(includingMature: includingMature, limit: limit))
        shelf = try StoryShelf(scores.isEmpty ? [] : db.all(.shown(scores.map(\.id))), in: db)
    }
}

/// Shelves of stories.
struct HomePage: PageAnswer {
    /// A story that somebody reads.
    struct Current: Sendable {
        let story: Story
        let authors: StoryAuthors
        let progress: ReadingProgress
    }

    /// What somebody sees of a shelf.
    struct Shown: Sendable {
        let shelf: StoryShelf
        let shown: [StoryID]

        func carousel(_ title: Text, more: String) -> Node { shelf.carousel(title, more: more, showing: shown) }
    }

    let current: [Current]
    let top: Shown
    let updated: Shown
    let newest: Shown
    /// The tags under which there are stories.
    let browse: [BrowseCount]
    let language: Language

    var title: Text { "Stories" }
    var shell: ShellStyle { .app("stories") }
    var scripts: [String] { ["stories/js/fresh.js"] + UnsentChapters.scripts }
    var activePath: String? { StoriesPaths.home() }

    var body: some HTML {
        UnsentChapters()
        h1(.class("visually-hidden")) { title }
        div(.id("continue-reading"), .data("fresh")) {
            if !current.isEmpty {
                div(.data("tour", "stories-reading")) {
                    Carousel(
                        "Continue reading",
                        items: current.map { one in
                            StoryShelf.card(
                                one.story, one.authors, href: one.story.publication.map { ReadingPaths.publication($0) }, progress: one.progress.share
                            )
                        })
                }
            }
        }
        if !top.shown.isEmpty {
            div(.data("tour", "stories-top")) { top.carousel("Top reads", more: StoryFilter().address { $0.chosenOrder = .read }) }
            p(.class("shelf-note")) { a(.href(StoriesPaths.ranking())) { "How stories are ranked" } }
        }
        if updated.shown.isEmpty {
            EmptyState(.book, title: "No stories yet", message: "Published stories appear here. You can write the first one.") {
                LinkButton("Write", href: StoriesPaths.write(), icon: .edit)
            }
        } else {
            updated.carousel("New chapters", more: StoryFilter().address)
            // On a young site both would show the same.
            if newest.shown != updated.shown {
                newest.carousel("New stories", more: StoryFilter().address { $0.chosenOrder = .newest })
            }
        }
        if !browse.isEmpty {
            section(.aria("label", "Browse by tag")) {
                SectionHeader("Browse by tag", more: StoriesPaths.search())
                BrowseRow(browse: browse, selected: [], language: language)
            }
        }
    }
}
