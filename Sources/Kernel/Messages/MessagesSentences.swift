import Audit
import Core
import Platform

/// How the system log tells of conversations; what is written in them is not in it.
enum MessagesSentences {
    static let all: [String: AuditSentence] = [
        "messages.conversation": { f in
            switch f.entry.action {
            case .create: "\(f.actor) started a conversation with \(f.person(f["with"] ?? ""))."
            case .update where f["left"] == "true": "\(f.actor) left a conversation."
            case .update where f["left"] == "false": "\(f.actor) came back to a conversation."
            default: nil
            }
        },
        "messages.block": { f in f["blocked"] == "true" ? "\(f.actor) blocked \(f.person)." : "\(f.actor) no longer blocks \(f.person)." },
    ]
}
