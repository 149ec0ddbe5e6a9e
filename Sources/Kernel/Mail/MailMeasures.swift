import Analytics
import Core
import Database
import Platform

/// What mail counts.
extension Measure {
    static let letters = Measure("mail.letters", "Emails sent", hint: "Emails that the mail server accepted.")
}

extension MailPart {
    /// Letters are remembered for some weeks.
    public var pastFacts: [PastFacts] {
        [PastFacts(.letters) { "SELECT sent_at, '' FROM mail_letter WHERE state = 'sent' AND sent_at < \($0)" }]
    }
}
