import Audit
import Core
import Platform
import Web

/// How the system log tells of moderation.
enum ModerationSentences {
    static let all: [String: AuditSentence] = [
        "moderation.case": { decision($0) },
        "moderation.verdict": { verdict($0) },
        "moderation.report": { report($0) },
        "moderation.warning": { f in "\(f.actor) warned \(f.person)." },
        "moderation.word": { f in
            switch f.entry.action {
            case .create: "\(f.actor) added “\(f.word)” to a word list of the filter."
            case .delete: "\(f.actor) removed “\(f.word)” from a word list of the filter."
            default: nil
            }
        },
        "moderation.opinion": { f in
            switch f["stopped"] {
            case "true"?: "\(f.actor) turned the third opinion off."
            case "false"?: "\(f.actor) turned the third opinion on."
            default: "\(f.actor) set a third opinion up."
            }
        },
        "moderation.ban-appeal": { f in
            switch f.entry.action {
            case .create: "\(f.actor) appealed the ban from \(f.app)."
            case .approve: "\(f.actor) lifted the ban of \(f.person(f["person"] ?? "")) from \(f.app) after an appeal."
            case .update: "\(f.actor) shortened the ban of \(f.person(f["person"] ?? "")) from \(f.app) after an appeal."
            case .reject: "\(f.actor) kept the ban of \(f.person(f["person"] ?? "")) from \(f.app) after an appeal."
            default: nil
            }
        },
    ]

    static let paths: [String: EntityPath] = [
        "moderation.case": EntityPath(ModerationPermissions.queue) { Int64($0).map { ModerationPaths.found(CaseID($0)) } },
        "moderation.ban-appeal": EntityPath(ModerationPermissions.queue) { Int64($0).map { ModerationPaths.answerAppeal(BanAppealID($0)) } },
    ]

    private static func verdict(_ f: AuditFacts) -> Text? {
        let subject = f.inner("subject")
        let text = f.mention(subject["kind"] ?? "", subject["id"] ?? "")
        let rule = f["rule"].map { ruleLabel($0) }
        switch f["outcome"] {
        case "accept": return "The filter accepted \(text) from \(f.actor)."
        case "reject":
            guard let rule else { return "The filter rejected \(text) from \(f.actor)." }
            return "The filter rejected \(text) from \(f.actor). Reason: \(rule)."
        case "hold":
            guard let rule else { return "The filter left \(text) from \(f.actor) to the moderators." }
            return "The filter left \(text) from \(f.actor) to the moderators. Reason: \(rule)."
        default: return nil
        }
    }

    private static func decision(_ f: AuditFacts) -> Text? {
        let (subject, why) = (f.inner("subject"), reason(f))
        let text = f.mention(subject["kind"] ?? "", subject["id"] ?? "")
        switch f.entry.action {
        case .read: return "\(f.actor) opened a case. \(moderationCase(f))"
        case .approve where f["isKept"] != nil: return "\(f.actor) accepted \(text) and dismissed the reports. \(moderationCase(f))"
        case .approve: return "\(f.actor) accepted \(text). \(moderationCase(f))"
        case .reject where f["action"] == ModeratorAction.remove.rawValue:
            guard let why else { return "\(f.actor) removed \(text). \(moderationCase(f))" }
            return "\(f.actor) removed \(text). Reason: \(why). \(moderationCase(f))"
        case .reject:
            guard let why else { return "\(f.actor) rejected \(text). \(moderationCase(f))" }
            return "\(f.actor) rejected \(text). Reason: \(why). \(moderationCase(f))"
        case .revoke: return "\(f.actor) undid their decision on \(text). \(moderationCase(f))"
        case .update where !subject.isEmpty: return "\(f.actor) appealed the decision on \(text). \(moderationCase(f))"
        case .update: return "\(f.actor) appealed a decision. \(moderationCase(f))"
        default: return nil
        }
    }

    private static func report(_ f: AuditFacts) -> Text? {
        guard let why = reason(f) else { return "\(f.actor) reported a text. \(moderationCase(f))" }
        return "\(f.actor) reported a text: \(why). \(moderationCase(f))"
    }

    private static func moderationCase(_ f: AuditFacts) -> Text { f.thing("moderation.case", f.entry.entityID) }

    /// The reason as it was worded then; entries from before that was kept name one of the usual reasons.
    private static func reason(_ f: AuditFacts) -> Text? {
        if let worded = f["why"] { return Text(key: worded) }
        return f["reason"].flatMap { ModerationReason.kept($0)?.label }
    }
}

extension AuditFacts {
    fileprivate var word: String { entry.entityID }
}
