import Core
import Database

/// Judges what people write about themselves, for the part that keeps it and stands below the one that judges; at most one part of a
/// site does.
public protocol TextModerator: Sendable {
    /// What the filter says to words that nobody has seen yet. Nothing is kept of the answer.
    func verdict(on words: String, language: Language, app: String, in db: any Connection) throws -> SubjectDecision
    /// Takes the latest version of a ``ModeratedSubject`` into its case; its `apply` has been called when this returns.
    /// - Parameters:
    ///   - hasPublic: whether others see an earlier version, which may never have been in a case.
    ///   - doubt: why people look at it first, although the filter may find nothing.
    func submit(
        _ id: Int64, of kind: String, author: PersonID, words: String, language: Language, hasPublic: Bool, doubt: Text?, in db: any Connection
    ) throws -> SubjectDecision
    /// Takes the latest version out of the queue again: its author wants something else.
    /// - Parameter hasPublic: whether others go on seeing an earlier version.
    func withdraw(_ id: Int64, of kind: String, hasPublic: Bool, in db: any Connection) throws
    /// Whether words say one of these phrases, as a reader sees them: in other emails that look alike, spelled out, or plain. A star
    /// at the end of a phrase stands for any ending.
    func finds(_ phrases: [String], in words: String) -> Bool
}

extension Site {
    /// Judges words; nil on a site without moderation.
    public var textModerator: (any TextModerator)? { extensions.service() }
}
