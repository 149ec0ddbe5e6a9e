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
