import Documents

/// A stretch of words in one style.
struct PDFRun: Equatable {
    var text: String
    var bold = false
    var italic = false
    /// An address outside, or `#12` for a page.
    var link: String?

    func isStyled(like other: PDFRun) -> Bool { bold == other.bold && italic == other.italic && link == other.link }
}

/// A line of a page, as its words lie there; lengths in units of the page.
struct PDFLine {
    let page: Int
    let top: Double
    let left: Double
    var right: Double
    var bottom: Double
    let size: Double
    let isMonospaced: Bool
    var runs: [PDFRun]

    var text: String { runs.map(\.text).joined() }
    var height: Double { bottom - top }
    var isBold: Bool { runs.allSatisfy { $0.bold || $0.text.allSatisfy(\.isWhitespace) } }
}

/// An entry of the document's own outline; it knows pages, not lines.
struct PDFOutlineItem {
    let title: String
    let page: Int?
    var children: [PDFOutlineItem]
}

struct PDFPage {
    let number: Int
    let width: Double
    let height: Double
    var lines: [PDFLine]
    var pictures: [PDFPicture] = []
}

/// A picture on a page.
struct PDFPicture {
    let page: Int
    let top: Double
    let left: Double
    let width: Double
    let height: Double
    let file: String
}

/// A paragraph put together from lines.
struct PDFParagraph {
    enum Kind: Equatable { case heading(Int), text, item, preformatted, picture(resource: String) }

    var kind: Kind
    let page: Int
    var runs: [PDFRun]
    /// Where in `runs` a further page begins.
    var pageStarts: [(run: Int, page: Int)] = []
    let size: Double

    var text: String { runs.map(\.text).joined().foldingWhitespace() }
}
