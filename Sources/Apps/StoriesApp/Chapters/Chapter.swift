import Core

/// The identity of a chapter.
typealias ChapterID = ID<Chapter>

/// One chapter as its author has it, without its text.
struct Chapter: Sendable, Equatable {
    /// The most characters of a chapter's text, and of its title.
    static let longestText = 1_000_000
    static let longestTitle = 200

    let id: ChapterID
    let story: StoryID
    let position: Int
    let title: String
    let words: Int
    /// The number of the revision that is its text now; 0 before the first word.
    let head: Int
    /// The highest number of a revision: the head, or one that was brought into it.
    let lastRevision: Int
    /// How what was last sent in stands.
    let status: ReleaseStatus
    let reason: Text?
    let isManual: Bool
    let isRemoved: Bool
    /// The revision that readers see, if they see one.
    let shownRevision: Int?
    let publishedAt: Instant?
    /// When it is to be published, if its author chose a time.
    let scheduledAt: Instant?
    let changedAt: Instant

    /// Whether readers see it, where they see the story.
    var isShown: Bool { shownRevision != nil && !isRemoved }
    /// Whether readers see something older than its text is now.
    var hasChanges: Bool { shownRevision != nil && shownRevision != head }

    /// What it is called where it has no title; `number` counts from 1.
    static func name(_ title: String, number: Int) -> Text { title.isEmpty ? "Chapter \(number)" : .verbatim(title) }

    /// Where somebody is among the chapters of a story. `place` counts from 0; one whose chapter is gone is at the last.
    static func name(ofPlace place: Int, among count: Int) -> Text { "Chapter \(min(place, count - 1) + 1) of \(count)" }
}
