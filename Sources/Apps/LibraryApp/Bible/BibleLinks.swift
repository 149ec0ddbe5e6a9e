import Core
import Database
import Documents
import Reading
import Web

extension Bibles {
    /// References in whatever is read become links to their words, where a Bible of the library has the book.
    var textLinks: TextLinks {
        TextLinks { text, publication, db in
            let found = ReferenceScanner.scan(text)
            guard !found.isEmpty else { return [] }
            let books = Set(try db.all(.booksOfPublishedBibles))
            return found.filter { books.contains($0.reference.book) }.map { one in
                let words = one.reference.printed(as: one.reference.book).replacing("–", with: "-")
                return TextLinks.Link(
                    one.range, path: link(LibraryPaths.biblePassage(), query: ["ref": words, "in": publication.card.language?.rawValue]))
            }
        }
    }
}

extension Query where Row == String {
    /// The codes of the books that readers find in some Bible.
    fileprivate static var booksOfPublishedBibles: Self {
        """
        SELECT DISTINCT b.code FROM library_bible_book b JOIN library_item i ON i.id = b.item_id
        WHERE i.status = \(ItemStatus.published) AND i.kind = \(ItemKind.bible) ORDER BY b.code LIMIT 500
        """
    }
}
