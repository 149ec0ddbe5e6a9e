import Core
import Documents
import Interface
import Markup
import Web

/// The reader. Without a script it is one section in plain flow with links to its neighbours; with one it is everything else.
struct ReaderPage: PageAnswer {
    let model: ReaderModel

    var title: Text {
        if let heading = model.section.summary.title { return "\(model.publication.card.title): \(heading)" }
        return .verbatim(model.publication.card.title)
    }

    var shell: ShellStyle { .reader }
    var scripts: [String] { ["reading/js/reader/reader.js"] }
    private var card: PublicationCard { model.publication.card }
    private var settings: ReadingSettings { model.settings }
    private var number: Int { model.section.summary.number }

    var body: some HTML {
        div(
            .class("reader"), .data("reader"), .data("publication", model.publication.id.description),
            .data("path", ReadingPaths.publication(model.publication.id)), .data("api", ReadingPaths.api(model.publication.id)),
            .data("section", String(number)), .data("count", String(model.publication.sectionCount)),
            .data("words", String(model.publication.words)), .data("member", model.isMember ? "yes" : "no"),
            .data("title", card.title), .data("authors", card.authors), .data("kind", card.kind.rawValue),
            .data("furthest", String(model.furthest?.percent ?? 0)), .data("furthest-at", String(model.furthest?.at.milliseconds ?? 0)),
            .data("last", String(model.last?.progress ?? 0)), .data("last-at", String(model.last?.changedAt.milliseconds ?? 0)),
            .data("source", model.cited?.section.source ?? ""), .data("enlarge", text: "Enlarge picture"),
            .data("scroll", text: "Wide content, scrolls sideways"), .data("echo", text: "Highlighted in another edition"), settings.attributes
        ) {
            a(.class("skip-link"), .href("#text")) { "Skip to the text" }
            ReaderBar(model: model)
            if let preview = model.preview { aside(.class("reader-draft"), .aria("label", "Preview")) { preview } }
            main(
                .class("reader-view"), .id("text"), .data("view"), .tabindex(-1), .dir(model.publication.direction.rawValue),
                .aria("label", .verbatim(card.title))
            ) {
                article(.class("reader-flow"), .data("flow"), .dir(model.publication.direction.rawValue), language) {
                    if let recording = model.recording {
                        RecordingPlayer(recording: recording, isMember: model.isMember)
                    } else if let recording = model.recordingBeside {
                        RecordingBeside(recording: recording, isMember: model.isMember)
                    }
                    section(
                        .class("reader-section"), .data("number", String(number)), .data("words", String(model.section.summary.words)),
                        .data("words-before", String(model.section.summary.wordsBefore)),
                        .data("title", model.cited?.section.label ?? model.section.summary.title ?? ""),
                        .data("reference", model.cited?.section.path ?? ""), sectionLanguage
                    ) { text }
                    if let link = model.link {
                        div(.class("reader-end"), .data("end", String(number))) {
                            for link in [link] + link.more { a(.href(link.path)) { link.label } }
                            if let rating = model.rating, model.isLast { EndRating(rating: rating) }
                            if let ending = model.ending { ending }
                        }
                    }
                }
            }
            ReaderFoot(model: model)
            ReaderPanels(model: model)
            SelectionBar(isMember: model.isMember, signIn: signIn, quoting: model.link?.quoting)
            ReaderStatus(words: model.words)
            // The script puts it after the last section when that is reached.
            if let rating = model.rating, !model.isLast { template(.data("template", "rating")) { EndRating(rating: rating) } }
        }
    }

    /// The section, with the way to what was said about a paragraph at its end.
    private var text: Node {
        guard let remarks = model.remarks, !remarks.paragraphs.isEmpty else { return Raw(model.section.html).node }
        return remarks.marked(model.section.html)
    }

    private var signIn: String { link(SitePaths.signIn(), query: ["then": ReadingPaths.section(model.publication.id, number)]) }

    private var language: Attribute { card.language.map { .lang($0) } ?? .nothing }
    private var sectionLanguage: Attribute { model.section.summary.language.map { .lang($0) } ?? .nothing }
}

/// The bar above the text.
struct ReaderBar: HTML {
    let model: ReaderModel

    private var card: PublicationCard { model.publication.card }
    /// Whether the text itself, or the player, has a heading of the first level: every page needs one.
    private var hasHeading: Bool { model.recording != nil || model.section.html.contains("<h1") }

    var body: some HTML {
        header(.class("reader-bar")) {
            a(
                .class("reader-button"), .data("back"), .data("back-within", ReadingPaths.publication(model.publication.id)), .href(card.pagePath),
                .aria("label", "Back"), .title("Back")
            ) { Icon.back }
            if !hasHeading { h1(.class("visually-hidden"), .dir("auto")) { model.section.summary.title ?? card.title } }
            if let cited = model.cited {
                ReaderPlace(label: cited.section.label, title: card.title, contents: contents)
            } else {
                div(.class("reader-titles")) {
                    p(.class("reader-title"), .dir("auto")) { card.title }
                    p(.class("reader-chapter"), .data("section-title"), .dir("auto")) { model.section.summary.title ?? "" }
                }
            }
            nav(.class("reader-tools"), .aria("label", "Reader")) {
                if model.cited == nil {
                    a(
                        .class("reader-button"), .href(contents), .data("open", "contents"),
                        .aria("label", "Contents"), .title("Contents")
                    ) { Icon.contents }
                }
                a(
                    .class("reader-button"), .href(ReadingPaths.find(model.publication.id)), .data("open", "find"),
                    .aria("label", model.words.searchTitle), .title(model.words.searchTitle)
                ) { Icon.search }
                if let comparison = model.cited?.comparison {
                    a(
                        .class("reader-button online-only"), .data("compare"), .href(comparison), .aria("label", "Compare editions"),
                        .title("Compare editions")
                    ) { Icon.columns }
                }
                tool("settings", .textSize, "Reading settings")
                tool("notebook", .note, "Highlights and notes")
                Form(ReadingPaths.bookmarkSection(model.publication.id, model.section.summary.number)) {
                    button(
                        .class("reader-button online-only"), .data("bookmark"), .aria("pressed", false), .aria("label", "Bookmark this place"),
                        .title("Bookmark this place")
                    ) { Icon.bookmark }
                }
                if let pages = model.pages { TextOrPages(showing: .text, other: pages) }
            }
        }
    }

    /// It says where one is; of a long table it shows that part.
    private var contents: String {
        link(ReadingPaths.contents(model.publication.id), query: ["section": String(model.section.summary.number)])
    }

    private func tool(_ name: String, _ icon: Icon, _ label: Text) -> Node {
        button(
            .class("reader-button needs-script"), .type("button"), .data("open", name), .aria("expanded", false), .aria("label", label),
            .title(label)
        ) { icon }
    }
}

/// Where one is in a text that is cited by its numbers, which leads to its other places.
struct ReaderPlace: HTML {
    let label: String
    let title: String
    let contents: String

    var body: some HTML {
        a(.class("reader-titles reader-place"), .href(contents), .data("open", "contents"), .title("Contents")) {
            span(.class("reader-title")) {
                span(.data("section-title"), .dir("auto")) { label }
                Icon.chevronDown
            }
            span(.class("reader-chapter"), .dir("auto")) { title }
            span(.class("visually-hidden")) { "Contents" }
        }
    }
}

/// The line below the text: progress and the neighbours.
struct ReaderFoot: HTML {
    let model: ReaderModel

    private var percent: Int { ReadingProgress(percent: model.progress).shown }
    private var furthest: Int { ReadingProgress(percent: model.furthest?.percent ?? 0).shown }
    private var isBehind: Bool { furthest > percent }
    /// A hymn or a leaflet has no chapters.
    private var isOneSection: Bool { model.publication.sectionCount == 1 }

    var body: some HTML {
        footer(.class("reader-foot")) {
            a(
                .class("reader-button"), .data("previous"), .href(model.address(-1)), .rel("prev"), .flag("hidden", model.isFirst),
                .aria("label", model.words.previous), .title(model.words.previous)
            ) { Icon.chevronLeft }
            div(.class("reader-progress")) {
                progress(.data("progress"), .value(String(percent)), .custom("max", "100"), .aria("label", "Place in the text"))
                p {
                    // A text that is looked up by its references is seldom read from one end to the other.
                    if model.cited != nil {
                        span(.data("progress-text"))
                    } else {
                        span(
                            .data("progress-text"), .data("words", text: "\("%1")% read"), .data("behind", text: "\("%1")%, furthest read: \("%2")%")
                        ) { isBehind ? "\(String(percent))%, furthest read: \(String(furthest))%" : "\(String(percent))% read" }
                    }
                    span(.class("reader-offline"), .data("offline", "stays"), .flag("hidden"), .role("status")) {
                        Icon.offline
                        span { "Offline. Your place is saved." }
                    }
                    span(.class("reader-left"), .data("book-text"))
                    span(
                        .data("page-text"), .data("words", text: "Page \("%1") of \("%2")"), .data("minutes", text: "\("%1") min"),
                        .data("hours", text: "\("%1") h"), .data("chapter", text: isOneSection ? "\("%1") left" : "\("%1") left in this chapter"),
                        .data("book", text: model.cited == nil && !isOneSection ? "\("%1") left in the whole text" : ""))
                }
            }
            a(
                .class("reader-button"), .data("next"), .href(model.address(1)), .rel("next"), .flag("hidden", model.isLast),
                .aria("label", model.words.next), .title(model.words.next)
            ) { Icon.chevronRight }
        }
        // The script shows it after a jump to something that is looked up.
        placeOffer(.data("way-back"), .flag("hidden")) {
            a(.href(model.address(0)), .data("words", text: "Back to \("%1")%"), .data("cited", text: "Back to \("%1")"))
        }
        if let offer = model.offer { placeOffer(.data("elsewhere")) { offer.link(in: model.publication.id, label: model.offerLabel) } }
        if model.isMember, model.recording == nil {
            // The script shows it to whoever read as a guest on this device.
            placeOffer(.data("guest-place"), .flag("hidden")) {
                a(
                    .href(model.last.map { ReadingPaths.resuming(at: $0.passage, in: model.publication.id) } ?? model.address(0)),
                    .data("guest", text: "Go to \("%1")%, where you read before you signed in"),
                    .data("account", text: "Go to \("%1")%, where you last read with your account"))
            }
        }
    }

    /// A link to another place, until somebody follows or closes it.
    private func placeOffer(_ attributes: Attribute..., @HTMLBuilder link: () -> Node) -> some HTML {
        div(.class("reader-elsewhere"), .group(attributes)) {
            link()
            button(.class("reader-button needs-script"), .type("button"), .data("offer-close"), .aria("label", "Close"), .title("Close")) {
                Icon.close
            }
        }
    }
}
