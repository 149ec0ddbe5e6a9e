import Core
import Markup

/// Where a script says what waits on this device to be sent, and what was refused; it brings the words for that.
struct OutboxLine: HTML {
    var body: some HTML {
        section(
            .class("outbox"), .data("outbox-line"), .flag("hidden"), .aria("live", "polite"), .aria("label", "Changes on this device"),
            .data("words-one", text: "1 change is waiting for a connection."), .data("words-many", text: "# changes are waiting for a connection."),
            .data("words-kept", text: "Saved on this device. It’s sent when you’re back online."), .data("words-failed", text: "Couldn’t send"),
            .data("words-refused", text: "The server didn’t accept it."),
            .data("words-uncertain", text: "This may have arrived already. Check before you send it again."), .data("words-copy", text: "Copy"),
            .data("words-copied", text: "Copied"), .data("words-again", text: "Send again"), .data("words-discard", text: "Discard"))
    }
}
