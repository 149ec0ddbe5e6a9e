import Audit
import Core
import Platform

/// How the system log tells of mail.
enum MailSentences {
    static let all: [String: AuditSentence] = [
        "mail.letter": { f in f.entry.action == .update ? "\(f.actor) had an email sent again." : nil },
        "mail.server": { f in f.entry.action == .update ? "\(f.actor) changed the mail server." : nil },
    ]
}
