import Analytics
import Core
import Database
import Platform

/// What mail counts.
extension Measure {
    static let emails = Measure("mail.letters", "Emails sent", hint: "Emails that the mail server accepted.")
}

extension MailModule {
    /// Emails are remembered for some weeks.
    var pastFacts: [PastFacts] {
        [PastFacts(.emails) { "SELECT sent_at, '' FROM mail_letter WHERE state = 'sent' AND sent_at < \($0)" }]
    }
}
