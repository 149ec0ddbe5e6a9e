import Core
import Interface
import Markup
import Platform

extension CaseStatus {
    /// Its colour.
    var tone: Tone {
        switch self {
        case .accepted: .success
        case .rejected: .danger
        case .pending: .warning
        }
    }
}

extension CaseQueue {
    /// Why it waits.
    var label: Text {
        switch self {
        case .new: "New"
        case .appeal: "Appeal"
        case .reported: "Reported"
        }
    }

    /// Its colour.
    var tone: Tone {
        switch self {
        case .new: .info
        case .appeal: .accent
        case .reported: .warning
        }
    }
}

extension Duration {
    /// Roughly, for reading.
    var roughly: Text {
        let minutes = Int(wholeMilliseconds / 60_000)
        if minutes < 60 { return "\(max(1, minutes)) minutes" }
        if minutes < 48 * 60 { return "\(minutes / 60) hours" }
        return "\(minutes / (24 * 60)) days"
    }
}

extension DecisionRow {
    /// What was decided.
    var label: Text {
        switch outcome {
        case "accept": "Accepted"
        case "hold": "Pending Moderation"
        case "remove": "Removed"
        default: "Rejected"
        }
    }
}

/// The name of a rule in the record, which is a filter's kind, a moderator's reason, or a rule of the queue itself.
func ruleLabel(_ rule: String, among reasons: [ModerationReason] = []) -> Text {
    if let kind = FilterVerdict.Kind(rawValue: rule) { return kind.label }
    if let reason = ModerationReason.kept(rule, among: reasons) { return reason.label }
    return switch rule {
    case "people-first": "Moderators review first after a rejection"
    case "doubted": "Could be taken for someone else"
    default: .verbatim(rule)
    }
}
