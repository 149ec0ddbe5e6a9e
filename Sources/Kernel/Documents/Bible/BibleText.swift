import Core

/// A Bible, or part of one, by book, chapter and verse.
public struct BibleText: Sendable, Equatable, Codable {
    /// What the edition is called.
    public var title: String
    /// The language of the text.
    public var language: Language?
    /// The books in the edition's order.
    public var books: [BibleBook]

    /// The number of verses.
    public var verseCount: Int { books.reduce(0) { $0 + $1.chapters.reduce(0) { $0 + $1.verses.count } } }
}

/// One book of a Bible.
public struct BibleBook: Sendable, Equatable, Codable {
    /// The USFM code, e.g. `JHN`.
    public var code: String
    /// The name as the edition prints it.
    public var name: String
    /// The chapters in order.
    public var chapters: [BibleChapter]
}

/// One chapter of a book.
public struct BibleChapter: Sendable, Equatable, Codable {
    /// Its number.
    public var number: Int
    /// Its verses in order.
    public var verses: [BibleVerse]
}

/// One verse.
public struct BibleVerse: Sendable, Equatable, Codable {
    /// Its number.
    public var number: Int
    /// Its words.
    public var text: String

    /// A verse by number and words.
    public init(number: Int, text: String) {
        self.number = number
        self.text = text
    }
}
