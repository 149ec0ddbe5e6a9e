public import Core
public import Database
import Localization
public import Platform

/// What the filter would say to words before they are sent. Nothing is stored and nobody is told.
public struct WritingCheck: Sendable {
    /// What would happen to them.
    public let action: FilterAction
    /// What is wrong, and what to do about it.
    public let reason: Text
    /// The same fields said otherwise, so that the filter accepts them; nil where none is known.
    public let rewrite: [String]?
    /// The fields, one below the other.
    let text: String
    /// What counts against them.
    let matches: [FilterVerdict.Match]

    /// Whether they can be sent as they are.
    public var isFine: Bool { action == .accept }
}

extension Moderation {
    /// Reads the fields of a subject before they are sent.
    /// - Parameter kind: the kind of subject that they would become.
    /// - Throws: ``ModerationRefusal/unknownSubject`` when no app declares the kind.
    public func check(_ fields: [String], as kind: String, language: Language, in db: any Connection) throws -> WritingCheck {
        let declared = try declaration(of: kind)
        let filter = try filter(in: db)
        let policy = declared.filterPolicy
        let judge = { (text: String) in filter.judge(text, language: language, app: declared.app, policy: policy) }
        let text = fields.joined(separator: "\n")
        let verdict = judge(text)
        let stopped = verdict.matches.filter { policy.action(for: $0) != .accept }
        return WritingCheck(
            action: verdict.action, reason: verdict.reason,
            rewrite: verdict.action == .accept ? nil : Rewriting(policy: policy, judge: judge).accepted(fields), text: text, matches: stopped)
    }

    /// The words of a subject that was stopped, with what it was stopped for; nil where nothing of it counts any more.
    /// - Parameter text: the words as they were judged.
    public func marks(of subject: SubjectKey, text: String, in db: any Connection) throws -> WritingMarks? {
        guard let verdict = try find(subject, in: db)?.verdict else { return nil }
        let policy = try declaration(of: subject.kind).filterPolicy
        let stopped = verdict.matches.filter { policy.action(for: $0) != .accept }
        return stopped.isEmpty ? nil : WritingMarks(text: text, matches: stopped)
    }
}
