import Core
import Mail
import Web

/// One email about one or many notifications.
struct DigestEmail {
    let notifications: [NotificationRecord]
    /// Where one click ends these emails.
    let stop: String
    /// What an email says in full; the rest is counted.
    private static let most = 20

    var email: Email {
        if notifications.count == 1, let notification = notifications.first {
            return Email(
                subject: notification.title, paragraphs: notification.body == "" ? [notification.title] : [notification.title, notification.body],
                action: EmailAction("Open it", path: notification.link ?? NotificationsPaths.inbox()), footer: Self.footer, unsubscribePath: stop)
        }
        var paragraphs = notifications.prefix(Self.most).map { notification -> Text in
            notification.body == "" ? "• \(notification.title)" : "• \(notification.title)\n\(notification.body)"
        }
        if notifications.count > Self.most { paragraphs.append("… and \(notifications.count - Self.most) more.") }
        return Email(
            subject: "\(notifications.count) notifications for you", paragraphs: paragraphs,
            action: EmailAction("Open your notifications", path: NotificationsPaths.inbox()), footer: Self.footer, unsubscribePath: stop)
    }

    private static let footer: Text = "You get this email because of your notification settings. Change them under Notifications in your account."
}
