import Core
import Web

/// Why a chapter wasn't scheduled, or wasn't published at its time. Every case is safe to show to its author.
enum ScheduleRefusal: Error, Equatable {
    /// Its story was never published, which asks its author to look at what readers get.
    case firstPublication(ChapterID)
    case published(ChapterID)
    case pending
    case empty
    case storyRemoved
    case chapterRemoved
    case timeMissing
    case past
    case tooFar
}

extension ScheduleRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .firstPublication(let chapter):
            Problem(
                .conflict, "stories.schedule-first", "Your story isn’t published yet, so its first chapter can’t be scheduled.",
                remedy: "Publish a chapter yourself once. Then you can schedule the next ones.",
                link: .init("Publish your story", path: StoriesPaths.publishChapter(chapter)))
        case .published(let chapter):
            Problem(
                .conflict, "stories.schedule-published", Self.isPublished, remedy: "To show readers what you changed, publish your changes.",
                link: .init("Open chapter", path: StoriesPaths.editor(chapter)))
        case .pending:
            Problem(
                .conflict, "stories.schedule-pending", "A moderator is reading this chapter.",
                remedy: "Wait for the decision. You’re notified of it.")
        case .empty:
            Problem(
                .conflict, "stories.empty-chapter", "This chapter is still empty.", remedy: "Write something first, then schedule it.")
        case .storyRemoved: Problem(.conflict, "stories.schedule-removed", "A moderator removed your story.")
        case .chapterRemoved:
            Problem(
                .conflict, "stories.schedule-removed", "A moderator removed this chapter.",
                remedy: "Change it and publish it yourself. A moderator reads it first.")
        case .timeMissing: Self.wrongTime("stories.schedule-time", "Enter a day and a time.")
        case .past: Self.wrongTime("stories.schedule-past", "Choose a later time.")
        case .tooFar: Self.wrongTime("stories.schedule-too-far", "Choose a time within a year.")
        }
    }

    static let isPublished: Text = "This chapter is already published."

    private static func wrongTime(_ code: String, _ words: Text) -> Problem {
        Problem(.invalid, code, "The chapter wasn’t scheduled.", remedy: words, fields: [ScheduleForm.day: words])
    }
}
