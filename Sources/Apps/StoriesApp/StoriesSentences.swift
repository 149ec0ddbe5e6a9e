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
            case .update where f["is"] == "shown to first readers": "\(f.actor) showed a chapter to first readers."
            case .update where f["is"] == "no longer shown to first readers": "\(f.actor) stopped showing a chapter to first readers."
            case .delete: "\(f.actor) deleted a chapter."
            default: nil
            }
        },
        ParticipantRole.author.auditEntity: { f in
            switch f["is"] {
            case "invited": "\(f.actor) invited a co-author to a story."
            case "accepted": "\(f.actor) became a co-author of a story."
            case "declined": "\(f.actor) declined to co-author a story."
            case "left": "\(f.actor) left a story as its co-author."
            case "removed": "\(f.actor) removed a co-author from a story."
            case "handed over": "A story was passed on to its co-author."
            case "cancelled": "\(f.actor) cancelled an invitation to a story."
            case "link made": "\(f.actor) created a link that invites a co-author to a story."
            case "link emailed": "\(f.actor) invited a co-author to a story by email."
            case "link revoked": "\(f.actor) revoked a link that invited a co-author to a story."
            default: nil
            }
        },
        ParticipantRole.reader.auditEntity: { f in
            switch f["is"] {
            case "invited": "\(f.actor) invited a first reader to a story."
            case "accepted": "\(f.actor) became a first reader of a story."
            case "declined": "\(f.actor) declined to be a first reader of a story."
            case "left": "\(f.actor) stopped being a first reader of a story."
            case "removed": "\(f.actor) removed a first reader from a story."
            case "cancelled": "\(f.actor) cancelled an invitation to be a first reader."
            case "link made": "\(f.actor) created a link that invites a first reader to a story."
            case "link emailed": "\(f.actor) invited a first reader to a story by email."
            case "link revoked": "\(f.actor) revoked a link that invited a first reader to a story."
            default: nil
            }
        },
        "stories.comment": { f in
            switch f.entry.action {
            case .create: "\(f.actor) wrote \(f.mention)."
            case .delete: "\(f.actor) deleted \(f.mention)."
            default: nil
            }
        },
        "stories.rating": { f in
            switch f.entry.action {
            case .create: "\(f.actor) rated \(f.mention)."
            case .update: "\(f.actor) changed a rating of \(f.mention)."
            case .delete: "\(f.actor) removed a rating of \(f.mention)."
            default: nil
            }
        },
        "stories.story-follow": { f in f.entry.action == .create ? "\(f.actor) followed \(f.mention)." : "\(f.actor) unfollowed \(f.mention)." },
        "stories.follow": { f in f.entry.action == .create ? "\(f.actor) followed an author." : "\(f.actor) unfollowed an author." },
        "stories.library-entry": { f in "\(f.actor) removed \(f.mention) from a personal library." },
    ]
}
