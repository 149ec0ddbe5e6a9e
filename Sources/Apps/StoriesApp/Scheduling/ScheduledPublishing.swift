import Audit
import Core
import Database
import Documents
import Events
import Jobs
import Notifications
import Platform
import Web

/// Publishes chapters at the time that their authors chose, as if they pressed Publish then: the text is the one that is saved at that moment,
/// and filter and moderators come first.
struct ScheduledPublishing: Sendable {
    static let published = NotificationKind(
        "stories.scheduled", "Scheduled chapters", hint: "A chapter you scheduled is published, or couldn’t be.", isEssential: true)
    /// Attempts after the first, over more than an hour.
    static let retries = 10

    let site: Site
    let chapters: Chapters
    let notifier: Notifier

    private var stories: Stories { chapters.stories }

    /// Sets or changes the time at which an own chapter is published.
    /// - Throws: ``ScheduleRefusal``.
    func schedule(_ id: ChapterID, at moment: Instant, by author: PersonID) async throws -> StoryID {
        try await site.write(by: author) { write in
            try stories.requireOpen(author, in: write)
            let (story, chapter) = try chapters.writes(id, author, in: write)
            try ChapterSchedule.check(chapter, of: story)
            try ChapterSchedule.check(moment, at: write.now)
            guard chapter.scheduledAt != moment else { return story.id }
            try ChapterSchedule(chapter: id, publishAt: moment, author: author).set(in: write)
            try write.audit(.update, AuditName("stories.chapter", id), ["is": "scheduled", "at": moment.rfc3339])
            try tellScreens(of: chapter, in: write)
            return story.id
        }
    }

    /// Takes the time back; nothing happens where there is none. Somebody who is banned may do that too.
    func cancel(_ id: ChapterID, by author: PersonID) async throws -> StoryID {
        try await site.write(by: author) { write in
            let (story, chapter) = try chapters.writes(id, author, in: write)
            guard chapter.scheduledAt != nil else { return story.id }
            try end(chapter, in: write)
            return story.id
        }
    }

    var job: JobKind {
        JobKind(ChapterSchedule.job, retries: Self.retries, limit: 2) { work, context in
            try await run(work, isLast: context.attempt > Self.retries)
        }
    }

    /// Publishes a chapter whose time has come, or tells its author why not. A schedule that was changed or ended meanwhile is none of this job's.
    func run(_ work: ChapterSchedule, isLast: Bool = false) async throws {
        let author = try await site.database.read { db -> PersonID? in
            guard let chapter = try db.first(.chapter(work.chapter)), work.isPending(chapter) else { return nil }
            let story = try db.one(.story(chapter.story))
            return try Authors.isAuthor(work.author, of: story, in: db) ? work.author : story.author
        }
        guard let author else { return }
        // A queue whose clock was set back counts pauses; what an author chose is a moment.
        guard site.clock.now() >= work.publishAt else { throw JobPostponement(until: work.publishAt, "Its time hasn’t come.") }
        do {
            let release = try await chapters.release(of: work.chapter, by: author)
            try await site.write(by: author) { write in try publish(release, work, by: author, in: write) }
        } catch let error where isLast || Self.isFinal(error) {
            guard !(error is CancellationError) else { throw error }
            let problem = (error as? any ProblemConvertible)?.problem
            try await site.write(by: nil) { write in
                guard let chapter = try write.first(.chapter(work.chapter)), work.isPending(chapter) else { return }
                try end(chapter, in: write)
                let reason = problem?.detail ?? "Something went wrong on our side. Publish it yourself."
                try tell(author, work, "“\(name(of: chapter, in: write))” wasn’t published", reason, StoriesPaths.editor(chapter.id), in: write)
            }
            if !Self.isFinal(error) { throw error }
        }
    }

    private func publish(_ release: Release, _ work: ChapterSchedule, by author: PersonID, in write: Write) throws {
        guard let chapter = try write.first(.chapter(work.chapter)), work.isPending(chapter) else { return }
        try ChapterSchedule.check(chapter, of: write.one(.story(chapter.story)))
        let status = try chapters.send(release, by: author, in: write)
        let title = try name(of: chapter, in: write)
        if status == .accepted {
            let story = try write.one(.story(chapter.story))
            try tell(author, work, "“\(title)” is published", .verbatim(story.readersTitle), StoriesPaths.story(story.id), in: write)
        } else {
            try tell(
                author, work, "A moderator reads “\(title)” first", "You’re notified when it’s decided.", StoriesPaths.workspace(chapter.story),
                in: write)
        }
        try tellScreens(of: chapter, in: write)
    }

    private func end(_ chapter: Chapter, in write: Write) throws {
        try ChapterSchedule.end(of: chapter.id, in: write)
        try write.audit(.update, AuditName("stories.chapter", chapter.id), ["is": "unscheduled"])
        try tellScreens(of: chapter, in: write)
    }

    private func name(of chapter: Chapter, in db: any Connection) throws -> Text {
        Chapter.name(chapter.title, number: try db.one(.number(of: chapter)))
    }

    private func tell(_ author: PersonID, _ work: ChapterSchedule, _ title: Text, _ body: Text, _ link: String, in write: Write) throws {
        let key = "\(Self.published.id).\(work.chapter).\(work.publishAt.milliseconds)"
        try notifier.send(Notification(kind: Self.published.id, title: title, body: body, link: link, key: key), to: author, in: write)
    }

    private func tellScreens(of chapter: Chapter, in write: Write) throws {
        try chapters.tell(
            "scheduled", SaveEvent(chapter: chapter.id, head: chapter.head), write.all(.authors(of: chapter.story)), in: write)
    }

    /// Whether another attempt would end the same. A converter that was too slow, or a service that is away, may do it the next time.
    private static func isFinal(_ error: any Error) -> Bool {
        guard !(error is ConversionRefusal), let problem = (error as? any ProblemConvertible)?.problem else { return false }
        return problem.kind.rawValue < 500 && problem.kind != .tooManyRequests
    }
}
