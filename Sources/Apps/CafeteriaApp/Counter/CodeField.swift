import Core
import Interface
import Markup
import Web

/// Where a code is scanned, by a scanner that types or by the camera, or a number or a name typed.
struct CodeField: HTML {
    var takesFocus = false
    /// Whether it says which orders it finds, and takes a day.
    var choosesDay = false
    var words = ""
    /// The day to which the search was limited.
    var day: Day?
    var error: Text?
    /// What to do then.
    var remedy: Text?

    var body: some HTML {
        form(.class("code-field"), .method("get"), .action(CafeteriaPaths.find()), .role("search"), .data("code-form")) {
            Markup.label(.for("field-code"), .class("field-label")) { "Number or name" }
            div(.class("code-line")) {
                input(
                    .class("input"), .id("field-code"), .type("text"), .name("code"), .value(words), .maxlength(200), .autocomplete("off"),
                    .custom("autocapitalize", "off"), .custom("spellcheck", "false"), .flag("autofocus", takesFocus),
                    .data("code-field"), .if(error != nil, .aria("describedby", "field-code-error")))
                Button("Find", icon: .search, style: .secondary)
                Button(
                    "Scan with the camera", icon: .image, style: .secondary, .type("button"), .class("scan-open"), .flag("hidden"), .data("scan"))
            }
            if choosesDay {
                div(.class("code-limits")) {
                    p(.class("field-hint")) { "Finds orders of the last \(Counter.daysBack) days." }
                    details(.class("code-day"), .flag("open", day != nil)) {
                        summary { "Choose another day" }
                        Markup.label(.for("field-day"), .class("visually-hidden")) { "Day" }
                        input(.class("input"), .id("field-day"), .type("date"), .name("day"), .value(day?.description ?? ""))
                    }
                }
            }
            if let error {
                div(.class("code-error"), .id("field-code-error"), .role("alert")) {
                    p(.class("field-error")) {
                        Icon.warning
                        span { error }
                    }
                    if let remedy { p(.class("muted")) { remedy } }
                }
            }
            div(.class("scan-view"), .flag("hidden"), .data("scan-view")) {
                Node.element("video", [.data("scan-video"), .flag("playsinline"), .flag("muted")], content: .nothing)
                p(
                    .role("status"), .data("scan-words"), .data("looking", text: "Hold the code in front of the camera."),
                    .data("missing", text: "This browser can’t scan codes. Type the number on the customer’s phone instead."),
                    .data("refused", text: "The camera can’t be used. Allow it in the browser’s settings, or type the number.")
                ) {}
                Button("Close", icon: .close, style: .secondary, .type("button"), .data("scan-close"))
            }
        }
    }
}
