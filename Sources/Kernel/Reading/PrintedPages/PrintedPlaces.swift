import Core
import Interface
import Markup
import Web

/// The places of a publication as printed pages, for whoever looks something up from one of them.
struct PrintedPlaces: Sendable {
    let publication: PublicationID
    /// The page that they come from.
    let page: Int
    let marks: PageMarks

    /// The page that they come from.
    var back: String { address(of: page) }

    /// The printed page where a passage begins.
    func page(of passage: Passage) -> Int { marks.page(ofSection: passage.section, at: passage.position.start) }

    /// The address of a printed page that is looked up.
    func address(of page: Int) -> String { link(ReadingPaths.pages(publication), query: ["page": String(page)]) }
}

/// A person's bookmarks of a publication, as printed pages.
struct PrintedBookmarks: HTML {
    private let places: PrintedPlaces
    private let passages: [Passage]

    init(bookmarks: [Bookmark], places: PrintedPlaces) {
        self.places = places
        passages = bookmarks.compactMap { $0.isPlaced ? $0.passage : nil }
    }

    var body: some HTML {
        if !passages.isEmpty {
            details(.class("reading-bookmarks")) {
                summary { "Bookmarks (\(passages.count))" }
                ol(.class("reading-found")) {
                    for passage in passages.sorted(by: { ($0.section, $0.position.start) < ($1.section, $1.position.start) }) {
                        let page = places.page(of: passage)
                        li {
                            a(.href(places.address(of: page))) {
                                span(.class("reader-muted")) { "Page \(page)" }
                                span(.dir("auto")) { passage.quote.excerpt }
                            }
                        }
                    }
                }
            }
        }
    }
}
