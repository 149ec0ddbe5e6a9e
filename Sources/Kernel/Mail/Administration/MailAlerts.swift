import Core
import Database
import Platform
import Web

/// Emails that cannot leave, for whoever looks after mail.
struct MailAlerts: AdminAlertSource {
    let site: Site
    var permission: Permission { MailPermissions.settings }
    /// A mail server that is away for less is nobody's business: within this time an email is tried seven times by itself.
    static let patience = Duration.seconds(300)

    func items(in db: any Connection) throws -> [AdminAlert] {
        let waiting = try db.one("SELECT COUNT(*) FROM mail_letter WHERE state = 'waiting'" as Query<Int>)
        guard site.configuration.mail != nil else {
            guard try waiting > 0 || !site.isInFirstDay(in: db) else { return [] }
            return [
                AdminAlert(
                    waiting == 0 ? "No email can be sent" : "Waiting emails: \(waiting)",
                    detail: "Set up a mail server. Until then, people who forget their password have to ask you for a link.",
                    path: MailPaths.settings(), isUrgent: false)
            ]
        }
        var items: [AdminAlert] = []
        let stuck = try db.one(
            """
            SELECT COUNT(*) FROM mail_letter
            WHERE state = 'waiting' AND failure IS NOT NULL AND created_at < \(site.clock.now() - Self.patience)
            """ as Query<Int>)
        if stuck > 0 {
            let latest = try db.first(
                """
                SELECT failure FROM mail_letter WHERE state = 'waiting' AND failure IS NOT NULL ORDER BY changed_at DESC, id DESC LIMIT 1
                """ as Query<String>)
            let failure = latest.map(MailFailure.init(stored:))
            let detail: Text = failure.map { $0.reason == nil ? $0.remedy : "\($0.words) \($0.remedy)" } ?? ""
            items.append(AdminAlert("\(stuck) emails can’t be sent", detail: detail, path: MailPaths.settings(), isUrgent: true))
        }
        let failed = try db.one("SELECT COUNT(*) FROM mail_letter WHERE state = 'failed'" as Query<Int>)
        if failed > 0 {
            items.append(
                AdminAlert(
                    "Failed emails: \(failed)", detail: "See why, and try them again.", path: MailPaths.settings(), isUrgent: false))
        }
        return items
    }
}
