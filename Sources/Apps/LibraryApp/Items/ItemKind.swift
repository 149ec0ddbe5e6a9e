import Core

/// What an item is to a reader; the library's screens are divided by it (LIB-019).
enum ItemKind: String, Sendable, CaseIterable {
    case book, bible, leaflet, hymn, audio, document

    /// One of them, as a label.
    var name: Text {
        switch self {
        case .book: "Book"
        case .bible: "Bible"
        case .leaflet: "Leaflet"
        case .hymn: "Hymn"
        case .audio: "Audio"
        case .document: "Document"
        }
    }

    /// All of them, as a heading.
    var plural: Text {
        switch self {
        case .book: "Books"
        case .bible: "Bibles"
        case .leaflet: "Leaflets"
        case .hymn: "Hymns"
        case .audio: "Audio"
        case .document: "Documents"
        }
    }
}

/// The form in which an item is kept, from a fixed list (LIB-104).
enum ItemFormat: String, Sendable, CaseIterable {
    case epub, pdf, docx, markdown, text, html, audio, bible, odt, rtf, fb2, cbz, print

    /// The label.
    var name: Text {
        switch self {
        case .epub: "eBook (EPUB)"
        case .pdf: "PDF"
        case .docx: "Word document"
        case .markdown: "Markdown"
        case .text: "Plain text"
        case .html: "Web page"
        case .audio: "Audiobook"
        case .bible: "Bible text"
        case .odt: "OpenDocument text (ODT)"
        case .rtf: "Rich text (RTF)"
        case .fb2: "eBook (FB2)"
        case .cbz: "Comic book (CBZ)"
        case .print: "Printed copy"
        }
    }
}
