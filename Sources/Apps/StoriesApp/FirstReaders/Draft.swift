import Core
import Documents
import Web

/// What the first readers of a story are shown of a chapter: its text as it was when an author showed it.
struct Draft: Sendable, Equatable {
    let release: Release
    /// Never `draft`: it was sent to the filter.
    let status: ReleaseStatus
    /// What its author was told, unless it was accepted.
    let reason: Text?
    let shownAt: Instant
    /// Who showed it; nil once their account is gone.
    let sender: PersonID?

    /// Whether first readers see it.
    var isShown: Bool { status == .accepted }
}

/// A draft without its text.
struct DraftState: Sendable, Equatable {
    let chapter: ChapterID
    let revision: Int
    let title: String
    let words: Int
    let status: ReleaseStatus
    let reason: Text?
    let shownAt: Instant
}

/// Why a chapter was not shown to first readers. Every case is safe to show.
enum DraftRefusal: Error, Equatable {
    case empty
    case published
    case removed
}

extension DraftRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .empty: Problem(.conflict, "stories.empty-draft", "This chapter is still empty.", remedy: "Write something first, then show it.")
        case .published:
            Problem(
                .conflict, "stories.draft-is-published", "This text is published.",
                remedy: "Your first readers can read it in the story. Change the chapter to show them a new draft.")
        case .removed: Problem(.conflict, "stories.draft-is-removed", "A moderator removed this, so it can’t be shown to first readers.")
        }
    }
}
