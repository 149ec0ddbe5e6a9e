import Core
import Jobs
import Platform

/// When a chapter is published without its author at hand. A chapter has one time at most; publishing, unpublishing or deleting it ends the
/// schedule.
struct ChapterSchedule: Sendable, Codable, Equatable {
    static let job = Job<ChapterSchedule>("stories.scheduled-chapters")
    /// How far ahead a chapter can be scheduled.
    static let longest = Duration.days(366)

    let chapter: ChapterID
    let publishAt: Instant
    /// Who chose the time, in whose name it is published while they still write the story.
    var author: PersonID?

    /// Sets the time, in the place of an earlier one.
    func set(in write: Write) throws {
        try Self.end(of: chapter, in: write)
        try ChapterStatements(write).schedule(chapter, at: publishAt)
        try write.enqueue(Self.job, self, at: publishAt, key: chapter.description)
    }

    /// Whether this is still the time of its chapter.
    func isPending(_ chapter: Chapter?) -> Bool { chapter?.scheduledAt == publishAt }

    static func end(of chapter: ChapterID, in write: Write) throws {
        try ChapterStatements(write).schedule(chapter, at: nil)
        try write.withdraw(job, key: chapter.description)
    }

    /// Whether a chapter can be scheduled at all.
    static func check(_ chapter: Chapter, of story: Story) throws(ScheduleRefusal) {
        if story.isRemoved { throw .storyRemoved }
        if chapter.isRemoved { throw .chapterRemoved }
        if story.isNew { throw .firstPublication(chapter.id) }
        if chapter.isShown { throw .published(chapter.id) }
        if chapter.status == .pending { throw .pending }
        if chapter.words == 0 { throw .empty }
    }

    /// Whether a chapter can be scheduled for a moment.
    static func check(_ moment: Instant, at now: Instant) throws(ScheduleRefusal) {
        if moment <= now { throw .past }
        if moment > now + longest { throw .tooFar }
    }
}
