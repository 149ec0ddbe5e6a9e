import Core
import Database
import Documents
import Web

/// What no Bible of the library has, in words for people, and the nearest place that there is.
struct BibleGap: Sendable {
    let reason: Text
    let address: String
}

extension Bibles {
    /// Why words that are a reference lead nowhere: how many chapters or verses there are instead. Nil for words that are no reference to a
    /// chapter, and in a library without Bibles.
    func gap(_ words: String, in language: Language) async throws -> BibleGap? {
        guard let reference = BibleReference.parse(words) else { return nil }
        return try await gap(reference, in: all(in: language), for: language)
    }

    /// The same for a reference that was chosen, in one of these Bibles.
    func gap(_ reference: BibleReference, in bibles: [ItemSummary], for language: Language) async throws -> BibleGap? {
        guard let chapter = reference.chapter, !bibles.isEmpty else { return nil }
        return try await database.read { db in
            var nearest: BibleGap?
            for bible in bibles {
                guard let book = try db.first(.book(reference.book, of: bible.id)) else { continue }
                if let last = try db.first(.lastVerse(of: bible.id, book.code, .chapter(chapter))) {
                    let place = book.chapter(chapter)
                    return BibleGap(
                        reason: "\(place) has \(last.verse) verses in “\(bible.title)”.",
                        address: link(LibraryPaths.bibleBook(bible.id, book.code), query: ["chapter": String(chapter)]))
                }
                let chapters = try db.all(.chapters(of: bible.id, book.code))
                nearest =
                    nearest
                    ?? BibleGap(
                        reason: "\(book.name) has \(chapters.count) chapters in “\(bible.title)”.",
                        address: LibraryPaths.bibleBook(bible.id, book.code))
            }
            if let nearest { return nearest }
            return BibleBooks.book(code: reference.book).map { book in
                BibleGap(reason: "No Bible in the library has \(book.name(in: language)).", address: LibraryPaths.bible())
            }
        }
    }
}
