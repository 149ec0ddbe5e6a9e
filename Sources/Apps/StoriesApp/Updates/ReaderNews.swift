import Accounts
import Core
import Database
import Jobs
import Notifications
import Platform
import Reading
import Web

/// Tells readers of new chapters and posts (STO-009, STO-010), each person once, a few hundred at a time so that no write is long.
///
/// A chapter is news once, when readers can first read it. What is published within ``pause`` is one notification, and a chapter that was
/// published by mistake can be taken back untold.
struct ReaderNews: Sendable {
    static let gathering = Job<Gathering>("stories.chapters-due")
    static let chapters = Job<Chapters>("stories.chapters")
    static let posts = Job<Posts>("stories.posts")
    static let pause = Duration.seconds(600)
    static let batch = 200

    /// A story with chapters that nobody was told of.
    struct Gathering: Codable, Sendable {
        let story: StoryID
    }

    /// Chapters that one notification tells of, and the last person who was told.
    struct Chapters: Codable, Sendable {
        let story: StoryID
        let chapters: [ChapterID]
        var after: PersonID?
    }

    struct Posts: Codable, Sendable {
        let post: AuthorPostID
        var after: PersonID?
    }

    let site: Site
    let notifier: Notifier

    var jobs: [JobKind] {
        [
            JobKind(Self.gathering) { work, _ in try await gather(work) },
            JobKind(Self.chapters) { work, context in
                try await deliver(from: work.after, context) { last, write in try tell(of: work, after: last, in: write) }
            },
            JobKind(Self.posts) { work, context in
                try await deliver(from: work.after, context) { last, write in try tell(of: work, after: last, in: write) }
            },
        ]
    }

    /// Looks at a story when the pause is over, if readers can read chapters of it that nobody was told of.
    func expect(_ story: Story, in write: Write) throws {
        guard story.isShown, try write.first(.untold(of: story.id, limit: 1)) != nil else { return }
        try write.enqueue(Self.gathering, Gathering(story: story.id), at: write.now + Self.pause, key: "\(story.id)")
    }

    /// Tells of a post now.
    func tell(of post: AuthorPostID, in write: Write) throws { try write.enqueue(Self.posts, Posts(post: post), key: "\(post)") }

    private func gather(_ work: Gathering) async throws {
        try await site.write(by: nil) { write in
            guard let story = try write.first(.story(work.story)), story.isShown else { return }
            let untold = try write.all(.untold(of: story.id, limit: 500))
            guard !untold.isEmpty else { return }
            try write.run("UPDATE stories_chapter SET told_at = \(write.now) WHERE id IN \(list: untold)")
            try write.enqueue(Self.chapters, Chapters(story: story.id, chapters: untold))
        }
    }

    private func deliver(
        from first: PersonID?, _ context: JobContext, _ tell: @escaping @Sendable (PersonID?, Write) throws -> PersonID?
    ) async throws {
        var last = first
        while !context.isCancelled {
            let from = last
            guard let told = try await site.write(by: nil, { write in try tell(from, write) }) else { return }
            last = told
        }
    }

    /// Tells the next people; the last one of them, or nil when everybody knows. What readers can't read any more is no news.
    private func tell(of work: Chapters, after last: PersonID?, in write: Write) throws -> PersonID? {
        guard let story = try write.first(.story(work.story)), story.isShown, let publication = story.publication else { return nil }
        let new = try write.all(.published(of: story.id)).enumerated().filter { work.chapters.contains($0.element.id) }
        guard !new.isEmpty, let key = work.chapters.first else { return nil }
        let authors = try Authors.of([story], in: write)
        let author = authors.text(of: story)
        return try send(toAudienceOf: authors.ids(of: story), story.id, after: last, in: write) { since in
            // What was there when somebody began to follow is no news for them.
            let news = new.filter { $0.element.publishedAt.map { $0 >= since } ?? true }
            guard let first = news.first else { return nil }
            let name = Chapter.name(first.element.title, number: first.offset + 1)
            return Notification(
                kind: StoriesNotifications.chapters.id,
                title: news.count == 1 ? "New chapter of “\(story.readersTitle)”" : "\(news.count) new chapters of “\(story.readersTitle)”",
                body: news.count == 1 ? "\(author) published “\(name)”." as Text : "\(author) published “\(name)” and more.",
                link: ReadingPaths.section(publication, first.offset), key: "stories.chapters.\(key)", actor: story.author)
        }
    }

    private func tell(of work: Posts, after last: PersonID?, in write: Write) throws -> PersonID? {
        guard let post = try write.first(.post(work.post)), post.isShown else { return nil }
        let story = try post.story.flatMap { try write.first(.story($0)) }.flatMap { $0.isShown ? $0 : nil }
        let author = try Authors.name(of: post.author, in: write)
        let notification = Notification(
            kind: StoriesNotifications.posts.id, title: story.map { "\(author) about “\($0.readersTitle)”" } ?? "New post by \(author)",
            body: .verbatim(post.text.count > 200 ? post.text.prefix(200) + "…" : post.text), link: StoriesPaths.posts(of: post.author),
            key: "stories.posts.\(post.id)", actor: post.author)
        return try send(toAudienceOf: [post.author], story?.id, after: last, in: write) { _ in notification }
    }

    /// Sends each of the next people what is news for somebody who follows since a moment.
    private func send(
        toAudienceOf authors: [PersonID], _ story: StoryID?, after last: PersonID?, in write: Write,
        _ notification: (_ since: Instant) -> Notifications.Notification?
    ) throws -> PersonID? {
        let people = try write.all(.audience(of: authors, story: story, after: last ?? PersonID(0), limit: Self.batch))
        for person in people {
            if let notification = notification(person.second) { try notifier.send(notification, to: person.first, in: write) }
        }
        return people.last?.first
    }
}

extension Query where Row == ChapterID {
    /// Chapters that readers see and nobody was told of, in their order.
    fileprivate static func untold(of story: StoryID, limit: Int) -> Self {
        """
        SELECT id FROM stories_chapter WHERE story_id = \(story) AND shown_revision IS NOT NULL AND is_removed = 0 AND told_at IS NULL
        ORDER BY position, id LIMIT \(limit)
        """
    }
}
