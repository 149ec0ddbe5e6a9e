import Accounts
import Core
import Interface
import Markup
import Web

/// A page of the inbox.
struct InboxPart: Sendable {
    var notices: [NoticeRecord]
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
            AccountTabs(.notices)
            div(
                .id("inbox"), .data("live", "/events?topic=\(Inbox.topic)"), .data("live-after", String(part.sequence)),
                .if(part.isFirst, .data("live-refresh"))
            ) {
                if part.notices.isEmpty {
                    EmptyState(
                        .bell, title: "Nothing new",
                        message: "What concerns you appears here: answers to what you wrote, decisions, and what you asked to hear of.")
                } else {
                    if part.unread > 0 {
                        Form(NotificationsPaths.readAll(), .class("notice-tools")) {
                            p(.class("muted")) { "\(part.unread) unread" }
                            Button("Mark all as read", icon: .check, style: .quiet)
                        }
                    }
                    ul(.class("rows notice-list")) { for notice in part.notices { NoticeRow(notice: notice) } }
                    Pagination(next: part.next.map { link(NotificationsPaths.inbox(), query: ["after": $0]) })
                }
            }
        }
    }
}

/// One notice; the whole row leads to its subject.
private struct NoticeRow: HTML {
    let notice: NoticeRecord

    var body: some HTML {
        li(.class("row notice-row"), .if(notice.readAt == nil, .class("notice-unread"))) {
            div {
                a(.class("notice-link"), .href(NotificationsPaths.open(notice.id))) {
                    if notice.readAt == nil { span(.class("visually-hidden")) { "New:" } }
                    " "
                    notice.title
                }
                if notice.body != "" { p { notice.body } }
                p(.class("muted notice-time")) { time(.custom("datetime", notice.createdAt.rfc3339)) { "\(moment: notice.createdAt)" } }
            }
            if notice.link != nil { Icon.chevronRight }
        }
    }
}
