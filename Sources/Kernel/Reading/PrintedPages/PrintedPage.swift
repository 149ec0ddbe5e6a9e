import Core
import Documents
import Interface
import Markup
import Web

/// A page of a PDF as it was printed. It turns by links; a script adds keys and swipes, and keeps a guest's place.
struct PrintedPage: PageAnswer {
    let publication: Publication
    let page: Int
    let pages: Int
    /// Whether there is a picture of it.
    let isDrawn: Bool
    /// Where it begins in the text.
    let place: Passage?
    /// A bookmark of this person on it.
    let bookmark: BookmarkID?
    /// Where the text goes on from it.
    let inText: Passage?
    /// Where the page ends there, in code points of the same section.
    let end: Int
    /// The element in the text where it begins.
    let anchor: String?
    let settings: ReadingSettings
    /// What the publication is called.
    let words: ReadingWords
    /// What its owner says above a text that only staff may open.
    let preview: Node?
    /// Whether somebody turned to it, and so reads it.
    let isTurned: Bool
    /// Whether it is where somebody reads, though not a page that they have turned to yet.
    let isOpened: Bool
    /// Whether it was looked up, and the place where somebody reads stays elsewhere.
    let isLooked: Bool
    /// Whether the browser may know a guest's place.
    let mayResume: Bool

    var title: Text { "\(publication.card.title): page \(page)" }
    var shell: ShellStyle { .reader }
    var scripts: [String] { ["reading/js/reader/printed-pages.js"] }
    private var card: PublicationCard { publication.card }

    var body: some HTML {
        div(
            .class("reader is-printed"), .data("printed-pages"), .data("shows-listening"), .data("publication", publication.id.description),
            .data("path", ReadingPaths.pages(publication.id)), .data("api", ReadingPaths.api(publication.id)),
            .data("way", mayResume ? "resumes" : isTurned ? "turned" : isOpened ? "opened" : "looks"),
            .data("section", inText.map { String($0.section) } ?? ""), .data("start", inText.map { String($0.position.start) } ?? ""),
            .data("end", String(end)), .data("quote-prefix", inText?.quote.prefix ?? ""), .data("quote-suffix", inText?.quote.suffix ?? ""),
            .data("before", String((page - 1) * 100 / pages)), .data("percent", String(page * 100 / pages)), settings.attributes
        ) {
            a(.class("skip-link"), .href("#text")) { "Skip to the page" }
            header(.class("reader-bar")) {
                a(
                    .class("reader-button"), .data("back"), .data("back-within", ReadingPaths.publication(publication.id)), .href(card.pagePath),
                    .aria("label", "Back"), .title("Back")
                ) { Icon.back }
                div(.class("reader-titles")) {
                    h1(.class("reader-title"), .dir("auto")) { card.title }
                    p(.class("reader-chapter")) { "Page \(page) of \(pages)" }
                }
                nav(.class("reader-tools"), .aria("label", "Reader")) {
                    a(.class("reader-button"), .href(contents), .aria("label", "Contents"), .title("Contents")) { Icon.contents }
                    a(
                        .class("reader-button"), .href(link(ReadingPaths.find(publication.id), query: ["page": String(page)])),
                        .aria("label", words.searchTitle), .title(words.searchTitle)
                    ) { Icon.search }
                    if let place { PageBookmark(publication: publication.id, page: page, place: place, kept: bookmark) }
                    TextOrPages(showing: .pages, other: text)
                }
            }
            if let preview { aside(.class("reader-draft"), .aria("label", "Preview")) { preview } }
            main(
                .class("printed-view"), .id("text"), .tabindex(-1), .dir(publication.direction.rawValue), .aria("label", .verbatim(card.title))
            ) {
                if isDrawn {
                    a(.class("printed-page"), .href(picture(page)), .title("Enlarge picture")) {
                        img(.src(picture(page)), .alt("Page \(page) of \(pages)"))
                    }
                }
                // The script shows it where the picture doesn't arrive.
                div(.class("printed-missing"), .role("status"), .flag("hidden", isDrawn)) {
                    p { "This page can’t be shown as it was printed." }
                    a(.class("reader-action"), .data("text"), .href(text)) { "Read as text" }
                }
                if page < pages { Markup.link(.rel("prefetch"), .custom("as", "image"), .href(picture(page + 1))) }
            }
            footer(.class("reader-foot")) {
                a(
                    .class("reader-button"), .data("previous"), .href(address(page - 1)), .rel("prev"), .flag("hidden", page == 1),
                    .aria("label", "Previous page"), .title("Previous page")
                ) { Icon.chevronLeft }
                form(.class("printed-jump"), .action(ReadingPaths.pages(publication.id)), .method("get")) {
                    label(.for("page")) { "Page" }
                    input(
                        .id("page"), .type("number"), .name("page"), .value(String(page)), .custom("min", "1"), .custom("max", String(pages)),
                        .custom("inputmode", "numeric"), .flag("required"))
                    span { "of \(pages)" }
                    button(.type("submit"), .class("printed-go")) { "Go" }
                }
                a(
                    .class("reader-button"), .data("next"), .href(address(page + 1)), .rel("next"), .flag("hidden", page == pages),
                    .aria("label", "Next page"), .title("Next page")
                ) { Icon.chevronRight }
            }
        }
    }

    private var contents: String {
        link(ReadingPaths.contents(publication.id), query: ["section": place.map { String($0.section) }, "page": String(page)])
    }

    /// The same place in the text, which leads back to this page.
    private var text: String {
        guard let inText else { return ReadingPaths.section(publication.id, 0) }
        let address = isLooked ? ReadingPaths.address(of: inText, in: publication.id) : ReadingPaths.resuming(at: inText, in: publication.id)
        return address + "&page=\(page)" + (anchor.map { "#" + $0 } ?? "")
    }

    private func picture(_ page: Int) -> String { ReadingPaths.pagePicture(publication.id, page) }

    /// Reading on from a page that was looked up moves the place; turning back from it doesn't.
    private func address(_ other: Int) -> String {
        link(
            ReadingPaths.pages(publication.id),
            query: ["page": String(min(max(1, other), pages)), "from": isLooked && other < page ? nil : String(page)])
    }
}

/// Bookmarks a printed page, or takes its bookmark away.
struct PageBookmark: HTML {
    let publication: PublicationID
    let page: Int
    let place: Passage
    let kept: BookmarkID?

    private var label: Text { kept == nil ? "Bookmark this page" : "Remove bookmark" }

    private var action: String {
        kept.map { ReadingPaths.removeBookmark($0) }
            ?? link(
                ReadingPaths.bookmarkSection(publication, place.section), query: ["at": String(place.position.start), "page": String(page)])
    }

    var body: some HTML {
        Form(action) {
            button(.class("reader-button online-only"), .aria("pressed", kept != nil), .aria("label", label), .title(label)) { Icon.bookmark }
        }
    }
}

/// Text | Pages: the two ways in which a PDF is read.
struct TextOrPages: HTML {
    enum Way { case text, pages }

    let showing: Way
    /// Where the other one is.
    let other: String

    var body: some HTML {
        div(.class("reader-ways online-only"), .role("group"), .aria("label", "Text or pages")) {
            way(.text, "Text", .textSize, .data("text"))
            way(.pages, "Pages", .pages, .data("pages"))
        }
    }

    @HTMLBuilder private func way(_ way: Way, _ name: Text, _ icon: Icon, _ link: Attribute) -> Node {
        if way == showing {
            span(.class("reader-way"), .aria("current", "true")) {
                icon
                span { name }
            }
        } else {
            a(.class("reader-way"), .href(other), .title(name), link) {
                icon
                span { name }
            }
        }
    }
}
