import Core
import Database
import Web

/// Something people write that others see, judged by the filter and by moderators (CORE-025–027). Apps hand these in;
/// Moderation keeps the cases and tells the subject what was decided.
public protocol ModeratedSubject: Sendable {
    /// Stable and dotted: `volunteers.post`.
    var kind: String { get }
    /// What a moderator calls one: “Request”.
    var name: Text { get }
    /// The id of the app it belongs to; bans and word lists are per app.
    var app: String { get }
    /// Who decides on it.
    var moderators: Permission { get }

    /// What moderators and reporters see of one, or nil when it is gone.
    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot?

    /// Carries out what was decided, in the transaction of the decision.
    func apply(_ decision: SubjectDecision, to id: Int64, in db: any Connection) throws
}

/// A moderated subject as it is now.
public struct SubjectSnapshot: Sendable, Equatable {
    /// Who wrote it; nil once the account is gone.
    public var author: PersonID?
    /// One line.
    public var title: String
    /// All its words, as the filter reads them.
    public var text: String
    /// Where it can be seen.
    public var link: String
    /// When this version was written.
    public var writtenAt: Instant

    /// A snapshot by its parts.
    public init(author: PersonID?, title: String, text: String, link: String, writtenAt: Instant) {
        self.author = author
        self.title = title
        self.text = text
        self.link = link
        self.writtenAt = writtenAt
    }
}

/// What becomes of a moderated subject; `reason` is what its author is told (VOL-040).
public enum SubjectDecision: Sendable, Equatable {
    /// Its latest version is public.
    case accept
    /// Its latest version is not public; an earlier accepted one stays. `manual` decisions hold for later edits too (VOL-041).
    case reject(reason: Text, manual: Bool)
    /// It waits for a moderator; an earlier accepted version stays public.
    case hold(reason: Text)
    /// It is hidden from everybody but author and moderators (VOL-042).
    case remove(reason: Text)
}
