import Accounts
import Core
import Interface
import Markup
import Moderation
import Web

/// A person's conversations.
struct ConversationsPage: PageAnswer {
    let conversations: [Conversation]
    let names: [PersonID: String]
    let next: Cursor?
    let head: Int64
    let blocked: [BlockedPerson]
    /// The app that the person came from, whose frame stays.
    var app: String?

    var title: Text { "Messages" }
    var shell: ShellStyle { app.map { .app($0) } ?? .site }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, lead: "Private conversations. Only the two of you read them; what somebody reports is seen by moderators.")
            section(
                .id("conversations"), .live(Conversations.listTopic), .data("live-after", String(head)),
                .data("live-refresh"), .aria("label", "Your conversations")
            ) {
                if conversations.isEmpty {
                    EmptyState(
                        .mail, title: "No messages yet",
                        message: "When you offer somebody help, or somebody offers it to you, you can write to each other here.")
                } else {
                    ul(.class("conversation-list card")) {
                        for conversation in conversations { ConversationRow(conversation: conversation, names: names) }
                    }
                }
            }
            Pagination(next: next.map { link(MessagesPaths.list(), query: ["app": app, "after": $0.text]) })
            if !blocked.isEmpty { BlockedPeople(blocked: blocked) }
        }
    }
}

/// One conversation in the list.
private struct ConversationRow: HTML {
    let conversation: Conversation
    let names: [PersonID: String]

    var body: some HTML {
        let name = conversation.other.flatMap { names[$0] }
        return li {
            a(
                .class("conversation-row"), .if(conversation.unread > 0, .class("conversation-new")),
                .href(MessagesPaths.conversation(conversation.id) + "#latest")
            ) {
                Avatar(name ?? "")
                span(.class("conversation-words")) {
                    span(.class("conversation-head")) {
                        strong(.dir("auto")) { Text.person(named: name) }
                        span(.class("muted")) { TimeAgo(conversation.lastAt) }
                    }
                    span(.class("conversation-title"), .dir("auto")) { conversation.heading }
                    span(.class("conversation-last muted"), .dir("auto")) { conversation.lastSaid }
                }
                if conversation.unread > 0 { Badge("\(conversation.unread) new", tone: .accent) }
            }
        }
    }
}

/// One conversation, and the field to go on.
struct ThreadPage: PageAnswer {
    let thread: Thread
    /// Where older messages begin.
    let older: Cursor?
    let me: PersonID
    let context: ConversationContext
    var problem: Problem?
    var words = ""

    private var id: ConversationID { thread.conversation.id }
    private var other: Text { .person(named: thread.otherName) }

    var title: Text { thread.conversation.heading }
    var shell: ShellStyle { context.app.map { .app($0) } ?? .site }
    var activePath: String? { MessagesPaths.list() }
    var slots: FrameSlots { FrameSlots(back: context.list, title: "Messages") }
    var status: Status { Status(problem) }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, lead: "Conversation with \(other)", crumbs: [Crumb("Messages", href: context.list)]) { menu }
            if context.subject != nil || context.profile != nil {
                p(.class("actions thread-links")) {
                    if let subject = context.subject { LinkButton(context.kind, href: subject, icon: .info, style: .secondary) }
                    if let profile = context.profile { LinkButton("Profile", href: profile, icon: .person, style: .secondary) }
                }
            }
            if context.isGone { Alert(.info, title: "What this conversation is about has been deleted.") }
            if let older {
                p { a(.href(link(MessagesPaths.conversation(id), query: ["after": older.text]))) { "Older messages" } }
            }
            section(
                .id("thread"), .live(Conversations.topic(id)), .data("live-after", String(thread.head)),
                .data("live-refresh"), .aria("live", "polite"), .aria("label", "What was said")
            ) {
                if thread.messages.isEmpty, !thread.isClosed {
                    EmptyState(.mail, title: "Nothing was said yet", message: "Write the first message below.")
                }
                ol(.class("thread")) {
                    for message in thread.messages { MessageBubble(message: message, isMine: message.author == me, name: other) }
                }
            }
            div(.id("latest")) {
                if thread.isClosed {
                    Alert(.info) {
                        p { closed }
                    }
                } else {
                    ProblemAlert(problem)
                    Form(MessagesPaths.conversation(id), .data("draft", me.description), .data("draft-sends")) {
                        TextArea(
                            "Your message", name: "words", value: words, lines: 3, error: problem?.fields["words"], isRequired: true,
                            .maxlength(Conversations.longestMessage))
                        Actions { Button("Send", icon: .mail) }
                    }
                }
            }
        }
    }

    private var closed: Text {
        if thread.conversation.other == nil { return "This account is gone, and with it what this person wrote." }
        return thread.isBlockedByMe ? "You have blocked this person." : "This conversation takes no more messages."
    }

    private var menu: Menu {
        Menu("What you can do") {
            MenuButton(
                thread.conversation.isMuted ? "Notifications on" : "Notifications off", action: MessagesPaths.mute(id), icon: .mail,
                fields: [("on", thread.conversation.isMuted ? "false" : "true")])
            if thread.conversation.other != nil {
                MenuButton(
                    thread.isBlockedByMe ? "Let this person write again" : "Block this person", action: MessagesPaths.block(id), icon: .shield,
                    fields: [("on", thread.isBlockedByMe ? "false" : "true")], isDangerous: !thread.isBlockedByMe)
            }
            MenuLink("Leave the conversation", href: MessagesPaths.leave(id), icon: .signOut)
        }
    }
}

/// One message in its bubble.
private struct MessageBubble: HTML {
    let message: Message
    let isMine: Bool
    let name: Text

    var body: some HTML {
        li(.class("bubble"), .if(isMine, .class("bubble-mine")), .id("message-\(message.id)")) {
            p(.class("bubble-words"), .dir("auto")) { message.words }
            p(.class("bubble-foot muted")) {
                isMine ? "You" as Text : name
                " · "
                TimeAgo(message.at)
                if !isMine {
                    " · "
                    a(
                        .href(
                            ReportForm.address(
                                of: SubjectKey(kind: MessageSubject.subjectKind, id: message.id.number),
                                then: MessagesPaths.conversation(message.conversation)))
                    ) {
                        "Report"
                    }
                }
            }
            if isMine, !message.isShown {
                Alert(.warning, title: "Not delivered") { if let told = message.told { p { told } } }
            }
        }
    }
}
