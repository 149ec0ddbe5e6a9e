public import Core
import Foundation
public import Web

/// Every address of reading.
public enum ReadingPaths {
    /// Goes on reading where one stopped.
    public static let publication = Path("/read/{publication}", PublicationID.self)
    /// One section; sections are counted from 0.
    public static let section = Path("/read/{publication}/{section}", PublicationID.self, Int.self)
    /// The table of contents as a page of its own.
    public static let contents = Path("/read/{publication}/contents", PublicationID.self)
    /// Searching inside the publication, as a page of its own.
    public static let find = Path("/read/{publication}/search", PublicationID.self)
    /// The pages of a publication as they were printed; `page` is counted from 1.
    public static let pages = Path("/read/{publication}/pages", PublicationID.self)
    /// The picture of a page.
    public static let pagePicture = Path("/read/{publication}/pages/{page}", PublicationID.self, Int.self)
    /// A picture or sound of a publication.
    public static let resource = Path("/read/{publication}/resources/{name}", PublicationID.self, String.self)
    /// Where the settings of the reader are sent.
    public static let settings = Path("/read/settings")
    /// What this device keeps to be read without a connection; the list is made by the browser.
    public static let onDevice = SitePaths.onDevice
    /// Bookmarks a section without a script.
    static let bookmarkSection = Path("/read/{publication}/{section}/bookmark", PublicationID.self, Int.self)

    /// A person's own highlights and notes.
    public static let annotations = Path("/account/annotations")
    /// The same as a sheet to print.
    static let studySheet = Path("/account/annotations/study-sheet")
    /// The same as a Markdown file.
    static let annotationsFile = Path("/account/annotations/markdown")
    static let annotation = Path("/account/annotations/{annotation}", AnnotationID.self)
    static let removeAnnotation = Path("/account/annotations/{annotation}/remove", AnnotationID.self)
    /// A person's own bookmarks and what they saved for later. Sending `publication` there saves it, and
    /// with `saved=no` takes it off again.
    public static let bookmarks = SitePaths.bookmarks
    static let removeBookmark = Path("/account/bookmarks/{bookmark}/remove", BookmarkID.self)

    static let api = Path("/api/v1/publications/{publication}", PublicationID.self)
    static let apiSection = Path("/api/v1/publications/{publication}/sections/{section}", PublicationID.self, Int.self)
    static let apiRemarks = Path(
        "/api/v1/publications/{publication}/sections/{section}/remarks", PublicationID.self, Int.self)
    static let apiEchoes = Path(
        "/api/v1/publications/{publication}/sections/{section}/echoes", PublicationID.self, Int.self)
    static let apiSearch = Path("/api/v1/publications/{publication}/search", PublicationID.self)
    static let apiPosition = Path("/api/v1/publications/{publication}/position", PublicationID.self)
    static let apiAnnotations = Path("/api/v1/publications/{publication}/annotations", PublicationID.self)
    static let apiAnnotation = Path(
        "/api/v1/publications/{publication}/annotations/{annotation}", PublicationID.self, AnnotationID.self)
    static let apiBookmarks = Path("/api/v1/publications/{publication}/bookmarks", PublicationID.self)
    static let apiBookmark = Path("/api/v1/publications/{publication}/bookmarks/{bookmark}", PublicationID.self, BookmarkID.self)

    /// How much of a long quote goes into an address.
    private static let shownQuote = 160

    /// The address that opens the reader at a passage and marks it.
    public static func address(of passage: Passage, in publication: PublicationID) -> String {
        let isCut = passage.quote.exact.unicodeScalars.count > shownQuote
        var exact = String.UnicodeScalarView()
        exact.append(contentsOf: passage.quote.exact.unicodeScalars.prefix(shownQuote))
        return link(
            section(publication, passage.section),
            query: [
                "quote": String(exact), "before": passage.quote.prefix, "after": isCut ? "" : passage.quote.suffix,
                "at": "\(passage.position.start)-\(passage.position.end)",
            ])
    }

    /// The address of the printed page that a passage begins on.
    static func page(of passage: Passage, in publication: PublicationID) -> String {
        link(pages(publication), query: ["section": String(passage.section), "at": String(passage.position.start)])
    }

    /// The address that goes on reading at a place, without marking anything.
    static func resuming(at passage: Passage, in publication: PublicationID) -> String {
        address(of: passage, in: publication) + "&resume=1"
    }
}
