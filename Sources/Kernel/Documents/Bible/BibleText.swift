import Core

/// A Bible, or part of one, by book, chapter and verse.
public struct BibleText: Sendable, Equatable, Codable {
    /// What the edition is called.
    public var title: String
    /// The language of the text.
    public var language: Language?
    /// The books in the edition's order.
    public var books: [BibleBook]

    package init(title: String, language: Language?, books: [BibleBook]) {
        self.title = title
        self.language = language
        self.books = books
    }

    /// The `id` of a verse in the HTML of its chapter.
    package static func anchor(_ verse: Int) -> String { "v\(verse)" }

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

    package init(code: String, name: String, chapters: [BibleChapter]) {
        self.code = code
        self.name = name
        self.chapters = chapters
    }
}

/// One chapter of a book.
public struct BibleChapter: Sendable, Equatable, Codable {
    /// Its number.
    public var number: Int
    /// Its verses in order.
    public var verses: [BibleVerse]

    package init(number: Int, verses: [BibleVerse]) {
        self.number = number
        self.verses = verses
    }
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
