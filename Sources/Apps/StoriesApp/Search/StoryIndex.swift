import Accounts
import Core
import Database
import Documents
import Jobs
import Platform
import Search
import Web

/// What the site's search knows of stories and of those who write them.
struct StoryIndex: Sendable {
    static let source = StoryPublishing.source
    static let authors = "stories.author"
    /// Enters the words of a story's chapters: a long one takes longer than a page may.
    static let textJob = Job<TextWork>("stories.text-index")

    let index: SearchIndex

    struct TextWork: Codable, Sendable {
        var story: StoryID
    }

    /// Enters a story as readers see it; its text stays as it was entered last.
    func put(_ story: Story, _ browse: BrowseTags, in write: Write) throws {
        try index.put(document(of: story, browse, in: write), in: write, by: write.actor)
    }

    func remove(_ story: StoryID, in db: any Connection) throws {
        try EnteredChapters.forget(story, in: db)
        try index.remove(source: Self.source, subject: story.number, in: db)
    }

    /// Enters the text soon, once however often it changes until then.
    func enqueueText(of story: StoryID, in write: Write) throws {
        try write.enqueue(Self.textJob, TextWork(story: story), key: story.description)
    }

    /// Enters the words of every chapter that readers see, a few chapters in each write. Where chapters only came behind those that are
    /// entered, it enters those alone.
    func enterText(_ work: TextWork, _ writer: Writer) async throws {
        while try await writer.write(by: nil, { write in try enterNext(of: work.story, in: write) }) {}
    }

    /// - Returns: whether there is more to enter.
    private func enterNext(of id: StoryID, in write: Write) throws -> Bool {
        guard let story = try write.first(.story(id)), story.chapterCount > 0 else { return false }
        let parts = try write.all(.parts(of: id))
        let known = try EnteredChapters.read(id, in: write).flatMap { $0.isBeginning(of: parts) ? $0.count : nil }
        guard known != parts.count else { return false }
        var (end, passages, characters): (Int, [SearchPassage], Int) = (known ?? 0, [], 0)
        while end < parts.count, characters < Self.mostCharacters {
            let text = try write.one(.release(parts[end])).text
            passages += SearchPassage.split(text, section: end)
            characters += text.utf8.count
            end += 1
        }
        if known == nil {
            var document = try document(of: story, BrowseTags.read(write), in: write)
            document.passages = passages
            try index.put(document, in: write)
        } else if try !index.append(passages, source: Self.source, subject: id.number, in: write) {
            // Whatever took it out of the search: it is entered from the beginning.
            try EnteredChapters.forget(id, in: write)
            return true
        }
        try EnteredChapters(parts.prefix(end)).keep(for: id, in: write)
        return end < parts.count
    }

    /// So much is entered in one write, so that others needn't wait long: some 20 chapters, or one of the longest.
    private static let mostCharacters = 200_000

    /// Enters a person while readers can open a story of theirs; those of age alone find one who writes for them only.
    func putAuthor(_ author: PersonID, in write: Write) throws {
        let ratings = try write.all(
            "SELECT DISTINCT rating FROM stories_story WHERE id IN (\(sql: Authors.stories(by: author))) AND \(Story.isShown) ORDER BY rating LIMIT 3"
                as Query<String>)
        guard !ratings.isEmpty, let name = try People.names(of: [author], in: write)[author] else {
            return try index.remove(source: Self.authors, subject: author.number, in: write)
        }
        try index.put(
            SearchDocument(
                source: Self.authors, subject: author.number,
                audience: ratings == [StoryRating.mature.rawValue] ? OfAge.audience : SearchFilter.everyone,
                kind: "author", title: name), in: write, by: write.actor)
    }

    private func document(of story: Story, _ browse: BrowseTags, in db: any Connection) throws -> SearchDocument {
        let tags = StoryTagging.tags(of: story)
        let topics = tags.map(\.name) + tags.compactMap { browse.browseTag(of: $0) }.flatMap { [$0.name] + $0.translations.values.map(\.name) }
        let audience = !story.isShown ? Permission.storiesModerate.rawValue : story.isMature ? OfAge.audience : SearchFilter.everyone
        let readers: Int = try db.one("SELECT readers FROM stories_story WHERE id = \(story.id)")
        return SearchDocument(
            source: Self.source, subject: story.id.number, audience: audience, kind: "story", language: story.details.language,
            title: story.readersTitle, authors: try Authors.of([story], in: db).of(story).map(\.name), topics: topics.unique,
            notes: story.shownDescription ?? "", popularity: readers)
    }
}
