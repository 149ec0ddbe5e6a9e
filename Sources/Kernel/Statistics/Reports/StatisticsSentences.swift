import Audit
import Core
import Platform

/// How the system log tells of saved reports.
enum StatisticsSentences {
    static let all: [String: AuditSentence] = [
        "statistics.report": { f in
            switch f.entry.action {
            case .create: "\(f.actor) saved the report “\(f["name"] ?? "")”."
            case .update: f["shared"] == "true" ? "\(f.actor) shared a saved report." : "\(f.actor) stopped sharing a saved report."
            case .delete: "\(f.actor) deleted a saved report."
            default: nil
            }
        }
    ]
}
