import Core
import Database
import Markup
import Platform
import Web

/// New chapters of a story and of an author for feed readers (Atom).
struct FeedRoutes: Sendable {
    static let mostEntries = 50

    let site: Site

    var routes: [Route] {
        [
            .get(StoriesPaths.storyFeed, allow: .everyone, use: ofStory),
            .get(StoriesPaths.authorFeed, allow: .everyone, use: ofAuthor),
        ]
    }

    func ofStory(_ request: Request, _ visitor: Visitor, _ id: StoryID) async throws -> Response {
        let feed = try await site.database.read { db in
            guard let story = try db.first(.story(id)), story.isShown else { throw Problem.notFound }
            return AtomFeed(
                title: story.readersTitle, authors: try Authors.of([story], in: db).of(story).map(\.name), page: StoriesPaths.story(id),
                address: StoriesPaths.storyFeed(id), updated: story.updatedAt ?? story.changedAt,
                entries: try chapters(of: [story], in: db))
        }
        return answer(feed, request)
    }

    func ofAuthor(_ request: Request, _ visitor: Visitor, _ person: PersonID) async throws -> Response {
        let feed = try await site.database.read { db in
            let works = try db.all(.shown(by: person, limit: AuthorProfiles.mostWorks))
            guard let newest = works.first else { throw Problem.notFound }
            let chapters = try chapters(of: works, in: db)
            let posts = try db.all(.posts(by: person, includingHidden: false, limit: Self.mostEntries)).map { AtomFeed.Entry($0) }
            let entries = (chapters + posts).sorted { $0.updated > $1.updated }.prefix(Self.mostEntries)
            let name = try Authors.name(of: person, in: db)
            return AtomFeed(
                title: name, authors: [name], page: StoriesPaths.person(person), address: StoriesPaths.authorFeed(person),
                updated: entries.first?.updated ?? newest.changedAt, entries: Array(entries))
        }
        return answer(feed, request)
    }

    private func chapters(of works: [Story], in db: any Connection) throws -> [AtomFeed.Entry] {
        let stories = Dictionary(works.map { ($0.id, $0) }) { first, _ in first }
        let newest = try db.all(.newest(of: works.map(\.id), limit: Self.mostEntries))
        var numbers: [ChapterID: Int] = [:]
        for story in Set(newest.map(\.story)) {
            for (index, part) in try db.all(.parts(of: story)).enumerated() { numbers[part.chapter] = index + 1 }
        }
        return newest.compactMap { chapter in
            stories[chapter.story].map { AtomFeed.Entry(chapter, number: numbers[chapter.id] ?? 1, of: $0) }
        }
    }

    private func answer(_ feed: AtomFeed, _ request: Request) -> Response {
        let base = WholeAddress(site.configuration.baseURL, request)
        var response = Response.bytes(feed.document(base, request.render), type: AtomFeed.type)
        response.headers.add("Last-Modified", HTTPDate.text(feed.updated))
        response.headers.add("Cache-Control", "public, max-age=300")
        response.headers.add("Vary", "Accept-Language")
        return response.conditional(for: request)
    }
}

/// A feed in Atom (RFC 4287).
struct AtomFeed: Sendable {
    static let type = "application/atom+xml; charset=utf-8"

    struct Entry: Sendable {
        let id: String
        let title: Text
        let page: String
        let published: Instant
        let updated: Instant
        let text: String

        /// - Parameter number: its place among the chapters that readers see, counted from 1.
        init(_ chapter: Chapter, number: Int, of story: Story) {
            id = "\(StoriesPaths.story(story.id))#chapter-\(chapter.id)"
            title = "\(story.readersTitle): \(Chapter.name(chapter.title, number: number))"
            page = StoriesPaths.story(story.id)
            published = chapter.publishedAt ?? chapter.changedAt
            updated = published
            text = ""
        }

        init(_ post: AuthorPost) {
            id = "\(StoriesPaths.person(post.author))#post-\(post.id)"
            title = "Post"
            page = StoriesPaths.posts(of: post.author)
            published = post.publishedAt ?? post.createdAt
            updated = published
            text = post.text
        }
    }

    let title: String
    let authors: [String]
    let page: String
    let address: String
    let updated: Instant
    let entries: [Entry]

    func document(_ site: WholeAddress, _ words: (Text) -> String) -> [UInt8] {
        let head = [
            XML("id", text: site.of(page)), XML("title", text: title), XML("updated", text: updated.rfc3339),
            XML("link", ["rel": "self", "href": site.of(address), "type": "application/atom+xml"]),
            XML("link", ["rel": "alternate", "href": site.of(page), "type": "text/html"]),
        ]
        let people = authors.map { XML("author", [:], [XML("name", text: $0)]) }
        let entries = entries.map { entry in
            let content = entry.text.isEmpty ? [] : [XML("content", ["type": "text"], text: entry.text)]
            return XML(
                "entry", [:],
                [
                    XML("id", text: site.of(entry.id)), XML("title", text: words(entry.title)), XML("published", text: entry.published.rfc3339),
                    XML("updated", text: entry.updated.rfc3339), XML("link", ["rel": "alternate", "href": site.of(entry.page), "type": "text/html"]),
                ] + content)
        }
        return XML("feed", ["xmlns": "http://www.w3.org/2005/Atom"], head + people + entries).document()
    }
}

extension Query where Row == Chapter {
    /// The newest chapters that readers see of some stories.
    fileprivate static func newest(of stories: [StoryID], limit: Int) -> Self {
        """
        \(Chapter.asPublished) WHERE c.story_id IN \(list: stories) AND c.published_at IS NOT NULL
        ORDER BY c.published_at DESC, c.id DESC LIMIT \(limit)
        """
    }
}
