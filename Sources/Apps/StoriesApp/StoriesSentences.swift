import Audit
import Core
import Platform

/// How the system log tells of stories.
enum StoriesSentences {
    static let all: [String: AuditSentence] = [
        StorySubject.kind: { f in
            switch f.entry.action {
            case .create: "\(f.actor) began a story."
            case .update where f["is"] == "published": "\(f.actor) published a story."
            case .update where f["is"] == "unpublished": "\(f.actor) unpublished a story."
            case .update: "\(f.actor) changed the details of a story."
            case .delete: "\(f.actor) deleted a story."
            default: nil
            }
        },
        ChapterSubject.kind: { f in
            switch f.entry.action {
            case .create: "\(f.actor) added a chapter to a story."
            case .update where f["is"] == "sent": "\(f.actor) published a chapter."
            case .update where f["is"] == "unpublished": "\(f.actor) unpublished a chapter."
            case .update where f["is"] == "scheduled": "\(f.actor) scheduled a chapter."
            case .update where f["is"] == "unscheduled": "\(f.actor) cancelled the schedule of a chapter."
            case .delete: "\(f.actor) deleted a chapter."
            default: nil
            }
        },
    ]
}
