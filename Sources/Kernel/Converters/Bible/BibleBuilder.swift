import Core
import Documents

/// Collects verses in the order in which a file tells them.
struct BibleBuilder {
    private(set) var books: [BibleBook] = []
    private var positions: [String: Int] = [:]

    var isEmpty: Bool { books.isEmpty }

    /// Adds one verse. Empty verses and books that are no book of the Bible are left out.
    mutating func add(_ book: BibleBookName, name: String? = nil, chapter: Int, verse: Int, _ words: String) {
        let text = words.foldingWhitespace()
        guard !text.isEmpty, (1...200).contains(chapter), (1...300).contains(verse) else { return }
        let position = positions[book.code] ?? begin(book, name)
        if books[position].chapters.last?.number != chapter {
            if let known = books[position].chapters.firstIndex(where: { $0.number == chapter }) {
                books[position].chapters[known].verses.append(BibleVerse(number: verse, text: text))
                return
            }
            books[position].chapters.append(BibleChapter(number: chapter, verses: []))
        }
        let last = books[position].chapters.count - 1
        // A verse told in pieces, as poetry often is.
        if let end = books[position].chapters[last].verses.indices.last, books[position].chapters[last].verses[end].number == verse {
            books[position].chapters[last].verses[end].text += " " + text
        } else {
            books[position].chapters[last].verses.append(BibleVerse(number: verse, text: text))
        }
    }

    /// Adds a book that is read already.
    mutating func add(_ book: BibleBook) {
        guard let name = BibleBooks.book(code: book.code) else { return }
        for chapter in book.chapters {
            for verse in chapter.verses { add(name, name: book.name, chapter: chapter.number, verse: verse.number, verse.text) }
        }
    }

    private mutating func begin(_ book: BibleBookName, _ name: String?) -> Int {
        positions[book.code] = books.count
        books.append(BibleBook(code: book.code, name: name?.catalogued(100) ?? book.name(in: .english), chapters: []))
        return books.count - 1
    }

    /// The whole, with chapters in order.
    func finished(title: String, language: Language?) throws(ConversionRefusal) -> BibleText {
        guard !books.isEmpty else { throw .noText }
        var sorted = books
        for index in sorted.indices { sorted[index].chapters.sort { $0.number < $1.number } }
        return BibleText(title: title, language: language, books: sorted)
    }
}
