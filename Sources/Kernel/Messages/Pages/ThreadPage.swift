import Accounts
import Core
import Foundation
import Interface
import Markup
import Moderation
import Platform
import Web

/// One conversation, and the field to go on; on wide screens beside the list of all.
struct ThreadPage: PageAnswer {
    let thread: Thread
    let list: ConversationList
    /// Where older messages begin.
    let older: Cursor?
    let me: PersonID
    let zone: TimeZone
    let context: ConversationContext
    /// What keeps the reader from writing in the app that this is about something of.
    let ban: ClosedByBan?
    /// Whether a ban keeps the other person from answering; which one, the reader is not told.
    let isOtherAway: Bool
    /// What was not delivered and waits in the field to be said otherwise.
    var undelivered: Message?
    /// Its words with what they were stopped for marked.
    var marks: WritingMarks?
    var problem: Problem?
    var words = ""

    private var id: ConversationID { thread.conversation.id }
    private var other: Text { .person(named: thread.otherName) }
    /// Whether there is a field to write in.
    var takesWords: Bool { ban == nil && !thread.isClosed && !isOtherAway }

    var title: Text { thread.otherName == nil ? thread.conversation.heading : other }
    var shell: ShellStyle { .siteOr(context.app) }
    var activePath: String? { MessagesPaths.list() }
    var slots: FrameSlots { FrameSlots(back: context.list, title: "Messages", fills: .always) }
    var scripts: [String] { ["messages/js/chat.js"] }
    var status: Status { Status(problem) }

    var body: some HTML {
        div(.class("chat")) {
            div(.class("chat-side")) {
                h2(.class("chat-side-title")) { a(.href(context.list)) { "Messages" } }
                ConversationItems(list: list, open: id)
            }
            div(.class("chat-main")) {
                ThreadHead(thread: thread, context: context, other: other)
                section(
                    .class("chat-scroll"), .id("thread"), .live(Conversations.topic(id)), .data("live-after", String(thread.head)),
                    .data("live-refresh"), .role("log"), .tabindex(0), .aria("label", "What was said")
                ) { said }
                div(.class("chat-foot"), .id("latest")) {
                    if let standing = context.standing { p(.class("chat-standing muted")) { standing } }
                    if let ban {
                        ban
                    } else if thread.isClosed {
                        Alert(.info) {
                            p { closed }
                            if thread.isBlockedByMe {
                                Form(MessagesPaths.block(id)) {
                                    input(.type("hidden"), .name("on"), .value("false"))
                                    Button("Unblock", style: .secondary)
                                }
                            }
                        }
                    } else if isOtherAway {
                        Alert(.info) { p { "\(other) can’t answer at the moment, so you can’t write here." } }
                    } else {
                        Composer(
                            conversation: id, me: me, words: problem == nil ? undelivered?.words ?? words : words, undelivered: undelivered,
                            marks: marks, problem: problem)
                    }
                }
            }
        }
    }

    private var said: some HTML {
        div(.class("thread")) {
            if let older {
                p(.class("thread-older")) { a(.href(link(MessagesPaths.conversation(id), query: ["after": older.text]))) { "Older messages" } }
            }
            if context.isGone { Alert(.info, title: "What this conversation is about has been deleted.") }
            if thread.messages.isEmpty, takesWords {
                EmptyState(.mail, title: "Nothing written yet", message: "Write the first message below.")
            }
            for day in ThreadDay.all(of: thread.messages.filter { $0.id != undelivered?.id }, for: me, in: zone) {
                h2(.class("thread-day")) { DayName(day.begins) }
                for group in day.groups { MessageGroup(group: group, thread: thread, other: other, takesWords: takesWords) }
            }
        }
    }

    private var closed: Text {
        if thread.conversation.other == nil { return "This account and its messages have been deleted." }
        return thread.isBlockedByMe ? "You’ve blocked \(other)." : "You can’t send more messages in this conversation."
    }
}

/// In the place of the field, for who is banned from the app: nothing is typed that cannot be sent.
struct ClosedByBan: HTML, Sendable {
    private let app: Text
    private let page: Problem.Link?

    init(_ ban: Ban, _ bans: Bans, on site: Site) {
        app = site.everyManifest.first { $0.id == ban.app }?.name ?? .verbatim(ban.app)
        page = bans.problem(ban).link
    }

    var body: some HTML {
        Alert(.info) {
            p { "You’re banned from \(app), so you can’t write here." }
            if let page { p { a(.href(page.path)) { page.label } } }
        }
    }
}

/// With whom one writes and about what, and what can be done about it.
private struct ThreadHead: HTML {
    let thread: Thread
    let context: ConversationContext
    let other: Text

    private var id: ConversationID { thread.conversation.id }

    var body: some HTML {
        header(.class("chat-head")) {
            IconButton(.back, label: "All messages", href: context.list, .class("chat-back"))
            Avatar(thread.otherName ?? "", picture: thread.otherPicture)
            div(.class("chat-title")) {
                h1(.dir("auto")) {
                    if let profile = context.profile { a(.href(profile)) { other } } else { other }
                }
                p(.class("muted"), .dir("auto")) {
                    if let subject = context.subject { a(.href(subject)) { thread.conversation.heading } } else { thread.conversation.heading }
                }
            }
            menu
        }
    }

    private var menu: Menu {
        Menu("What you can do") {
            if let subject = context.subject { MenuLink(context.kind, href: subject, icon: .info) }
            if let profile = context.profile { MenuLink("Profile", href: profile, icon: .person) }
            MenuButton(
                thread.conversation.isMuted ? "Turn on notifications" : "Turn off notifications", action: MessagesPaths.mute(id), icon: .bell,
                fields: [("on", thread.conversation.isMuted ? "false" : "true")])
            if thread.conversation.other != nil {
                MenuButton(
                    thread.isBlockedByMe ? "Let this person write again" : "Block this person", action: MessagesPaths.block(id), icon: .ban,
                    fields: [("on", thread.isBlockedByMe ? "false" : "true")], isDangerous: !thread.isBlockedByMe)
            }
            MenuLink("Leave the conversation", href: MessagesPaths.leave(id), icon: .signOut)
        }
    }
}

/// What one person said in a row, and when.
private struct MessageGroup: HTML {
    let group: ThreadDay.Group
    let thread: Thread
    let other: Text
    let takesWords: Bool

    var body: some HTML {
        div(.class("thread-group"), .if(group.isMine, .class("thread-mine"))) {
            if !group.isMine { Avatar(thread.otherName ?? "", picture: thread.otherPicture) }
            div(.class("thread-bubbles")) {
                p(.class("visually-hidden")) { group.isMine ? "You" : other }
                for message in group.messages { bubble(message) }
                if let last = group.messages.last { p(.class("thread-time muted")) { ClockTime(last.at) } }
            }
        }
    }

    private func bubble(_ message: Message) -> Node {
        div(.class("bubble"), .if(!message.isShown, .class("bubble-undelivered")), .id("message-\(message.id)")) {
            if message.isRemoved, !group.isMine {
                p(.class("bubble-state muted")) {
                    Icon.ban
                    span { "A moderator removed this message." }
                }
            } else {
                p(.class("bubble-words"), .dir("auto")) { message.words }
            }
            if thread.reported.contains(message.id) {
                p(.class("bubble-state muted")) {
                    Icon.flag
                    span { "You reported this. A moderator will look at it." }
                }
            } else if !group.isMine, message.isShown {
                a(.class("bubble-report"), .href(report(message)), .aria("label", "Report"), .title("Report")) { Icon.flag }
            }
            if group.isMine, !message.isShown { undelivered(message) }
        }
    }

    @HTMLBuilder private func undelivered(_ message: Message) -> Node {
        let isWaiting = thread.waiting.contains(message.id)
        p(.class("bubble-state")) {
            Icon.warning
            span {
                strong { isWaiting ? "Waiting for a moderator" : message.isRemoved ? "Removed by a moderator" : "Not delivered" }
                if let told = message.told { " – \(told)" }
            }
        }
        if !isWaiting, !message.isRemoved, takesWords {
            p { a(.class("bubble-again"), .href(ConversationRoutes.again(message))) { "Edit and send again" } }
        }
    }

    private func report(_ message: Message) -> String {
        ReportForm.address(
            of: SubjectKey(kind: MessageSubject.subjectKind, id: message.id.number), then: MessagesPaths.conversation(message.conversation))
    }
}

/// The field to write in. Without a script it is a form; with one the message appears at once and the page stays.
private struct Composer: HTML {
    let conversation: ConversationID
    let me: PersonID
    let words: String
    let undelivered: Message?
    let marks: WritingMarks?
    let problem: Problem?

    private var isReturned: Bool { undelivered != nil || problem != nil }

    var body: some HTML {
        Form(
            MessagesPaths.conversation(conversation), .class("composer"), .if(isReturned, .class("composer-returned")), .data("chat"),
            .data("draft", me.description), .data("draft-sends"),
            .data("sending", text: "Sending…"), .data("lost", text: "Not delivered. Check your connection.")
        ) {
            div(.class("composer-note"), .id("composer-note"), .role("alert")) { note }
            if let undelivered { input(.type("hidden"), .name("again"), .value(undelivered.id.description)) }
            label(.class("visually-hidden"), .for("field-words")) { "Your message" }
            div(.class("composer-row")) {
                textarea(
                    .class("input"), .id("field-words"), .name("words"), .rows(1), .flag("required"), .placeholder("Write a message"),
                    .maxlength(Conversations.longestMessage), .if(isReturned, .aria("invalid", true)), .aria("describedby", "composer-note")
                ) { words }
                button(.class("button button-primary composer-send"), .type("submit")) {
                    Icon.send
                    span { "Send" }
                }
            }
        }
    }

    @HTMLBuilder private var note: Node {
        if let undelivered, problem == nil {
            p {
                Icon.warning
                span {
                    strong { "Not delivered" }
                    if let told = undelivered.told { " – \(told)" }
                }
            }
            if let marks { marks }
        } else if let problem {
            p {
                Icon.warning
                span {
                    strong { problem.detail }
                    if let remedy = problem.remedy { " \(remedy)" }
                }
            }
        }
    }
}
