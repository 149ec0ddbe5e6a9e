import Core
import Interface
import Markup
import Web

/// The panels of the reader: all there from the beginning and hidden, so that their words come in the reader's language.
struct ReaderPanels: HTML {
    let model: ReaderModel

    var body: some HTML {
        div(.class("reader-curtain"), .data("curtain"), .flag("hidden"))
        Panel(name: "contents", title: "Contents") {
            if model.publication.card.kind != .audio, model.publication.card.audience != .staff {
                KeepControl(
                    model.publication.id, cover: Cover(title: model.publication.card.title, authors: model.publication.card.authors, isSmall: true),
                    place: .reader)
            }
            if let cited = model.cited { VersePicker(cited: cited) }
            nav(
                .data("contents"), .aria("label", "Contents"), .data("here", text: "You’re here"), .data("read", text: "Read"),
                .data("new", text: "New"))
        }
        Panel(name: "find", title: model.words.searchTitle) {
            form(.class("reader-find online-only"), .data("find"), .role("search"), .action(ReadingPaths.find(model.publication.id))) {
                input(
                    .type("search"), .name("q"), .aria("label", model.words.search), .placeholder(model.cited?.searchHint ?? model.words.search),
                    .data("focus"),
                    .autocomplete("off"))
                button(.class("reader-button")) {
                    Icon.search
                    span(.class("visually-hidden")) { "Search" }
                }
            }
            p(
                .class("reader-muted"), .role("status"), .data("find-count"), .data("none", text: "Nothing found."),
                .data("one", text: "1 result."), .data("many", text: "\("%1") results."))
            p(.class("reader-muted offline-only")) { "Searching needs a connection." }
            ol(.class("reader-hits"), .data("find-results"))
        }
        SettingsPanel(settings: model.settings, words: model.words, hasVerses: model.publication.card.kind == .bible)
        NotebookPanel(isMember: model.isMember, signIn: signIn, words: model.words)
        NotePanel()
        Panel(name: "footnote", title: "Footnote") {
            div(.class("reader-footnote"), .data("footnote"), .dir("auto"))
            p { a(.data("footnote-go"), .href("#")) { "Go to the note" } }
        }
        Panel(name: "reference", title: "Bible passage") {
            div(.class("reader-lookup"), .data("reference-text"), .aria("live", "polite"))
        }
        if let remarks = model.remarks {
            Panel(name: "remarks", title: remarks.title) { div(.class("reader-remarks"), .data("remarks"), .aria("live", "polite")) }
        }
        Panel(name: "picture", title: "Picture") { div(.class("reader-stage"), .data("stage")) }
        ReaderTemplates()
    }

    private var signIn: String {
        link(SitePaths.signIn(), query: ["then": ReadingPaths.section(model.publication.id, model.section.summary.number)])
    }
}

/// The verses of the chapter that is open, which the script fills in, and the headings between the books below.
struct VersePicker: HTML {
    let cited: CitedText

    var body: some HTML {
        Markup.section(.class("reader-verses"), .data("verses"), .flag("hidden"), .aria("labelledby", "reader-verses-title")) {
            h3(.id("reader-verses-title"), .data("verses-title"), .dir("auto")) { cited.section.label }
            ol(.class("is-numbers"), .data("verse", text: "Verse \("%1")"))
            if let comparison = cited.comparison {
                p { a(.class("reader-action online-only"), .data("compare"), .href(comparison)) { "Compare editions" } }
            }
        }
        ol(.data("parts"), .flag("hidden")) {
            for part in cited.parts { li(.data("section", String(part.section))) { part.title } }
        }
    }
}

/// One panel: a heading, a way out, and what it is for.
struct Panel: HTML {
    private let name: String
    private let heading: Text
    private let content: Node

    init(name: String, title: Text, @HTMLBuilder content: () -> Node) {
        self.name = name
        heading = title
        self.content = content()
    }

    var body: some HTML {
        section(
            .class("reader-panel"), .id("reader-\(name)"), .data("drawer", name), .role("dialog"), .aria("modal", true),
            .aria("labelledby", "reader-\(name)-title"), .flag("hidden")
        ) {
            div(.class("reader-panel-head")) {
                h2(.id("reader-\(name)-title")) { heading }
                button(.class("reader-button"), .type("button"), .data("close"), .aria("label", "Close"), .title("Close")) { Icon.close }
            }
            div(.class("reader-panel-body")) { content }
        }
    }
}

/// What the reader says when something has happened.
struct ReaderStatus: HTML {
    let words: ReadingWords

    var body: some HTML {
        p(
            .class("reader-status"), .role("status"), .data("status"), .data("highlighted", text: "Highlighted."),
            .data("saved", text: "Saved."), .data("removed", text: "Removed."), .data("copied", text: "Copied."),
            .data("bookmarked", text: "Bookmark added."), .data("unbookmarked", text: "Bookmark removed."),
            .data("extend", text: "Tap the last word of the passage. You can turn pages first."),
            .data("other-section", text: words.span),
            .data("lost", text: "The exact words are no longer in the text. This is roughly where they were."),
            .data("end", text: "This is the end."), .data("beginning", text: "This is the beginning."),
            .data("failed", text: "That didn’t work. Try again."), .data("unreachable", text: "Marking needs a connection."),
            .data("not-here", text: words.notHere))
    }
}

/// Rows that the script fills and repeats.
struct ReaderTemplates: HTML {
    var body: some HTML {
        template(.data("template", "hit")) {
            li {
                button(.type("button")) {
                    span(.class("reader-muted"), .data("hit-title"), .dir("auto"))
                    span(.data("hit-text"), .dir("auto"))
                }
            }
        }
        template(.data("template", "annotation")) {
            li {
                span(.class("reader-swatch"), .data("swatch"))
                div {
                    p(.class("reader-noted"), .data("noted-reference"), .dir("auto"))
                    button(.class("reader-jump"), .type("button"), .data("jump"), .dir("auto"))
                    p(.data("note"), .dir("auto"))
                    UnplacedLine()
                }
                button(.class("reader-button online-only"), .type("button"), .data("edit"), .aria("label", "Edit"), .title("Edit")) { Icon.edit }
            }
        }
        template(.data("template", "bookmark")) {
            li {
                Icon.bookmark
                div {
                    button(.class("reader-jump"), .type("button"), .data("jump"), .dir("auto"))
                    UnplacedLine()
                }
                button(.class("reader-button online-only"), .type("button"), .data("remove"), .aria("label", "Remove"), .title("Remove")) {
                    Icon.trash
                }
            }
        }
    }
}

/// Says that a passage is not in the present edition.
struct UnplacedLine: HTML {
    var body: some HTML {
        p(.class("reader-muted"), .data("unplaced"), .flag("hidden")) {
            "These words are no longer in the text, so we can’t show where they were."
        }
    }
}
