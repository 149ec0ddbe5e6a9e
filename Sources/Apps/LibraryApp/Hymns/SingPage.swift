import Core
import Interface
import Markup
import Reading
import Web

/// A hymn in large type for a screen on the wall or a phone in the hand: one stanza at a time, and without a script one below the other.
struct SingPage: PageAnswer {
    let hymn: ItemSummary
    let text: HymnText

    var title: Text { .verbatim(hymn.title) }
    var shell: ShellStyle { .reader }
    var scripts: [String] { ["library/js/sing.js"] }

    private var stanzas: [HymnText.Stanza] { text.sung }

    var body: some HTML {
        div(.class("sing"), .data("sing"), .data("shows-listening")) {
            header(.class("sing-bar")) {
                a(
                    .class("sing-button"), .href(back), .custom("referrerpolicy", "no-referrer"), .data("sing-back"), .aria("label", "Back"),
                    .title("Back")
                ) { Icon.back }
                h1(.class("sing-title"), .lang(hymn.language), .dir("auto")) {
                    if let number = hymn.seriesNumber { span(.class("sing-number")) { String(number) } }
                    hymn.title
                }
                size(-1, "A−", "Smaller letters")
                size(1, "A+", "Larger letters")
                button(
                    .class("sing-button needs-script"), .type("button"), .data("sing-colours"), .aria("label", "Light or dark"),
                    .title("Light or dark")
                ) { Icon.contrast }
                button(
                    .class("sing-button needs-script"), .type("button"), .data("sing-full"), .aria("label", "Full screen"), .title("Full screen")
                ) { Icon.expand }
            }
            main(.class("sing-words"), .id("text"), .tabindex(-1), .data("sing-words"), .lang(hymn.language)) {
                for (place, stanza) in stanzas.enumerated() { StanzaBlock(stanza: stanza, place: place) }
            }
            footer(.class("sing-foot needs-script")) {
                button(
                    .class("sing-button"), .type("button"), .data("sing-step", "-1"), .aria("label", "Previous stanza"), .title("Previous stanza")
                ) { Icon.chevronLeft }
                p(.data("sing-place"), .role("status"), .data("words", text: "Stanza \("%1") of \("%2")"))
                button(.class("sing-button"), .type("button"), .data("sing-step", "1"), .aria("label", "Next stanza"), .title("Next stanza")) {
                    Icon.chevronRight
                }
            }
        }
    }

    private func size(_ step: Int, _ sign: String, _ label: Text) -> some HTML {
        button(
            .class("sing-button needs-script"), .type("button"), .data("sing-size", String(step)), .aria("label", label), .title(label)
        ) { span(.aria("hidden", true)) { sign } }
    }

    private var back: String { hymn.publication.map { ReadingPaths.publication($0) } ?? LibraryPaths.item(hymn.id) }
}

/// One stanza, line by line.
private struct StanzaBlock: HTML {
    let stanza: HymnText.Stanza
    let place: Int

    var body: some HTML {
        section(.class("sing-stanza"), .if(stanza.isRefrain, .class("is-refrain")), .id("stanza-\(place + 1)"), .data("stanza")) {
            if stanza.isRefrain { p(.class("sing-label")) { "Refrain" } }
            if let number = stanza.number { p(.class("sing-label")) { String(number) } }
            p(.dir("auto")) {
                for line in stanza.lines { span(.class("sing-line")) { line } }
            }
        }
    }
}
