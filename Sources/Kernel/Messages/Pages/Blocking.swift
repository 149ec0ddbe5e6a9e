import Accounts
import Core
import Interface
import Markup
import Web

/// Whom a person has blocked, with the way to let them write again.
struct BlockedPeople: HTML {
    let blocked: [BlockedPerson]

    var body: some HTML {
        section(.class("card stack"), .aria("labelledby", "blocked-title")) {
            h2(.id("blocked-title")) { "People you have blocked" }
            ul(.class("rows")) {
                for person in blocked {
                    li(.class("row")) {
                        strong(.dir("auto")) { Text.person(named: person.name) }
                        Form(MessagesPaths.unblock(person.id)) { Button("Let this person write again", style: .secondary) }
                    }
                }
            }
        }
    }
}

/// The second step before somebody leaves a conversation.
struct LeavePage: PageAnswer {
    let conversation: Conversation
    let context: ConversationContext

    var title: Text { "Leave the conversation?" }
    var shell: ShellStyle { .siteOr(context.app) }
    var activePath: String? { MessagesPaths.list() }
    var slots: FrameSlots { FrameSlots(back: MessagesPaths.conversation(conversation.id), title: "Messages") }

    var body: some HTML {
        ConfirmPage(
            title, message: "“\(conversation.heading)” will no longer be in your list.",
            consequences: ["The other person can no longer write to you in it.", "The other person keeps the messages."],
            understood: "I want to leave this conversation.", confirm: "Leave", icon: .signOut, action: MessagesPaths.leave(conversation.id),
            cancel: MessagesPaths.conversation(conversation.id))
    }
}
