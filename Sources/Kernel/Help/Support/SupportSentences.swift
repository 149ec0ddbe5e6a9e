import Audit
import Core
import Platform

/// How the system log tells of support requests. What somebody asked is between them and those who answer: it is not in the log.
enum SupportSentences {
    static let all: [String: AuditSentence] = [
        "help.request": { f in
            switch f.entry.action {
            case .create: "\(f.actor) asked for support. \(f.thing)"
            case .update where f.has("added"): "\(f.actor) wrote more about it. \(f.thing)"
            case .update where f.has("level"):
                f.entry.actor == nil
                    ? "Nobody had answered in time, so it moved to the second level. \(f.thing)"
                    : "\(f.actor) moved it to the second level. \(f.thing)"
            case .update where f["status"] == "answered": "\(f.actor) answered. \(f.thing)"
            case .update where f["status"] == "closed": "\(f.actor) closed it. \(f.thing)"
            default: nil
            }
        }
    ]
}
