import Accounts
import Core
import Database
import Messages
import Platform
import Web

/// A post as a preview shows it to one viewer (VOL-014).
struct FeedEntry: Sendable {
    let post: Post
    let category: Category?
    let poster: String
    let isBookmarked: Bool
    let isOwn: Bool
    /// For the author and moderators: a newest version that is not public.
    let waiting: PostVersion?
    /// How many people offered to help.
    var offers = 0
    /// What was searched for, to be marked in its words.
    var sought: SoughtWords?
}

/// One page of previews.
struct FeedPageContent: Sendable {
    let entries: [FeedEntry]
    /// What `?after=` takes to go on; nil at the end.
    let next: Cursor?
}

/// Who looks, how their language sorts, and how they go on to the next page.
struct FeedViewer: Sendable {
    let person: PersonID
    let isModerator: Bool
    let language: Language
    let cursors: CursorSigner

    init(person: PersonID, isModerator: Bool, language: Language, cursors: CursorSigner) {
        self.person = person
        self.isModerator = isModerator
        self.language = language
        self.cursors = cursors
    }

    init(_ member: Member, _ request: Request) {
        person = member.id
        isModerator = member.may(.volunteersModerate)
        language = request.language
        cursors = request.cursors
    }
}

/// Reading lists of posts, page by page. Every order of a list is an index, so that the last page of many costs what the first does.
struct Feed: Sendable {
    /// The topic of the events that tell of new posts.
    static let topic = "volunteers.posts"
    static let pageSize = 24

    let site: Site

    /// A page of what is public (VOL-008).
    func page(_ filter: FeedFilter, after cursor: FeedCursor?, limit: Int = pageSize, for viewer: FeedViewer) async throws -> FeedPageContent {
        if let cursor, cursor.sort != filter.sort || cursor.ascends != filter.ascends || filter.place(after: cursor) == nil {
            throw Problem.badCursor
        }
        let now = site.clock.now()
        return try await site.database.read { db in
            let categories = try CategoryList.read(db)
            let posters = try filter.poster.map { try Members.named($0, in: db) }
            let areas = filter.isNear ? try db.all(.areas(of: viewer.person)) : nil
            let posts =
                filter.sort == .category
                ? try byCategory(filter, posters, areas, cursor, limit: limit + 1, now, categories.alphabetical(in: viewer.language), in: db)
                : try db.all(
                    .feed(
                        condition(filter, at: now, posters, areas), order: filter.order, place: cursor.flatMap(filter.place(after:)), limit: limit + 1
                    ))
            return try Self.content(posts, limit: limit, categories, for: viewer, in: db) {
                try viewer.cursors.cursor(.feed, after: filter.cursor(after: $0))
            }
        }
    }

    private func condition(_ filter: FeedFilter, at now: Instant, _ posters: [PersonID]?, _ areas: [String]?) -> SQL {
        filter.condition(at: now, today: Day(now, in: site.configuration.zone), posters: posters, areas: areas)
    }

    /// Goes through the categories in the order of their names until the page is full.
    private func byCategory(
        _ filter: FeedFilter, _ posters: [PersonID]?, _ areas: [String]?, _ cursor: FeedCursor?, limit: Int, _ now: Instant,
        _ alphabetical: [Category],
        in db: any Connection
    ) throws -> [Post] {
        var categories = (filter.ascends ? alphabetical : alphabetical.reversed()).filter { filter.category == nil || $0.id == filter.category }
        if let begun = cursor?.category { categories = Array(categories.drop { $0.id != begun }) }
        var posts: [Post] = []
        for category in categories where posts.count < limit {
            var run = filter
            run.category = category.id
            let place = category.id == cursor?.category ? cursor.flatMap(filter.place(after:)) : nil
            posts += try db.all(
                .feed(condition(run, at: now, posters, areas), order: filter.order, place: place, limit: limit - posts.count))
        }
        return posts
    }

    /// Whether somebody has named an area, so that there is something near them.
    func hasArea(_ person: PersonID) async throws -> Bool { try await site.database.read { try !$0.all(.areas(of: person)).isEmpty } }

    /// What waits for a moderator.
    func waiting(after last: PostID?, limit: Int = pageSize, for viewer: FeedViewer) async throws -> FeedPageContent {
        try await site.database.read { db in
            let place: SQL? = last.map { "post_id > \($0)" }
            let posts = try db.all(.waiting(after: place, limit: limit + 1))
            return try Self.content(posts, limit: limit, CategoryList.read(db), for: viewer, in: db) {
                try viewer.cursors.cursor(.pending, after: $0.id)
            }
        }
    }

    /// How many posts wait for a moderator.
    func waitingCount() async throws -> Int {
        try await site.database.read { db in
            try db.one("SELECT CAST(count(DISTINCT post_id) AS BIGINT) FROM volunteers_post_version WHERE status = 'pending'" as Query<Int>)
        }
    }

    /// Whether any post was ever public, be it closed by now.
    func hasHistory() async throws -> Bool {
        try await site.database.read { db in
            try db.first("SELECT id FROM volunteers_post WHERE status = 'accepted' LIMIT 1" as Query<PostID>) != nil
        }
    }

    /// One person's posts; those that are not public only for the person and moderators (VOL-009, VOL-024).
    func posts(
        of person: PersonID, after cursor: PersonCursor?, limit: Int = pageSize, for viewer: FeedViewer
    ) async throws -> FeedPageContent {
        try await site.database.read { db in
            let place: SQL? = cursor.map { "(created_at, id) < (\($0.time), \($0.id))" as SQL }
            let seesAll = person == viewer.person || viewer.isModerator
            let posts = try db.all(.posts(of: person, onlyPublic: !seesAll, after: place, limit: limit + 1))
            return try Self.content(posts, limit: limit, CategoryList.read(db), for: viewer, in: db) {
                try viewer.cursors.cursor(.posts, after: PersonCursor(time: $0.createdAt, id: $0.id))
            }
        }
    }

    /// Makes previews of posts; one more than `limit` says that there is another page.
    static func content(
        _ posts: [Post], limit: Int, _ categories: CategoryList, for viewer: FeedViewer, in db: any Connection, next: (Post) throws -> Cursor
    ) throws -> FeedPageContent {
        let page = try posts.page(of: limit, cursor: next)
        return FeedPageContent(entries: try entries(page.entries, categories, for: viewer, in: db), next: page.next)
    }

    /// Adds what a preview needs besides the post itself.
    static func entries(_ posts: [Post], _ categories: CategoryList, for viewer: FeedViewer, in db: any Connection) throws -> [FeedEntry] {
        guard !posts.isEmpty else { return [] }
        let names = try People.names(of: Set(posts.map(\.author)), in: db)
        let bookmarked = Set(try db.all(.bookmarked(posts.map(\.id), by: viewer.person)))
        let mayKnow = posts.filter { viewer.isModerator || $0.author == viewer.person }.map(\.id)
        let waiting = mayKnow.isEmpty ? [] : try db.all(.unpublished(of: mayKnow))
        let offers = try Conversations.counts(about: PostSubject.kind, posts.map(\.id.number), in: db)
        let versions = Dictionary(waiting.map { ($0.post, $0) }) { $0.number > $1.number ? $0 : $1 }
        return posts.map { post in
            FeedEntry(
                post: post, category: categories[post.content.category], poster: names[post.author] ?? "",
                isBookmarked: bookmarked.contains(post.id), isOwn: post.author == viewer.person, waiting: versions[post.id],
                offers: offers[post.id.number] ?? 0)
        }
    }
}

/// Where a list of one person's posts goes on.
struct PersonCursor: Sendable, Codable {
    let time: Instant
    let id: PostID
}

extension CursorScope<PersonCursor> {
    /// One person's posts, by when they were made.
    static var posts: Self { Self("volunteers.posts") }
    /// One person's bookmarks, by when they were set.
    static var bookmarks: Self { Self("volunteers.bookmarks") }
}

extension CursorScope<PostID> {
    /// What waits for a moderator.
    static var pending: Self { Self("volunteers.pending") }
}
