import Core
import Database
import Documents
import Foundation
import Reading
import Web

/// Reading scripture by book, chapter and verse (LIB-078), and finding it by reference.
struct Bibles: Sendable {
    let database: Database
    let catalogue: Catalogue
    let publications: Publications

    /// A chapter as it is read.
    struct Chapter: Sendable {
        let bible: ItemSummary
        let book: ScriptureBook
        let number: Int
        let verses: [ScriptureVerse]
        /// The chapter before, in the whole Bible.
        let previous: Place?
        /// The chapter after.
        let next: Place?
    }

    /// A chapter's place in a Bible.
    struct Place: Sendable, Equatable {
        let book: ScriptureBook
        let chapter: Int
    }

    /// What a reference leads to in one Bible.
    struct Passage: Sendable {
        let bible: ItemSummary
        let book: ScriptureBook
        /// The beginning of it, where it is long.
        let verses: [ScriptureVerse]
        let last: ScriptureVerse
        let isWholeChapter: Bool
        /// Where verses of one chapter stand in its text, in code points.
        let extent: Range<Int>?

        /// “John 3:16–18”, with the book's name as the edition prints it.
        var label: String {
            guard let first = verses.first else { return book.name }
            if isWholeChapter {
                return first.chapter == last.chapter ? book.chapter(first.chapter) : "\(book.name) \(first.chapter)–\(last.chapter)"
            }
            let start = "\(book.chapter(first.chapter)):\(first.verse)"
            if first == last { return start }
            return first.chapter == last.chapter ? "\(start)–\(last.verse)" : "\(start)–\(last.chapter):\(last.verse)"
        }
    }

    /// The published Bibles, those in `language` first.
    func all(in language: Language) async throws -> [ItemSummary] {
        var filter = ItemFilter()
        filter.kinds = [.bible]
        let bibles = try await catalogue.page(filter, by: .title, limit: 100).items
        return bibles.filter { $0.language.base == language.base } + bibles.filter { $0.language.base != language.base }
    }

    /// The books of a published Bible.
    func books(of item: ItemID) async throws -> [ScriptureBook] {
        try await database.read { db in try db.all(.books(of: item)) }
    }

    /// The chapters that a book has.
    func chapters(of item: ItemID, _ book: String) async throws -> [Int] {
        try await database.read { db in try db.all(.chapters(of: item, book)) }
    }

    /// The chapters that each book has, by its code.
    func chapters(of item: ItemID) async throws -> [String: [Int]] {
        let all = try await database.read { db in try db.all(.chapters(of: item)) }
        return Dictionary(grouping: all, by: \.first).mapValues { $0.map(\.second) }
    }

    /// One chapter of a published Bible.
    /// - Throws: `Problem.notFound` when the Bible, the book or the chapter is not there.
    func chapter(_ item: ItemID, _ code: String, _ number: Int) async throws -> Chapter {
        try await database.read { db in
            guard let bible = try db.all(.items([item], db.dialect)).first, bible.status == .published,
                let book = try db.first(.book(code.uppercased(), of: item))
            else { throw Problem.notFound }
            let verses = try db.all(.verses(of: item, book.code, .chapter(number)))
            guard !verses.isEmpty else { throw Problem.notFound }
            let (previous, next) = try neighbours(of: book, number, item, in: db)
            return Chapter(bible: bible, book: book, number: number, verses: verses, previous: previous, next: next)
        }
    }

    /// The chapter, or nil where the edition doesn't have it.
    func chapterIfThere(_ item: ItemID, _ code: String, _ number: Int) async throws -> Chapter? {
        do { return try await chapter(item, code, number) } catch let problem as Problem where problem.kind == .notFound { return nil }
    }

    private func neighbours(
        of book: ScriptureBook, _ number: Int, _ item: ItemID, in db: any Connection
    ) throws -> (Place?, Place?) {
        let chapters = try db.all(.chapters(of: item, book.code))
        let books = try db.all(.books(of: item))
        let index = books.firstIndex(of: book) ?? 0
        func edge(_ other: Int, _ last: Bool) throws -> Place? {
            guard books.indices.contains(other) else { return nil }
            let numbers = try db.all(.chapters(of: item, books[other].code))
            return (last ? numbers.last : numbers.first).map { Place(book: books[other], chapter: $0) }
        }
        let before = chapters.last { $0 < number }.map { Place(book: book, chapter: $0) }
        let after = chapters.first { $0 > number }.map { Place(book: book, chapter: $0) }
        return (try before ?? edge(index - 1, true), try after ?? edge(index + 1, false))
    }

    /// The passages that references such as `Jn 3:16-18` or `1 Kor 13; Ps 23` name, one for each published Bible that has it, those in
    /// `language` first. Words that are no reference lead nowhere.
    func lookUp(_ words: String, in language: Language) async throws -> [Passage] {
        let references = BibleReference.parseAll(words)
        guard !references.isEmpty else { return [] }
        let bibles = try await all(in: language)
        return try await database.read { db in
            try references.flatMap { reference in try bibles.compactMap { bible in try passage(reference, in: bible, db) } }
        }
    }

    /// The passage of one Bible; nil where it does not have it.
    func passage(_ reference: BibleReference, in bible: ItemSummary) async throws -> Passage? {
        try await database.read { db in try passage(reference, in: bible, db) }
    }

    func passage(_ reference: BibleReference, in bible: ItemSummary, _ db: any Connection) throws -> Passage? {
        guard let book = try db.first(.book(reference.book, of: bible.id)),
            let first = try reference.chapter ?? db.all(.chapters(of: bible.id, book.code)).first
        else { return nil }
        let range = ScriptureRange(
            firstChapter: first, firstVerse: reference.verse ?? 1, lastChapter: reference.lastChapter ?? first,
            lastVerse: reference.lastVerse ?? (reference.lastChapter == nil ? reference.verse : nil) ?? .max)
        let verses = try db.all(.verses(of: bible.id, book.code, range))
        guard let last = try db.first(.lastVerse(of: bible.id, book.code, range)) else { return nil }
        let isWholeChapter = reference.verse == nil && reference.lastVerse == nil
        return Passage(
            bible: bible, book: book, verses: verses, last: last, isWholeChapter: isWholeChapter,
            extent: isWholeChapter ? nil : try extent(from: verses.first, to: last, in: bible, db))
    }

    /// Where verses of one section stand in its text; nil for what continues in the next section.
    private func extent(from first: ScriptureVerse?, to last: ScriptureVerse, in bible: ItemSummary, _ db: any Connection) throws -> Range<Int>? {
        guard let first, first.section == last.section, let publication = bible.publication,
            let text = try publications.text(first.section, of: publication, in: db)
        else { return nil }
        return VersePlaces(text, verses: try db.all(.verses(ofSection: first.section, in: bible.id))).range(from: first.verse, to: last.verse)
    }
}

extension Bibles.Passage {
    /// Where the reader opens at the first verse, with all of them marked.
    var address: String? {
        guard let publication = bible.publication, let first = verses.first else { return nil }
        let section = ReadingPaths.section(publication, first.section)
        guard !isWholeChapter else { return section }
        // The anchor is for browsers that run no script: it leads to the first verse.
        return (extent.map { link(section, query: ["at": "\($0.lowerBound)-\($0.upperBound)"]) } ?? section) + "#s\(first.section)-v\(first.verse)"
    }
}
