import Core
import Interface
import Markup

/// The small player on every other page. The browser keeps it with the recording as the player's page wrote it, in that page's language.
struct ListeningBar: HTML {
    let recording: Recording
    /// The player's page.
    let address: String

    var body: some HTML {
        section(.class("listening"), .data("listening"), .aria("label", "Player")) {
            progress(.class("listening-progress"), .data("progress"), .value("0"), .custom("max", "100"), .aria("hidden", true))
            a(.class("listening-open"), .href(address)) {
                Cover(title: recording.card.title, image: recording.cover, isSmall: true)
                span(.class("listening-words")) {
                    strong(.dir("auto")) { recording.card.title }
                    span(.class("listening-time")) {
                        span(.data("elapsed"))
                        " / "
                        span(.data("total"))
                        span(.class("listening-sleep"), .data("sleep-left"), .data("left", text: "Stops in \("%1")"), .flag("hidden")) {
                            Icon.moon
                            span(.data("sleep-clock"))
                        }
                    }
                }
            }
            SkipButton(-15, .class("listening-button"))
            button(
                .class("listening-button listening-play"), .type("button"), .data("toggle"), .data("play", text: "Play"),
                .data("pause", text: "Pause"), .aria("label", "Play")
            ) {
                Icon.play
                Icon.pause
            }
            SkipButton(15, .class("listening-button"))
            button(.class("listening-button"), .type("button"), .data("close"), .aria("label", "Close the player"), .title("Close the player")) {
                Icon.close
            }
        }
    }
}

/// Goes back or forward by some seconds.
struct SkipButton: HTML {
    let body: Node

    init(_ seconds: Int, _ attributes: Attribute...) {
        let label: Text = seconds < 0 ? "15 seconds back" : "15 seconds forward"
        body = button(
            .type("button"), .data("skip", String(seconds)), .aria("label", label), .title(label), .group(attributes), .class("skip-button")
        ) {
            seconds < 0 ? Icon.skipBack : Icon.skipForward
            span(.aria("hidden", true)) { String(abs(seconds)) }
        }
    }
}
