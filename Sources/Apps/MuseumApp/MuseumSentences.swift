import Audit
import Core
import Platform

/// How the system log tells of the museum.
enum MuseumSentences {
    static let all: [String: AuditSentence] = [
        "museum.tier": { f in
            switch f.entry.action {
            case .create: "\(f.actor) added the tier “\(f["name"] ?? "")”."
            case .update: "\(f.actor) changed the tier “\(f["name"] ?? "")”."
            case .delete: "\(f.actor) deleted the tier “\(f["name"] ?? "")”."
            default: nil
            }
        },
        "museum.exhibit": { f in
            switch f.entry.action {
            case .create: "\(f.actor) added the exhibit “\(f["name"] ?? "")”."
            case .update: "\(f.actor) changed the exhibit “\(f["name"] ?? "")”."
            case .delete: "\(f.actor) deleted the exhibit “\(f["name"] ?? "")”."
            default: nil
            }
        },
        "museum.room": { f in
            switch f.entry.action {
            case .create: "\(f.actor) added the room “\(f["name"] ?? "")”."
            case .update: "\(f.actor) changed the room “\(f["name"] ?? "")”."
            case .delete: "\(f.actor) deleted the room “\(f["name"] ?? "")”."
            default: nil
            }
        },
        "museum.news": { f in
            switch f.entry.action {
            case .create: "\(f.actor) published the news “\(f["name"] ?? "")”."
            case .update: "\(f.actor) changed the news “\(f["name"] ?? "")”."
            case .delete: "\(f.actor) deleted the news “\(f["name"] ?? "")”."
            default: nil
            }
        },
        "museum.event": { f in
            switch f.entry.action {
            case .create: "\(f.actor) planned the event “\(f["name"] ?? "")”."
            case .update: "\(f.actor) changed the event “\(f["name"] ?? "")”."
            case .delete: "\(f.actor) cancelled the event “\(f["name"] ?? "")”."
            default: nil
            }
        },
        "museum.membership": { f in
            let tier = f["tier"] ?? ""
            switch (f.entry.action, f["source"], f["to"].flatMap { MembershipStatus(rawValue: $0) }) {
            case (.create, MembershipSource.granted.rawValue?, _): return "\(f.actor) granted a membership: “\(tier)”."
            case (.create, _, _): return "\(f.actor) chose a membership: “\(tier)”."
            case (.update, _, .active?): return "A membership began: “\(tier)”."
            case (.update, _, let status?): return "A membership of “\(tier)” is now “\(status.name)”."
            default: return nil
            }
        },
    ]
}
