public import Core
public import Database
import Web

/// Something people write that others see, judged by the filter and by moderators (CORE-025–027). Apps hand these in;
/// Moderation keeps the cases and tells the subject what was decided.
///
/// A subject has at most two versions that matter: the latest, which its author wrote last, and the public one, which was
/// accepted last. The app stores the latest version as not public, calls `Moderation.submit` in the same transaction, and
/// ``apply(_:to:in:)`` says what becomes of the two. Only `apply` makes anything public.
public protocol ModeratedSubject: Sendable {
    /// Stable and dotted: `volunteers.post`.
    var kind: String { get }
    /// What a moderator calls one: “Request”.
    var name: Text { get }
    /// What a sentence of the log calls one.
    var mention: SubjectMention { get }
    /// The id of the app it belongs to; bans and word lists are per app.
    var app: String { get }
    /// Who decides on it.
    var moderators: Permission { get }

    /// Whether it is written to certain people only: then moderators see one that was reported or stopped, and no other.
    var isPrivate: Bool { get }
    /// What of the filter's findings counts for it, and how.
    var filterPolicy: FilterPolicy { get }
    /// Why one can be reported or refused, in the order of the form; empty for the usual reasons.
    var reasons: [ModerationReason] { get }

    /// The latest version, as moderators see it, or nil when the subject is gone. `text` is the parts that were handed to
    /// `Moderation.submit`, joined by line breaks.
    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot?

    /// All words of the version before the latest; nil where there is none, or none is kept.
    func earlier(of id: Int64, in db: any Connection) throws -> String?

    /// The newest with each of these words in the title that others know, so many at most; nil where it has no title of its own.
    func titled(_ words: String, most: Int) -> Query<Int64>?

    /// Whether somebody who is no moderator can see the public version, and so may report it. Everybody, unless said otherwise.
    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool

    /// Carries out what was decided, in the transaction of the decision; it may be told the same twice.
    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws

    /// Everything of it that a decision changes, in a form of its own, so that the decision can be taken back; nil when it is gone, or
    /// when decisions on this kind are final.
    func memento(of id: Int64, in db: any Connection) throws -> String?

    /// Puts back how it stood, minutes later and with no newer version since; one that is gone stays so.
    func restore(_ memento: String, to id: Int64, in write: Write) throws
}

/// What one of a kind is called in the middle of a sentence.
public struct SubjectMention: Sendable {
    /// Where nothing tells it from others: “a request”.
    public let one: Text
    let titled: Text

    /// - Parameters:
    ///   - one: where nothing tells it from others: “a request”.
    ///   - titled: before a title: “the request”.
    public init(_ one: Text, titled: Text) {
        self.one = one
        self.titled = titled
    }
}

extension ModeratedSubject {
    /// A text.
    public var mention: SubjectMention { SubjectMention("a text", titled: "the text") }
    /// It is for everybody.
    public var isPrivate: Bool { false }
    /// What a community of volunteers wants.
    public var filterPolicy: FilterPolicy { FilterPolicy() }
    /// The usual ones.
    public var reasons: [ModerationReason] { [] }
    /// Without titles.
    public func titled(_ words: String, most: Int) -> Query<Int64>? { nil }
    /// Only the latest version is kept.
    public func earlier(of id: Int64, in db: any Connection) throws -> String? { nil }
    /// Decisions are final.
    public func memento(of id: Int64, in db: any Connection) throws -> String? { nil }
    /// Nothing to put back.
    public func restore(_ memento: String, to id: Int64, in write: Write) throws {}
    /// Everybody.
    public func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool { true }
}

/// A moderated subject as it is now.
public struct SubjectSnapshot: Sendable, Equatable {
    /// Who wrote it; nil once the account is gone.
    public var author: PersonID?
    /// One line.
    public var title: String
    /// All its words, as the filter reads them.
    public var text: String
    /// The place at the end of ``text``, on a line of its own; empty where there is none.
    public var place: String
    /// Where it can be seen.
    public var link: String
    /// When this version was written.
    public var writtenAt: Instant
    /// What was said just before it, for moderators to understand it; not judged.
    public var context: [String]
    /// What others know it by, where they see an earlier version than this; nil where it is ``title``.
    public var publicTitle: String?
    /// What two people who talk about it should know: that it is closed.
    public var standing: Text?
    /// Its pictures, which moderators look at.
    public var pictures: [SubjectPicture]

    /// A snapshot by its parts.
    public init(
        author: PersonID?, title: String, text: String, place: String = "", link: String, writtenAt: Instant, context: [String] = [],
        publicTitle: String? = nil, standing: Text? = nil, pictures: [SubjectPicture] = []
    ) {
        self.pictures = pictures
        self.publicTitle = publicTitle
        self.standing = standing
        self.context = context
        self.author = author
        self.title = title
        self.text = text
        self.place = place
        self.link = link
        self.writtenAt = writtenAt
    }
}

/// A picture of a moderated subject.
public struct SubjectPicture: Sendable, Equatable {
    /// Where moderators can load it, on this site.
    public let address: String
    /// What its author says that it shows; empty for decoration.
    public let words: String

    public init(address: String, words: String) {
        self.address = address
        self.words = words
    }
}

/// What becomes of a moderated subject; `reason` is what its author is told (VOL-040).
public enum SubjectDecision: Sendable, Equatable {
    /// The latest version becomes the public one, also of a subject that was removed.
    case accept
    /// The latest version is not made public; the public one, if there is one, stays. After a `manual` rejection people look
    /// at every later version first (VOL-041); Moderation sees to that.
    case reject(reason: Text, manual: Bool)
    /// The latest version waits for a moderator; the public one, if there is one, stays.
    case hold(reason: Text)
    /// There is no public version any more: author and moderators alone see the latest (VOL-042).
    case remove(reason: Text)
}

extension SubjectDecision {
    /// What the author is told.
    public var reason: Text? {
        switch self {
        case .accept: nil
        case .reject(let reason, _), .hold(let reason), .remove(let reason): reason
        }
    }
}

extension ExtensionPoint where Value == any ModeratedSubject {
    public static var moderatedSubjects: Self { Self("moderated-subjects") }
}
