import Audit
import Core
import Platform

/// How the system log tells of requests for help.
enum VolunteersSentences {
    static let all: [String: AuditSentence] = [
        PostSubject.kind: { f in
            switch f.entry.action {
            case .create: "\(f.actor) posted \(f.mention)."
            case .update where f["is"] == "closed": "\(f.actor) closed \(f.mention)."
            case .update where f["is"] == "expired": "\(f.mention) expired."
            case .update where f["is"] == "open": "\(f.actor) reopened \(f.mention)."
            case .update: "\(f.actor) edited \(f.mention)."
            case .delete: "\(f.actor) deleted \(f.mention)."
            default: nil
            }
        },
        "volunteers.category": { f in
            switch f.entry.action {
            case .create: "\(f.actor) added the request category “\(f["name"] ?? "")”."
            case .update where f.has("to") && f["from"] != f["to"]:
                "\(f.actor) renamed the request category “\(f["from"] ?? "")” to “\(f["to"] ?? "")”."
            case .update where f.has("to"): "\(f.actor) changed the request category “\(f["to"] ?? "")”."
            case .delete where f.has("into"):
                "\(f.actor) deleted the request category “\(f["name"] ?? "")” and moved its requests to “\(f["into"] ?? "")”."
            case .delete: "\(f.actor) deleted the request category “\(f["name"] ?? "")”."
            default: nil
            }
        },
        "volunteers.news": { f in "\(f.actor) chose which new requests to be notified of." },
    ]
}
