import Core
import Interface
import Markup

/// Notes to oneself: beside the text on wide screens, a sheet on phones.
struct NotesPanel: HTML {
    let notes: String
    /// Whether others write the story too.
    let isShared: Bool

    var body: some HTML {
        details(.class("editor-notes"), .data("notes-panel")) {
            summary(.class("icon-button icon-button-plain"), .aria("label", "Notes"), .title("Notes")) { Icon.note }
            div(.class("editor-notes-panel")) {
                div(.class("editor-notes-head")) {
                    label(.for("chapter-notes")) { "Notes" }
                    IconButton(.close, label: "Close", .type("button"), .data("notes-close"), .flag("hidden"))
                }
                p(.class("field-hint"), .id("chapter-notes-hint")) {
                    isShared
                        ? "Only the story’s authors can see them. They’re never published. At most \(ChapterNotes.longest) characters." as Text
                        : "Only you can see them, and co-authors if you invite any. They’re never published. At most \(ChapterNotes.longest) characters."
                }
                textarea(
                    .class("input"), .id("chapter-notes"), .name("notes"), .maxlength(ChapterNotes.longest), .autocomplete("off"), .dir("auto"),
                    .aria("describedby", "chapter-notes-hint")
                ) { notes }
            }
        }
    }
}
