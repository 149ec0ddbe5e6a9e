import Core
import Web

/// Why the app did not do what was asked with a story. Every case is safe to show.
enum StoryRefusal: Error, Equatable {
    case invalid([String: Text])
    case notYours
    case notStarter
    case emptyChapter
    /// Two devices wrote a paragraph differently, and its author hasn't chosen.
    case undecided(ChapterID)
    case lastChapter
    case nothingToPublish
    /// Whether it was there once is not told.
    case notReadable
}

extension StoryRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let fields):
            Problem(
                .invalid, "stories.invalid-story", "Some fields need correcting.", remedy: "Correct the marked fields and try again.", fields: fields)
        case .notYours: Problem(.forbidden, "stories.not-your-story", "Only the author of a story can do that.")
        case .notStarter: Problem(.forbidden, "stories.not-starter", "Only the author who started the story can do that.")
        case .emptyChapter:
            Problem(.conflict, "stories.empty-chapter", "This chapter is still empty.", remedy: "Write something first, then publish it.")
        case .undecided(let chapter):
            Problem(
                .conflict, "stories.undecided-wordings", "Two wordings of a paragraph are still in the text.",
                remedy: "Choose one or keep both, then publish.", link: .init("Compare and choose", path: StoriesPaths.conflicts(chapter)))
        case .lastChapter:
            Problem(.conflict, "stories.last-chapter", "A story needs at least one chapter.", remedy: "Delete the whole story instead.")
        case .notReadable:
            Problem(
                .notFound, "stories.not-readable", "This story isn’t available.",
                remedy: "Its author may have unpublished or deleted it, or a moderator removed it.",
                link: .init("Find stories", path: StoriesPaths.search()))
        case .nothingToPublish:
            Problem(
                .conflict, "stories.nothing-to-publish", "Your story has no published chapter yet.",
                remedy: "Open a chapter and publish it.")
        }
    }
}
