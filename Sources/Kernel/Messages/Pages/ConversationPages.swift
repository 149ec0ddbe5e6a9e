import Accounts
import Core
import Interface
import Markup
import Web

/// A person's conversations; on wide screens with room beside them for one that is opened.
struct ConversationsPage: PageAnswer {
    let list: ConversationList
    let next: Cursor?
    let blocked: [BlockedPerson]
    /// The app whose frame the page has for who came from none.
    var app: String?

    var title: Text { "Messages" }
    var shell: ShellStyle { .siteOr(app) }
    var slots: FrameSlots { FrameSlots(fills: .wide) }

    var body: some HTML {
        div(.class("chat chat-lists")) {
            div(.class("chat-side")) {
                PageHeader(title, lead: "Private conversations between two people. Moderators see only what is reported.")
                ConversationItems(list: list, open: nil)
                Pagination(next: next.map { link(MessagesPaths.list(), query: ["app": app, "after": $0.text]) })
                if !blocked.isEmpty { BlockedPeople(blocked: blocked) }
            }
            div(.class("chat-empty")) {
                // Here the lead stands, which the list beside it has no room for.
                if !list.conversations.isEmpty {
                    EmptyState(
                        .mail, title: "No conversation open",
                        message: "Choose one from the list. Only the two of you can read it. Moderators see what is reported.")
                }
            }
        }
    }
}

/// The list of conversations; it follows what is written while it is looked at.
struct ConversationItems: HTML {
    let list: ConversationList
    /// The one that is shown beside it.
    let open: ConversationID?

    var body: some HTML {
        section(
            .id("conversations"), .class("chat-items"), .live(Conversations.listTopic), .data("live-after", String(list.head)),
            .data("live-refresh"), .aria("label", "Your conversations")
        ) {
            if list.conversations.isEmpty {
                EmptyState(.mail, title: "No messages yet", message: "Messages you send and receive appear here.")
            } else {
                ul(.class("conversation-list")) {
                    for conversation in list.conversations {
                        ConversationRow(
                            conversation: conversation, name: conversation.other.flatMap { list.names[$0] },
                            picture: conversation.other.flatMap { list.pictures[$0] }, isOpen: conversation.id == open)
                    }
                }
            }
        }
    }
}

/// One conversation in the list.
private struct ConversationRow: HTML {
    let conversation: Conversation
    let name: String?
    let picture: String?
    let isOpen: Bool

    private var isNew: Bool { conversation.unread > 0 }

    var body: some HTML {
        li {
            a(
                .class("conversation-row"), .if(isNew, .class("conversation-new")), .if(isOpen, .aria("current", "page")),
                .href(MessagesPaths.conversation(conversation.id))
            ) {
                Avatar(name ?? "", picture: picture)
                span(.class("conversation-words")) {
                    span(.class("conversation-head")) {
                        strong(.dir("auto")) { Text.person(named: name) }
                        span(.class("conversation-time")) { ShortTime(conversation.lastAt) }
                    }
                    span(.class("conversation-title muted"), .dir("auto")) { conversation.heading }
                    span(.class("conversation-foot")) {
                        span(.class("conversation-last muted"), .dir("auto")) { conversation.lastSaid }
                        if isNew {
                            span(.class("conversation-count")) {
                                span(.aria("hidden", true)) { conversation.unread > 99 ? "99+" : String(conversation.unread) }
                                span(.class("visually-hidden")) { "\(conversation.unread) new" }
                            }
                        }
                    }
                }
            }
        }
    }
}
