import Core
import Reading
import Web

/// The identity of a story.
typealias StoryID = ID<Story>

/// Whom a story is for.
enum StoryRating: String, Sendable, CaseIterable, Codable {
    case general, teen, mature

    var name: Text {
        switch self {
        case .general: "Everyone"
        case .teen: "Teen and up"
        case .mature: "Mature (18+)"
        }
    }
}

/// How what an author sent in stands.
enum ReleaseStatus: String, Sendable, Codable {
    /// Never sent in.
    case draft
    case accepted, rejected, pending
}

/// What an author says of a story.
struct StoryDetails: Sendable, Equatable, Codable {
    var title: String
    var description: String
    var language: Language
    var rating: StoryRating
    var isComplete: Bool
    /// By which readers find it, as its author wrote them.
    var tags: [String] = []
    /// What its author warns of.
    var warnings: Set<ContentWarning> = []
}

/// A story: its author's words about it, and what of them readers see.
struct Story: Sendable, Equatable {
    let id: StoryID
    let author: PersonID
    /// As its author works on it.
    let details: StoryDetails
    /// Whether its author wants it read.
    let isPublished: Bool
    /// Whether a moderator took it from readers.
    let isRemoved: Bool
    /// How its title and description stand.
    let status: ReleaseStatus
    /// What its author was told, unless they were accepted.
    let reason: Text?
    /// Whether a person decided.
    let isManual: Bool
    /// What readers see; nil until it was accepted once.
    let shownTitle: String?
    let shownDescription: String?
    /// The tags that were accepted with them.
    let shownTags: [String]
    /// Where it is read, once a chapter was accepted.
    let publication: PublicationID?
    /// How many chapters readers see, and their words.
    let chapterCount: Int
    let words: Int
    let publishedAt: Instant?
    /// When readers last got a new chapter.
    let updatedAt: Instant?
    let createdAt: Instant
    let changedAt: Instant
    /// The cover as its author has it, and the one that readers see.
    let cover: PictureID?
    var shownCover: PictureID?

    /// Whether anybody can read it.
    var isShown: Bool { isPublished && !isRemoved && chapterCount > 0 && shownTitle != nil }
    /// Whether it is for those only who said that they are of age.
    var isMature: Bool { details.rating == .mature }
    /// Whether it was never sent in to be read by others.
    var isNew: Bool { status == .draft }
    /// Where its last chapter is read; nil where nobody can read it.
    var lastSection: String? { isShown ? publication.map { ReadingPaths.section($0, chapterCount - 1) } : nil }
    /// What readers call it; its author's own title before that.
    var readersTitle: String { shownTitle ?? details.title }
}
