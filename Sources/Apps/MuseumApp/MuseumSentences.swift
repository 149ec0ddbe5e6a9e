import Audit
import Core
import Platform

/// How the system log tells of the museum.
enum MuseumSentences {
    /// Of what is added, changed and deleted.
    private static func edited(_ f: AuditFacts, _ added: Text, _ changed: Text, _ deleted: Text) -> Text? {
        switch f.entry.action {
        case .create: added
        case .update: changed
        case .delete: deleted
        default: nil
        }
    }

    static let all: [String: AuditSentence] = [
        "museum.licence": { f in
            switch f.entry.action {
            case .create: "\(f.actor) added a photo of their licence."
            case .read: "\(f.actor) looked at a licence photo."
            case .delete: "A licence photo was removed."
            case .exportData: "A licence photo was sent to WordPress."
            default: nil
            }
        },
        "museum.memberpress": { f in
            if f.has("conflict") { return "\(f.actor) decided something about MemberPress." }
            if let stopped = f["stopped"] { return stopped == "true" ? "\(f.actor) turned MemberPress off." : "\(f.actor) turned MemberPress on." }
            if f.has("pictures") { return "\(f.actor) chose pictures from WordPress for the gallery." }
            return "\(f.actor) changed how MemberPress is reached."
        },
        "museum.memberpress-member": { f in
            f["person"] == nil ? nil : "A member of MemberPress was linked to an account."
        },
        "museum.tier": { f in
            edited(
                f, "\(f.actor) added the tier “\(f["name"] ?? "")”.", "\(f.actor) changed the tier “\(f["name"] ?? "")”.",
                "\(f.actor) deleted the tier “\(f["name"] ?? "")”.")
        },
        "museum.exhibit": { f in
            if let isPublic = f["isPublic"] {
                let name = f["name"] ?? ""
                return isPublic == "true"
                    ? "\(f.actor) showed the exhibit “\(name)” in the gallery." : "\(f.actor) hid the exhibit “\(name)” from visitors."
            }
            return edited(
                f, "\(f.actor) added the exhibit “\(f["name"] ?? "")”.", "\(f.actor) changed the exhibit “\(f["name"] ?? "")”.",
                "\(f.actor) deleted the exhibit “\(f["name"] ?? "")”.")
        },
        "museum.room": { f in
            edited(
                f, "\(f.actor) added the room “\(f["name"] ?? "")”.", "\(f.actor) changed the room “\(f["name"] ?? "")”.",
                "\(f.actor) deleted the room “\(f["name"] ?? "")”.")
        },
        "museum.texts": { f in "\(f.actor) changed the visitor information." },
        "museum.import": { f in "\(f.actor) imported a collection: “\(f["name"] ?? "")” (\(f["count"] ?? ""))." },
        "museum.tour": { f in
            edited(
                f, "\(f.actor) added the tour “\(f["name"] ?? "")”.", "\(f.actor) changed the tour “\(f["name"] ?? "")”.",
                "\(f.actor) deleted the tour “\(f["name"] ?? "")”.")
        },
        "museum.news": { f in
            if let isDraft = f["isDraft"] {
                let name = f["name"] ?? ""
                return isDraft == "true" ? "\(f.actor) saved the news “\(name)” as a draft." : "\(f.actor) published the news “\(name)”."
            }
            return edited(
                f, "\(f.actor) published the news “\(f["name"] ?? "")”.", "\(f.actor) changed the news “\(f["name"] ?? "")”.",
                "\(f.actor) deleted the news “\(f["name"] ?? "")”.")
        },
        "museum.event": { f in
            if let person = f["given"] { return "\(f.actor) gave \(f.person(person)) a place at “\(f["name"] ?? "")”." }
            if let person = f["taken"] { return "\(f.actor) removed \(f.person(person)) from the event “\(f["name"] ?? "")”." }
            return edited(
                f, "\(f.actor) planned the event “\(f["name"] ?? "")”.", "\(f.actor) changed the event “\(f["name"] ?? "")”.",
                "\(f.actor) cancelled the event “\(f["name"] ?? "")”.")
        },
        "museum.pass-key": { f in
            f["others"] == "retired"
                ? "\(f.actor) replaced the key of entrance codes and refuses the older ones." : "\(f.actor) made a new key for entrance codes."
        },
        "museum.reward": { f in
            edited(
                f, "\(f.actor) added the reward “\(f["name"] ?? "")”.", "\(f.actor) changed the reward “\(f["name"] ?? "")”.",
                "\(f.actor) deleted the reward “\(f["name"] ?? "")”.")
        },
        "museum.visit": { f in
            guard let day = f["day"].flatMap({ Day($0) }) else { return "\(f.actor) looked at the visits of \(f["day"] ?? "")." }
            return "\(f.actor) looked at the visits of \(day)."
        },
        "museum.refund-request": { f in
            switch f.entry.action {
            case .create: "\(f.actor) asked for a refund: “\(f["tier"] ?? "")”."
            case .delete: "\(f.actor) withdrew a refund request."
            default: "\(f.actor) answered a refund request."
            }
        },
        "museum.membership": { f in
            let tier = f["tier"] ?? ""
            if f.has("by") { return "A membership of “\(tier)” ended for another one." }
            if f.has("instead") { return "A membership of “\(tier)” counts again." }
            switch (f.entry.action, f["source"], f["to"].flatMap { MembershipStatus(rawValue: $0) }) {
            case (.create, MembershipSource.granted.rawValue?, _): return "\(f.actor) granted a membership: “\(tier)”."
            case (.create, _, _): return "\(f.actor) chose a membership: “\(tier)”."
            case (.exportData, _, _): return "A membership was written to MemberPress."
            case (.update, _, .active?): return "A membership began: “\(tier)”."
            case (.update, _, let status?): return "A membership of “\(tier)” is now “\(status.name)”."
            default: return nil
            }
        },
    ]
}
