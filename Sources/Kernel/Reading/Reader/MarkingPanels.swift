import Core
import Interface
import Markup
import Web

/// A person's own marks.
struct NotebookPanel: HTML {
    let isMember: Bool
    let signIn: String
    let words: ReadingWords

    var body: some HTML {
        Panel(name: "notebook", title: "Highlights and notes") {
            if isMember {
                PrivateLine()
                MarkingOfflineLine()
                button(.class("reader-action"), .type("button"), .data("mark"), .data("close")) {
                    Icon.highlighter
                    "Select text with the keyboard"
                }
                ul(.class("reader-notes"), .data("annotations"))
                p(.class("reader-muted online-only"), .flag("hidden")) { "Select words in the text to highlight them or to write a note." }
                h3 { "Bookmarks" }
                ul(.class("reader-notes"), .data("bookmarks"))
                p(.class("reader-muted"), .flag("hidden")) { words.noBookmarks }
                p { a(.href(ReadingPaths.annotations())) { "All my annotations" } }
            } else {
                p { "Sign in to highlight words, write notes and keep bookmarks. They are private and follow you to every device." }
                p { a(.class("reader-action"), .href(signIn)) { "Sign in" } }
                button(.class("reader-action"), .type("button"), .data("mark"), .data("close")) { "Select text with the keyboard" }
                ul(.data("annotations"), .flag("hidden"))
                ul(.data("bookmarks"), .flag("hidden"))
            }
        }
    }
}

/// Says why marks can’t be made or changed, in the place of the buttons that would.
struct MarkingOfflineLine: HTML {
    var body: some HTML {
        p(.class("reader-muted offline-only")) { "You’re offline. You see what you marked before; marking needs a connection." }
    }
}

/// Says that annotations are private, wherever annotations are shown.
struct PrivateLine: HTML {
    var body: some HTML {
        p(.class("reader-private")) {
            Icon.lock
            span { "Private: only you can see what you mark and write." }
        }
    }
}

/// The box for a note and its colour.
struct NotePanel: HTML {
    var body: some HTML {
        Panel(name: "note", title: "Highlight and note") {
            PrivateLine()
            form(.class("reader-note"), .data("note-form")) {
                blockquote(.data("quote"), .dir("auto"))
                fieldset(.class("reader-palette")) {
                    legend { "Colour" }
                    for entry in AnnotationContent.palette {
                        Markup.label {
                            input(.type("radio"), .name("colour"), .value(entry.colour))
                            span(.class("reader-swatch"), .data("colour", entry.colour))
                            span(.class("visually-hidden")) { entry.name }
                        }
                    }
                }
                Markup.label(.for("reader-note-text")) { "Note" }
                textarea(
                    .id("reader-note-text"), .name("note"), .custom("rows", "5"),
                    .maxlength(AnnotationContent.longestNote),
                    .data("focus"), .dir("auto"), .aria("describedby", "reader-note-count"))
                p(.class("reader-muted"), .id("reader-note-count"), .data("count"), .data("words", text: "\("%1") of \("%2") characters"))
                MarkingOfflineLine()
                div(.class("reader-actions online-only")) {
                    button(.class("reader-action is-primary")) { "Save" }
                    button(.class("reader-action"), .type("button"), .data("close")) { "Cancel" }
                    button(.class("reader-action is-danger"), .type("button"), .data("remove")) { "Remove" }
                }
            }
        }
    }
}

/// The bar beside a selection.
struct SelectionBar: HTML {
    let isMember: Bool
    let signIn: String
    /// What taking the passage to where its owner leads from the section is called, if it leads anywhere.
    let quoting: Text?

    var body: some HTML {
        aside(.aria("label", "Selected text")) {
            div(.class("reader-toolbar"), .role("toolbar"), .data("toolbar"), .aria("label", "Selected text"), .flag("hidden")) {
                if isMember {
                    for entry in AnnotationContent.palette {
                        button(
                            .class("reader-colour online-only"), .type("button"), .data("colour", entry.colour),
                            .aria("label", "Highlight: \(entry.name)"), .title("Highlight: \(entry.name)")
                        ) { span(.class("reader-swatch"), .data("colour", entry.colour)) }
                    }
                    action("note", .note, "Note", "Write a note", needsConnection: true)
                    span(.class("reader-muted offline-only")) { "Marking needs a connection." }
                } else {
                    a(.class("reader-action"), .href(signIn)) { "Sign in to highlight" }
                }
                if let quoting { action("quote", .send, quoting, quoting, needsConnection: true) }
                action("extend", .forward, "Extend", "Extend the selection")
                action("copy", .quote, "Quote", "Copy as quotation")
                action("link", .link, "Link", "Copy link to this passage")
                action("share", .share, "Share", "Share this passage")
            }
        }
    }

    private func action(_ name: String, _ icon: Icon, _ label: Text, _ explanation: Text, needsConnection: Bool = false) -> Node {
        button(
            .class("reader-button reader-labelled"), .if(needsConnection, .class("online-only")), .type("button"), .data("action", name),
            .title(explanation)
        ) {
            icon
            span { label }
        }
    }
}
