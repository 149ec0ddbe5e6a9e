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

    var title: Text { "Messages" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, lead: "Private conversations. Only the two of you read them; what somebody reports is seen by moderators.")
            section(
                .id("conversations"), .data("live", "/events?topic=\(Conversations.listTopic)"), .data("live-after", String(head)),
                .data("live-refresh"), .aria("label", "Your conversations")
            ) {
                if conversations.isEmpty {
                    EmptyState(
                        .mail, title: "No messages yet",
                        message: "When you offer somebody help, or somebody offers it to you, you can write to each other here.")
                } else {
                    ul(.class("rows conversation-list")) {
                        for conversation in conversations { ConversationRow(conversation: conversation, names: names) }
                    }
                }
            }
            Pagination(next: next.map { link(MessagesPaths.list(), query: ["after": $0.text]) })
        }
    }
}

/// One conversation in the list.
private struct ConversationRow: HTML {
    let conversation: Conversation
    let names: [PersonID: String]

    var body: some HTML {
        li {
            a(.class("conversation-row"), .href(MessagesPaths.conversation(conversation.id))) {
                span(.class("conversation-head")) {
                    strong { conversation.other.flatMap { names[$0] }.map { Text.verbatim($0) } ?? "Somebody without an account" }
                    span(.class("muted")) { "\(moment: conversation.lastAt)" }
                }
                span(.class("conversation-title"), .dir("auto")) { conversation.title }
                span(.class("conversation-last muted"), .dir("auto")) { conversation.lastWords ?? "" }
                if conversation.unread > 0 { Badge("\(conversation.unread) new", tone: .accent) }
            }
        }
    }
}

/// One conversation, and the field to go on.
struct ThreadPage: PageAnswer {
    let thread: Thread
    let me: PersonID
    var problem: Problem?
    var words = ""

    private var id: ConversationID { thread.conversation.id }
    private var other: Text { thread.otherName.map { .verbatim($0) } ?? "Somebody without an account" }

    var title: Text { .verbatim(thread.conversation.title) }
    var shell: ShellStyle { .site }
    var activePath: String? { MessagesPaths.list() }
    var status: Status { problem.map { Status(rawValue: $0.kind.rawValue) } ?? .ok }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, lead: "Conversation with \(other)", crumbs: [Crumb("Messages", href: MessagesPaths.list())]) { menu }
            if let older = thread.older, let cursor = try? Cursor(older) {
                p { a(.href(link(MessagesPaths.conversation(id), query: ["after": cursor.text]))) { "Older messages" } }
            }
            section(
                .id("thread"), .data("live", "/events?topic=\(Conversations.topic(id))"), .data("live-after", String(thread.head)),
                .data("live-refresh"), .aria("live", "polite"), .aria("label", "What was said")
            ) {
                if thread.messages.isEmpty {
                    EmptyState(.mail, title: "Nothing was said yet", message: "Write the first message below.")
                }
                ol(.class("thread")) {
                    for message in thread.messages { MessageBubble(message: message, isMine: message.author == me, name: other) }
                }
            }
            div(.id("latest")) {
                if thread.isClosed {
                    Notice(.info) {
                        p { thread.isBlockedByMe ? "You have blocked this person." : "This conversation takes no more messages." as Text }
                    }
                } else {
                    if let problem { Notice(.danger, title: problem.detail) { if let remedy = problem.remedy { p { remedy } } } }
                    Form(MessagesPaths.conversation(id)) {
                        TextArea(
                            "Your message", name: "words", value: words, lines: 3, error: problem?.fields["words"], isRequired: true,
                            .maxlength(Conversations.longestMessage))
                        Actions { Button("Send", icon: .mail) }
                    }
                }
            }
        }
    }

    private var menu: Menu {
        Menu("What you can do") {
            MenuButton(
                thread.conversation.isMuted ? "Notices on" : "Notices off", action: MessagesPaths.mute(id), icon: .mail,
                fields: [("on", thread.conversation.isMuted ? "false" : "true")])
            if thread.conversation.other != nil {
                MenuButton(
                    thread.isBlockedByMe ? "Let this person write again" : "Block this person", action: MessagesPaths.block(id), icon: .shield,
                    fields: [("on", thread.isBlockedByMe ? "false" : "true")], isDangerous: !thread.isBlockedByMe)
            }
            MenuButton("Leave the conversation", action: MessagesPaths.leave(id), icon: .signOut, isDangerous: true)
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
                time(.datetime(message.at)) { "\(moment: message.at)" }
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
                Notice(.warning, title: "Not delivered") { if let told = message.told { p { told } } }
            }
        }
    }
}
