import Core
import Mail
import Web

/// One letter about one or many notices.
struct DigestLetter {
    let notices: [NoticeRecord]
    /// Where one click ends these letters.
    let stop: String
    /// What a letter says in full; the rest is counted.
    private static let most = 20

    var letter: Letter {
        if notices.count == 1, let notice = notices.first {
            return Letter(
                subject: notice.title, paragraphs: notice.body == "" ? [notice.title] : [notice.title, notice.body],
                action: LetterAction("Open it", path: notice.link ?? NotificationsPaths.inbox()), footer: Self.footer, unsubscribePath: stop)
        }
        var paragraphs = notices.prefix(Self.most).map { notice -> Text in
            notice.body == "" ? "• \(notice.title)" : "• \(notice.title)\n\(notice.body)"
        }
        if notices.count > Self.most { paragraphs.append("… and \(notices.count - Self.most) more.") }
        return Letter(
            subject: "\(notices.count) notifications for you", paragraphs: paragraphs,
            action: LetterAction("Open your notifications", path: NotificationsPaths.inbox()), footer: Self.footer, unsubscribePath: stop)
    }

    private static let footer: Text = "You get this because email is on for news of this kind. Change that under Notifications in your account."
}
