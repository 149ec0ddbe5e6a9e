import Documents
import Reading
import Search

/// The text of an edition as the search index takes it.
enum SearchPassages {
    /// Pieces of each section; in a Bible each verse is a piece of its own and carries its reference.
    static func of(_ edition: Edition, bible: BibleText?) -> [SearchPassage] {
        let verses = bible.map(Self.verses)
        return edition.sections.enumerated().flatMap { number, section -> [SearchPassage] in
            if let verses, number < verses.count, let found = place(verses[number], in: section.text, section: number) { return found }
            return SearchPassage.split(section.text, section: number)
        }
    }

    /// The labelled verses of every chapter, in the order of the sections.
    private static func verses(of bible: BibleText) -> [[(label: String, text: String)]] {
        bible.books.flatMap { book in
            book.chapters.map { chapter in
                chapter.verses.map { verse in ("\(book.name) \(chapter.number):\(verse.number)", verse.text) }
            }
        }
    }

    /// Where each verse stands in the section's text; nil when they are not all there word by word, so that nothing is lost.
    private static func place(_ verses: [(label: String, text: String)], in text: String, section: Int) -> [SearchPassage]? {
        let scalars = Array(text.unicodeScalars)
        var cursor = 0
        var passages: [SearchPassage] = []
        passages.reserveCapacity(verses.count)
        for verse in verses where !verse.text.isEmpty {
            let words = Array(verse.text.unicodeScalars)
            guard let start = position(of: words, in: scalars, from: cursor) else { return nil }
            passages.append(SearchPassage(section: section, start: start, label: verse.label, text: verse.text))
            cursor = start + words.count
        }
        return passages
    }

    private static func position(of words: [Unicode.Scalar], in scalars: [Unicode.Scalar], from cursor: Int) -> Int? {
        guard let first = words.first else { return nil }
        var start = cursor
        while start + words.count <= scalars.count {
            if scalars[start] == first, scalars[start..<(start + words.count)].elementsEqual(words) { return start }
            start += 1
        }
        return nil
    }
}
