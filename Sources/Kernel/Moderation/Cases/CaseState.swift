import Core
import Database

/// Names one thing that is judged: its kind and its id within the kind.
public struct SubjectKey: Hashable, Sendable, Codable {
    /// As ``ModeratedSubject/kind``.
    public let kind: String
    /// The identity within the kind.
    public let id: Int64

    /// A key by kind and id.
    public init(kind: String, id: Int64) {
        self.kind = kind
        self.id = id
    }
}

/// The one status that a moderated subject's latest version has (VOL-037).
public enum CaseStatus: String, Sendable, Codable, CaseIterable, SQLConvertible {
    case accepted, rejected, pending

    /// As people read it.
    public var label: Text {
        switch self {
        case .accepted: "Accepted"
        case .rejected: "Rejected"
        case .pending: "Pending Moderation"
        }
    }
}

/// How a subject stands, for its own app to show.
public struct CaseState: Sendable, Equatable {
    /// The case, for a link that moderators follow to ``ModerationPaths/found``.
    public let id: CaseID
    /// Of the latest version.
    public let status: CaseStatus
    /// What the filter or a moderator gave as the reason; nil when accepted (VOL-040).
    public let reason: Text?
    /// Whether a person decided.
    public let isManual: Bool
    /// Whether a moderator took it out of public view.
    public let isRemoved: Bool
    /// Whether an accepted version can be seen by others now.
    public let hasPublicVersion: Bool
    /// Whether its author asked for a person's decision, which is still to come.
    public let isAppealed: Bool
    /// What its author wrote to the moderators with that.
    public let appeal: String?
    /// Whether its author may ask for one after the filter's (VOL-039).
    public let mayAppeal: Bool
    /// How far its author has come with asking for another look.
    public let appealStanding: AppealStanding
    /// How many reports nobody has decided on.
    public let openReports: Int
    /// Whether the moderator who decided can still undo it. Its author is notified once nobody can.
    public let canChange: Bool

    /// What its author reads meanwhile beside the decision.
    public var changeNote: Text? {
        canChange ? "This decision is a few minutes old, and the moderator can still undo it. We’ll notify you when it’s final." : nil
    }
}
