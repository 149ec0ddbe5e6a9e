import Accounts
import Core
import Database
import Platform
import Reading
import Web

/// Stories and search for programs, by the same rules as the pages.
struct StoryAPI: Sendable {
    let search: StorySearch
    let publications: Publications

    private static let pages = PageSize(usual: StorySearch.pageSize, most: 50)

    var routes: [Route] {
        [
            .get(StoriesPaths.apiStories, allow: .everyone, use: list)
                .summary("Public stories, page by page; with words the best match first")
                .query("q", .text(most: 1000), "The words.").query("tags", .text(most: 1000), "Tags that a story has, with commas between.")
                .query("without", .text(most: 1000), "Tags that it doesn’t have.")
                .query("hide", .oneOf(ContentWarning.self), "A warning that it doesn’t have; may be repeated.")
                .query("rating", .oneOf(StoryRating.self), "Whom it is for; may be repeated.")
                .query("length", .oneOf(StoryLength.self), "How long it is.").query("progress", .oneOf(StoryProgress.self), "Whether it has its end.")
                .query("language", .text(most: 35), "Its language.").query("updated", .oneOf(StoryUpdate.self), "How long ago, at most.")
                .query("author", .id, "Its author.").query("sort", .oneOf(StoryOrder.self), "By what they are put in order.").paged(Self.pages),
            .get(StoriesPaths.apiTags, allow: .everyone, use: tags).summary("The tags to browse by, with how many stories carry each"),
            .get(StoriesPaths.apiStory, allow: .everyone, use: show).summary("One public story with its chapters"),
        ]
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> Paged<StoryAnswer> {
        let limit = try request.query.limit(Self.pages)
        let offset = try request.after(.stories)?.offset ?? 0
        let findings = try await search.find(StoryFilter(request.query), from: offset, limit: limit, for: try await search.reader(of: request))
        return Paged(
            items: findings.lines.compactMap(\.story).map { StoryAnswer($0) },
            next: try findings.next.map { try request.cursor(.stories, after: StoryOffset(offset: $0)) })
    }

    func tags(_ request: Request, _ visitor: Visitor) async throws -> [TagAnswer] {
        let isOfAge = try await search.isOfAge(request)
        return try await search.browse(isOfAge: isOfAge).map {
            TagAnswer(name: $0.tag.name(in: request.language), tag: $0.tag.key, stories: $0.stories)
        }
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: StoryID) async throws -> StoryAnswer {
        try await search.site.database.read { db in
            guard let story = try db.first(.story(id)), story.isShown else { throw Problem.notFound }
            guard try search.ofAge.mayOpen(story, request, in: db) else { throw OfAge.refusal(backTo: StoriesPaths.story(id)) }
            let sections = try story.publication.map { try publications.sections(of: $0, in: db) } ?? []
            let found = StorySearch.Found(
                story: story, authors: try Authors.of([story], in: db), tags: StoryTagging.tags(of: story))
            return StoryAnswer(found, chapters: sections)
        }
    }
}

/// A story as programs see it.
struct StoryAnswer: JSONAnswer, Codable {
    struct Chapter: Codable, Sendable {
        let number: Int
        let title: String?
        let words: Int
    }

    let id: StoryID
    let title: String
    /// Who began it, and everybody who wrote it, they first.
    let author: PersonID
    let authors: [PersonID]
    let authorName: String
    let description: String
    let language: String
    let rating: StoryRating
    let warnings: [ContentWarning]
    let tags: [String]
    let isComplete: Bool
    let words: Int
    let chapterCount: Int
    let publishedAt: String?
    let updatedAt: String?
    /// Where its cover is, on this site.
    let cover: String?
    /// What the reader and its API know it by.
    let publication: PublicationID?
    /// Of one story only, not in lists.
    let chapters: [Chapter]?

    init(_ found: StorySearch.Found, chapters: [SectionSummary]? = nil) {
        let story = found.story
        id = story.id
        title = story.readersTitle
        author = story.author
        authors = found.authors.ids(of: story)
        authorName = found.authors.line(of: story)
        description = story.shownDescription ?? ""
        language = story.details.language.rawValue
        rating = story.details.rating
        warnings = ContentWarning.inOrder(story.details.warnings)
        tags = found.tags.map(\.name)
        isComplete = story.details.isComplete
        words = story.words
        chapterCount = story.chapterCount
        publishedAt = story.publishedAt?.rfc3339
        updatedAt = story.updatedAt?.rfc3339
        cover = story.coverAddress(.large)
        publication = story.publication
        self.chapters = chapters?.map { Chapter(number: $0.number, title: $0.title, words: $0.words) }
    }
}

/// A browse tag as programs see it.
struct TagAnswer: JSONAnswer, Codable {
    let name: String
    /// What `?tags=` takes.
    let tag: String
    let stories: Int
}
