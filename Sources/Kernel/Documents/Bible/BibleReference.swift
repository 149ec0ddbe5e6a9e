import Core

/// A place in the Bible: a book, and in it a chapter, a verse or a range.
public struct BibleReference: Sendable, Equatable, Codable {
    /// The USFM code of the book.
    public var book: String
    /// The chapter; nil when only a book was named.
    public var chapter: Int?
    /// The first verse; nil for whole chapters.
    public var verse: Int?
    /// The last chapter of a range that spans several.
    public var lastChapter: Int?
    /// The last verse of a range, in the last chapter.
    public var lastVerse: Int?

    /// A reference by its parts.
    public init(book: String, chapter: Int? = nil, verse: Int? = nil, lastChapter: Int? = nil, lastVerse: Int? = nil) {
        self.book = book
        self.chapter = chapter
        self.verse = verse
        self.lastChapter = lastChapter
        self.lastVerse = lastVerse
    }

    /// Understands what people write: `Jn 3:16-18`, `1 Kor. 13:4–7`, `Psaltaren 23`, `Första Moseboken 1`, `1 Mos 1:1`, `Joh 3,16`.
    ///
    /// Nil when the words are no book's name in English or Swedish with numbers of up to 200. Which chapters and verses there are is for
    /// the edition to say: some have 150 psalms, some 151.
    public static func parse(_ text: String) -> BibleReference? {
        guard text.utf8.count <= 100 else { return nil }
        let trimmed = text.foldingWhitespace()
        // The numbers begin at the first digit after a letter: `1 Kor 13` has its book's own digit before.
        guard let firstLetter = trimmed.firstIndex(where: \.isLetter) else { return nil }
        let afterName = trimmed[firstLetter...].firstIndex { $0.isASCII && $0.isNumber } ?? trimmed.endIndex
        let numbers = trimmed[afterName...]
        guard let book = book(String(trimmed[..<afterName]), hasNumbers: !numbers.isEmpty) else { return nil }
        if numbers.isEmpty { return BibleReference(book: book.code) }
        return read(Substring(plain(numbers)), in: book)
    }

    /// Understands several references with semicolons or line ends between them, at most ``mostAtOnce``: `rev 22:13; jn 1:1`. One that names no
    /// book is of the book before: `Ps 23; 24`. Where one of them is none, there are none.
    public static func parseAll(_ text: String) -> [BibleReference] {
        var found: [BibleReference] = []
        var book = ""
        for part in text.split(whereSeparator: { ";\n".contains($0) }) where part.contains(where: { !$0.isWhitespace }) {
            guard found.count < mostAtOnce, let one = parse(String(part)) ?? parse("\(book) \(part)") else { return [] }
            book = one.book
            found.append(one)
        }
        return found
    }

    private static let mostAtOnce = 10

    private static func read(_ text: Substring, in book: BibleBookName) -> BibleReference? {
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "-–—".contains($0) }
        guard let start = pair(halves[0]) else { return nil }
        var reference = BibleReference(book: book.code, chapter: start.0, verse: start.1)
        if book.chapters == 1, start.1 == nil, start.0 > 1 {
            reference.chapter = 1
            reference.verse = start.0
        }
        if halves.count == 2 {
            guard let end = pair(halves[1]) else { return nil }
            reference.close(at: end)
        }
        return reference.isOrdered ? reference : nil
    }

    private static func book(_ name: String, hasNumbers: Bool) -> BibleBookName? {
        // Only numbers tell a slip in a book's name from any other word.
        guard BibleBooks.find(name) == nil, hasNumbers else { return BibleBooks.find(name) }
        let word = chapterWords.first { name.lowercased().hasSuffix(" \($0) ") }
        let bare = word.map { String(name.dropLast($0.count + 2)) } ?? name
        return BibleBooks.find(bare) ?? BibleBooks.nearest(to: bare)
    }

    private static let chapterWords = ["chapter", "chap", "ch", "kapitel", "kap"]
    private static let verseWords = ["verses", "verse", "vers", "verserna", "vss", "vs", "vv", "and", "och", "to", "till", "through"]

    /// The numbers without the words that people put between them: `3 verse 16 to 18` is `3:16-18`; neighbours in a list, `3:5,6`, are a range.
    private static func plain(_ numbers: Substring) -> String {
        var text = numbers.lowercased()
        for word in verseWords.sorted(by: { $0.count > $1.count }) {
            let isRange = ["and", "och", "to", "till", "through"].contains(word)
            text = text.replacing(" \(word) ", with: isRange ? "-" : ":").replacing(" \(word). ", with: isRange ? "-" : ":")
        }
        guard let colon = text.firstIndex(of: ":") else { return text }
        let verses = text[text.index(after: colon)...].split(separator: ",").map { Int($0.filter { !$0.isWhitespace }) }
        guard verses.count > 1, let first = verses.first ?? nil, let last = verses.last ?? nil else { return text }
        let isRow = zip(verses, verses.dropFirst()).allSatisfy { one, next in one.map { $0 + 1 } == next }
        return isRow ? "\(text[...colon])\(first)-\(last)" : text
    }

    private mutating func close(at end: (Int, Int?)) {
        if let verse = end.1 {
            lastChapter = end.0 == chapter ? nil : end.0
            lastVerse = verse
        } else if verse != nil {
            lastVerse = end.0
        } else {
            lastChapter = end.0 == chapter ? nil : end.0
        }
    }

    /// Whether a range ends where it begins or later.
    private var isOrdered: Bool {
        if let chapter, let lastChapter { return lastChapter > chapter }
        if let verse, let lastVerse { return lastVerse >= verse }
        return true
    }

    /// `3`, `3:16`, `3.16`, `3,16`, `3 v 16`
    private static func pair(_ text: Substring) -> (Int, Int?)? {
        let parts = text.split { !($0.isASCII && $0.isNumber) }
        let rest = text.filter { !($0.isASCII && $0.isNumber) && !$0.isWhitespace }
        guard (1...2).contains(parts.count), rest.allSatisfy({ ":.,vV".contains($0) }), rest.count <= 2 else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, numbers.allSatisfy({ (1...200).contains($0) }) else { return nil }
        return (numbers[0], numbers.count > 1 ? numbers[1] : nil)
    }

    /// As it is printed: `1 Corinthians 13:4–7`, `Första Korinthierbrevet 13:4–7`.
    public func name(in language: Language) -> String { print(BibleBooks.book(code: book)?.name(in: language) ?? book) }

    /// As it is printed where room is short: `1 Cor 13:4–7`, `1 Kor 13:4–7`.
    public func abbreviation(in language: Language) -> String { print(BibleBooks.book(code: book)?.abbreviation(in: language) ?? book) }

    /// As it is printed behind the name that an edition gives the book.
    public func printed(as book: String) -> String { print(book) }

    private func print(_ book: String) -> String {
        guard let chapter else { return book }
        var words = "\(book) \(chapter)"
        if let verse { words += ":\(verse)" }
        if let lastChapter, let lastVerse {
            words += "–\(lastChapter):\(lastVerse)"
        } else if let last = lastChapter ?? lastVerse {
            words += "–\(last)"
        }
        return words
    }
}

extension BibleText {
    /// The section of a document made of this text, and the anchor in it, where a reference leads; nil when it is not part of this edition.
    public func place(of reference: BibleReference) -> (section: Int, anchor: String?)? {
        var section = 0
        for book in books {
            for chapter in book.chapters {
                if book.code == reference.book, chapter.number == reference.chapter ?? book.chapters.first?.number {
                    guard let verse = reference.verse else { return (section, nil) }
                    return chapter.verses.contains { $0.number == verse } ? (section, BibleText.anchor(verse)) : nil
                }
                section += 1
            }
        }
        return nil
    }

    /// The words of a reference, verse by verse; empty when it is not part of this edition.
    public func verses(of reference: BibleReference) -> [BibleVerse] {
        guard let book = books.first(where: { $0.code == reference.book }), let first = reference.chapter else { return [] }
        let last = reference.lastChapter ?? first
        return book.chapters.filter { (first...max(first, last)).contains($0.number) }.flatMap { chapter in
            chapter.verses.filter { verse in
                let isAfterStart = chapter.number > first || verse.number >= reference.verse ?? 1
                let end = reference.lastVerse ?? (reference.lastChapter == nil ? reference.verse : nil)
                return isAfterStart && (chapter.number < last || verse.number <= end ?? Int.max)
            }
        }
    }
}
