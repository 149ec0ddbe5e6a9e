import Core
import Web

/// The identity of a comment.
typealias CommentID = ID<Comment>

/// How the newest version of a comment stands.
enum CommentStatus: String, Sendable, Codable {
    case accepted, rejected, pending
}

/// What a reader says about a chapter, or an answer to that.
struct Comment: Sendable, Equatable {
    static let longest = 2000
    /// How long its author can change it.
    static let editTime = Duration.seconds(15 * 60)
    /// The most answers to one comment.
    static let mostReplies = 200

    let id: CommentID
    let story: StoryID
    let chapter: ChapterID
    /// What it answers.
    let parent: CommentID?
    /// Nil of one that was deleted while it had answers.
    let author: PersonID?
    /// The newest version, as its author has it.
    let words: String
    /// The version that others see, once one was accepted.
    let shownWords: String?
    let language: Language
    /// Whether it is covered until a reader wants to see it.
    let isSpoiler: Bool
    let quote: CommentQuote?
    let status: CommentStatus
    /// What its author was told, unless it was accepted.
    let reason: Text?
    /// Whether a person decided.
    let isManual: Bool
    /// Whether a moderator took it from readers.
    let isRemoved: Bool
    /// Whether the author of the story took it from readers.
    let isHidden: Bool
    let publishedAt: Instant?
    let editedAt: Instant?
    let createdAt: Instant
    /// Whether it is about a draft: then the story's authors and first readers see it, and nobody else.
    let isOnDraft: Bool

    /// The page that lists it.
    var listPath: String { isOnDraft ? StoriesPaths.draft(chapter) : StoriesPaths.comments(chapter) }
    var isDeleted: Bool { author == nil }
    /// Whether anybody can see it, where they see the chapter.
    var isShown: Bool { shownWords != nil && !isRemoved && !isHidden && !isDeleted }

    /// Whether its author can still change it: for a while, as long as nobody else has seen it, and after it was stopped.
    func isEditable(at now: Instant) -> Bool {
        !isDeleted && !isRemoved && (shownWords == nil || status == .rejected || now - createdAt < Self.editTime)
    }
}

/// The passage of a chapter that a comment is about.
struct CommentQuote: Sendable, Equatable, Codable {
    let quote: TextQuote
    let position: TextPosition

    /// As Reading addresses it, in a section.
    func passage(in section: Int) -> Passage { Passage(section: section, quote: quote, position: position) }
}

extension TextQuote {
    /// The words as people read them: where they were cut, up to the last whole word, with a sign that the text goes on.
    var shown: String {
        let words = exact
        let isInWord = words.last.map(Self.isInWord) ?? false && suffix.first.map(Self.isInWord) ?? false
        if isInWord, let end = words.lastIndex(where: \.isWhitespace) { return String(words[..<end]).trimmed + "…" }
        guard words.last.map({ $0.isLetter || $0.isNumber || ",;:–-".contains($0) }) ?? false else { return words }
        let goesOn = words.length > CommentDraft.longestChosen - 40 && suffix.prefix(2).contains(where: Self.isInWord)
        return isInWord || goesOn ? words + "…" : words
    }

    private static func isInWord(_ sign: Character) -> Bool { sign.isLetter || sign.isNumber }
}

/// In which order comments are read.
enum CommentOrder: String, Sendable, CaseIterable {
    case oldest, newest

    var name: Text {
        switch self {
        case .oldest: "Oldest first"
        case .newest: "Newest first"
        }
    }
}

/// Who looks at comments.
struct CommentViewer: Sendable {
    let person: PersonID?
    let isModerator: Bool
}

extension CommentViewer {
    /// Drafts are no business of moderators before somebody reports one.
    var asReader: Self { Self(person: person, isModerator: false) }

    init(_ visitor: Visitor) { self.init(person: visitor.personID, isModerator: visitor.identity.may(.storiesModerate)) }
    init(_ member: Member) { self.init(person: member.id, isModerator: member.may(.storiesModerate)) }
}
