import Accounts
import Core
import Interface
import Markup
import Web

/// A page of the inbox.
struct InboxPart: Sendable {
    var notifications: [NotificationRecord]
    var unread: Int
    /// Where in the order of events it was read.
    var sequence: Int64
    var next: String?
    var isFirst: Bool
}

/// The inbox. Open on a screen, it shows what comes as it comes.
struct InboxPage: PageAnswer {
    let part: InboxPart

    var title: Text { "Notifications" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Notifications") {
                LinkButton("Notification settings", href: NotificationsPaths.choices(), icon: .settings, style: .secondary)
            }
            AccountTabs(.notifications)
            div(
                .id("inbox"), .live(Inbox.topic), .data("live-after", String(part.sequence)),
                .if(part.isFirst, .data("live-refresh"))
            ) {
                if part.notifications.isEmpty {
                    EmptyState(
                        .bell, title: "Nothing new",
                        message: "Answers, decisions and other news for you appear here.")
                } else {
                    if part.unread > 0 {
                        Form(NotificationsPaths.readAll(), .class("notification-tools")) {
                            p(.class("muted")) { "\(part.unread) unread" }
                            Button("Mark all as read", icon: .check, style: .quiet)
                        }
                    }
                    ul(.class("rows notification-list")) { for notification in part.notifications { NotificationRow(notification: notification) } }
                    Pagination(next: part.next.map { link(NotificationsPaths.inbox(), query: ["after": $0]) })
                }
            }
        }
    }
}

/// One notification; the whole row leads to its subject.
private struct NotificationRow: HTML {
    let notification: NotificationRecord

    var body: some HTML {
        li(.class("row notification-row"), .if(notification.readAt == nil, .class("notification-unread"))) {
            div {
                a(.class("notification-link"), .href(NotificationsPaths.open(notification.id))) {
                    if notification.readAt == nil { span(.class("visually-hidden")) { "New:" } }
                    " "
                    notification.title
                }
                if notification.body != "" { p { notification.body } }
                p(.class("muted notification-time")) {
                    TimeAgo(notification.createdAt)
                }
            }
            if notification.link != nil { Icon.chevronRight }
        }
    }
}
