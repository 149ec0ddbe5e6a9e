import Audit
import Core
import Platform

/// How the system log tells of support requests. What somebody asked is between them and those who answer: it is not in the log.
enum SupportSentences {
    static let all: [String: AuditSentence] = [
        "help.request": { f in
            switch f.entry.action {
            // Who asks without signing in is nobody; the address that they give is not kept here, where nothing can be deleted.
            case .create where f.entry.actor == nil: "\(f.thing): a guest asked for support."
            case .create: "\(f.thing): \(f.actor) asked for support."
            case .update where f.has("added"): "\(f.thing): \(f.actor) wrote more about it."
            case .update where f.has("level"):
                f.entry.actor == nil
                    ? "\(f.thing): nobody had answered in time, so it moved to the second level."
                    : "\(f.thing): \(f.actor) moved it to the second level."
            case .update where f["status"] == "answered": "\(f.thing): \(f.actor) answered."
            case .update where f["status"] == "closed": "\(f.thing): \(f.actor) closed it."
            default: nil
            }
        }
    ]
}
