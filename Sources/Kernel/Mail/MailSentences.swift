import Audit
import Core
import Platform

/// How the system log tells of mail.
enum MailSentences {
    static let all: [String: AuditSentence] = [
        "mail.letter": { f in
            switch f.entry.action {
            case .update: "\(f.actor) had an email sent again."
            case .delete: f["count"].flatMap { Int($0) }.map { "\($0) emails that no mail server took were deleted. They were out of date." }
            default: nil
            }
        },
        "mail.server": { f in
            switch f.entry.action {
            case .update: "\(f.actor) changed the mail server."
            case .delete: "\(f.actor) removed the mail server."
            default: nil
            }
        },
    ]
}
