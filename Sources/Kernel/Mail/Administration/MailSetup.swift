import Core
import Database
import Outbound
import Platform
import Web

/// A step of a new site: emails leave it.
struct MailSetup: SetupStepSource {
    let site: Site
    var permission: Permission { MailPermissions.server }

    func step(in db: any Connection) throws -> SetupStep? {
        let mail = site.configuration.mail
        let host = mail.flatMap { SMTPServer(url: $0.server).host } ?? ""
        let hasSent = try mail != nil && db.first("SELECT id FROM mail_letter WHERE state = 'sent' LIMIT 1" as Query<Int64>) != nil
        let isDone = hasSent || mail?.provenAt != nil
        let detail: Text =
            if isDone { "Email is sent through \(host)." } else if mail != nil {
                "\(host) is set. Send a test email to see that it works."
            } else {
                "No mail server yet. New passwords and notifications by email need one."
            }
        return SetupStep(.mail, "Email", detail: detail, isDone: isDone, path: MailPaths.settings(), action: mail == nil ? "Set up" : "Send a test")
    }
}
