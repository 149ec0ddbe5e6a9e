import Core
import Interface
import Markup
import Web

/// What this device keeps to be read without a connection. The server doesn't know what that is: a script fills the list.
struct OnDevicePage: PageAnswer {
    var title: Text { "On this device" }
    var shell: ShellStyle { .site }
    var scripts: [String] { ["reading/js/on-device/page.js"] }

    var body: some HTML {
        div(.class("narrow stack"), .data("on-device-page")) {
            PageHeader(title, lead: "Read these without a connection.")
            div(.class("without-script")) { Alert(.info, title: "Turn on JavaScript to see this list. Your browser keeps it.") }
            div(.data("kept-unavailable"), .flag("hidden")) {
                Alert(.warning, title: "This browser can’t keep anything. It may be in a private window.")
            }
            ul(.class("kept-rows"), .data("kept-list"), .flag("hidden"))
            div(.data("kept-none"), .flag("hidden")) {
                EmptyState(
                    .download, title: "Nothing on this device yet",
                    message: "Open a story or book and choose “Keep on this device”. Then you can read it without a connection.")
            }
            p(.class("muted"), .data("kept-size"), .data("words", text: "\("%1") of 200 MB used."), .flag("hidden"), .role("status"))
            p(.class("muted")) {
                "Texts and their pictures are kept, not recordings or original files. Signing out removes everything you kept."
            }
            template(.data("template", "kept")) { row }
        }
    }

    private var row: some HTML {
        li {
            article(.class("cover-row")) {
                span(.data("kept-cover"))
                div(.class("cover-row-words")) {
                    h2(.class("kept-title")) { a(.class("stretched"), .data("kept-link"), .href(""), .dir("auto")) }
                    p(.class("cover-row-authors"), .data("kept-authors"), .dir("auto"))
                    div(.class("facts")) {
                        span(
                            .class("badge badge-success"), .data("kept-news"), .data("one", text: "New: 1 chapter"),
                            .data("many", text: "New: \("%1") chapters"), .data("changed", text: "Updated"), .flag("hidden"))
                        span(.data("kept-progress"), .data("words", text: "\("%1")% read"))
                        span(.class("muted"), .data("kept-bytes"))
                    }
                }
                div(.class("cover-row-actions")) {
                    IconButton(
                        .trash, label: "Remove from this device", .type("button"), .data("kept-remove"),
                        .data("removed", text: "Removed from this device."))
                }
            }
        }
    }
}
