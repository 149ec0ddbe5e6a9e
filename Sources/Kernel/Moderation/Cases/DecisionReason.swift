import Core
import Database
import Platform

/// What a moderator does with a case.
public enum ModeratorAction: String, Sendable, Codable, CaseIterable {
    /// The latest version becomes public; open reports are dismissed.
    case accept
    /// The latest version does not become public; an accepted one stays.
    case reject
    /// Nothing of it stays public; open reports are upheld (VOL-042).
    case remove
}

/// A moderator's decision, as it is handed in.
public struct ModeratorDecision: Sendable, Equatable {
    /// What to do.
    public var action: ModeratorAction
    /// Why; needed unless it is accepted.
    public var reason: ModerationReason?
    /// Own words for the author, at most ``Moderation/longestWords`` characters.
    public var words: String
    /// The version that was read.
    public var version: Int
    /// The status that was seen with it, if that was said: a decision made meanwhile is not overruled unseen.
    public var seen: CaseStatus?

    /// A decision by its parts.
    public init(_ action: ModeratorAction, reason: ModerationReason? = nil, words: String = "", version: Int, seen: CaseStatus? = nil) {
        self.action = action
        self.reason = reason
        self.words = words
        self.version = version
        self.seen = seen
    }

    /// What the subject's app is told; checks what every decision needs.
    func decision() throws(ModerationRefusal) -> SubjectDecision {
        guard words.length <= Moderation.longestWords else { throw .reasonTooLong }
        guard action != .accept else { return .accept }
        guard let reason, !reason.needsWords || !words.isEmpty else { throw .reasonMissing }
        let told = reason.told(words)
        return action == .reject ? .reject(reason: told, manual: true) : .remove(reason: told)
    }
}

extension ModerationCase {
    /// What a moderator can do with it as it stands.
    public var possibleActions: [ModeratorAction] {
        switch status {
        case .pending: hasPublic ? [.accept, .reject, .remove] : [.accept, .reject]
        case .accepted: queue == nil ? [.remove] : [.accept, .remove]
        // The first decision can stand after an appeal.
        case .rejected where queue == .appeal: isRemoved ? [.accept, .remove] : hasPublic ? [.accept, .reject, .remove] : [.accept, .reject]
        case .rejected: hasPublic ? [.accept, .remove] : [.accept]
        }
    }

    /// Whether an action leaves public what was public all along: it dismisses reports, and for the author nothing changes.
    func isKept(by action: ModeratorAction) -> Bool { action == .accept && status == .accepted }
}
