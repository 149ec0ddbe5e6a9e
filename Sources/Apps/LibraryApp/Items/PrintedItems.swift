import Core
import Database
import Media
import Reading

/// The PDFs among the items, whose pages are read as they were printed too.
enum PrintedItems {
    static let known = PrintedPages(of: Publishing.source) { publication, db in
        try db.first(.pdf(of: ItemID(publication.card.ownerID)))
    }
}

extension Query where Row == MediaRef {
    /// The file of an item, where it is a PDF.
    fileprivate static func pdf(of item: ItemID) -> Self {
        "SELECT file_ref, file_size FROM library_item WHERE id = \(item) AND file_type = 'application/pdf' AND file_ref IS NOT NULL"
    }
}
