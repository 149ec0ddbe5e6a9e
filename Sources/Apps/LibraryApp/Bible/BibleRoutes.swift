import Core
import Documents
import Interface
import Reading
import Search
import Web

/// The Bible screen: choose book, chapter and verse; search the text; commentaries and the concordance (LIB-078 to LIB-080).
struct BibleRoutes: Sendable {
    let bibles: Bibles
    let catalogue: Catalogue
    let categories: Categories
    let search: LibrarySearch

    var routes: [Route] {
        [
            .get(LibraryPaths.bible, allow: .everyone, use: show),
            .get(LibraryPaths.bibleLookup, allow: .everyone, use: lookUp),
            .get(LibraryPaths.biblePassage, allow: .everyone, use: passage),
            .get(LibraryPaths.concordance, allow: .everyone, use: concordance),
            .get(LibraryPaths.bibleItem, allow: .everyone, use: books),
            .get(LibraryPaths.bibleBook, allow: .everyone, use: chapters),
            .get(LibraryPaths.bibleChapter, allow: .everyone, use: chapter),
            .get(LibraryPaths.bibleVerses, allow: .everyone, use: verses),
            .get(LibraryPaths.bibleMentions, allow: .everyone, use: mentions),
        ]
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> BiblePage {
        let all = try await bibles.all(in: visitor.language)
        guard let bible = all.first else {
            return BiblePage(bibles: [], bible: nil, books: [], chapters: [:], commentaries: try await commentaries())
        }
        return try await page(bible, of: all)
    }

    func books(_ request: Request, _ visitor: Visitor, _ id: ItemID) async throws -> BiblePage {
        let all = try await bibles.all(in: visitor.language)
        guard let bible = all.first(where: { $0.id == id }) else { throw Problem.notFound }
        return try await page(bible, of: all)
    }

    private func page(_ bible: ItemSummary, of all: [ItemSummary]) async throws -> BiblePage {
        BiblePage(
            bibles: all, bible: bible, books: try await bibles.books(of: bible.id), chapters: try await bibles.chapters(of: bible.id),
            commentaries: try await commentaries())
    }

    /// With `?chapter=3` the verses of a chapter.
    func chapters(_ request: Request, _ visitor: Visitor, _ id: ItemID, _ code: String) async throws -> BibleBookPage {
        let all = try await bibles.all(in: visitor.language)
        guard let bible = all.first(where: { $0.id == id }),
            let book = try await bibles.books(of: id).first(where: { $0.code == code.uppercased() })
        else { throw Problem.notFound }
        var chosen: (number: Int, verses: [Int])?
        if let number = request.query["chapter"].flatMap({ Int($0) }) {
            chosen = (number, try await bibles.chapter(id, book.code, number).verses.map(\.verse))
        }
        return BibleBookPage(bible: bible, book: book, chapters: try await bibles.chapters(of: id, book.code), chapter: chosen)
    }

    /// A chapter is read in the reader; with `?with=` it is shown beside another edition.
    func chapter(_ request: Request, _ visitor: Visitor, _ id: ItemID, _ code: String, _ number: Int) async throws -> Response {
        let chapter = try await bibles.chapter(id, code, number)
        if let wanted = request.query["with"] {
            let page = try await parallel(chapter, with: ItemID(wanted), visitor)
            return try await page.response(for: request)
        }
        guard let publication = chapter.bible.publication, let first = chapter.verses.first else { throw Problem.notFound }
        return .seeOther(ReadingPaths.section(publication, first.section))
    }

    private func parallel(_ chapter: Bibles.Chapter, with wanted: ItemID?, _ visitor: Visitor) async throws -> ParallelPage {
        let editions = try await bibles.all(in: visitor.language).filter { $0.id != chapter.bible.id }
        guard let first = editions.first else { throw Problem.notFound }
        var with = editions.first { $0.id == wanted }
        var other: Bibles.Chapter?
        // Where none is chosen, the first that has the chapter.
        for edition in with.map({ [$0] }) ?? editions where other == nil {
            other = try await bibles.chapterIfThere(edition.id, chapter.book.code, chapter.number)
            if other != nil { with = edition }
        }
        return ParallelPage(chapter: chapter, with: with ?? first, other: other, editions: editions)
    }

    /// With `?at=` those of one verse, as the reader names it: by its place in the text.
    func mentions(_ request: Request, _ visitor: Visitor, _ id: ItemID, _ code: String, _ number: Int) async throws -> MentionsPage {
        let chapter = try await bibles.chapter(id, code, number)
        let ends = (request.query[SectionLinks.Remarks.parameter] ?? "").split(separator: "-").compactMap { Int($0) }
        var verse: Int?
        if ends.count == 2, ends[0] >= 0, ends[0] <= ends[1] { verse = try await bibles.verse(at: ends[0]..<ends[1], in: chapter) }
        return MentionsPage(chapter: chapter, verse: verse, mentions: try await bibles.mentions(of: chapter, verse: verse))
    }

    /// The short address of verses: `/16`, `/16-18`.
    func verses(_ request: Request, _ visitor: Visitor, _ id: ItemID, _ code: String, _ number: Int, _ verses: String) async throws -> Response {
        let numbers = verses.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count <= 2, let first = numbers.first ?? nil, let last = numbers.last ?? nil, first > 0, first <= last else {
            throw Problem.notFound
        }
        let all = try await bibles.all(in: visitor.language)
        guard let bible = all.first(where: { $0.id == id }) else { throw Problem.notFound }
        let chosen = BibleReference(book: code.uppercased(), chapter: number, verse: first, lastVerse: first == last ? nil : last)
        return try await go(to: chosen, in: bible, visitor)
    }

    /// Takes book, chapter and verse from the form, or a reference in words such as `Jn 3:16`, and goes there.
    func lookUp(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = request.query
        if let words = query["q"], !words.isEmpty {
            if let address = try await bibles.lookUp(words, in: visitor.language).first?.address { return .seeOther(address) }
            if let gap = try await bibles.gap(words, in: visitor.language) { return .seeOther(gap.address, flash: gap.reason, tone: .note) }
            let all = try await bibles.all(in: visitor.language)
            let chosen = query["bible"].flatMap(ItemID.init)
            guard let bible = all.first(where: { $0.id == chosen }) ?? all.first else {
                return .seeOther(link(LibraryPaths.search(), query: ["q": words]))
            }
            return .seeOther(link(LibraryPaths.matches(bible.id), query: ["q": words]))
        }
        guard let id = query["bible"].flatMap(ItemID.init), let code = query["book"] else { throw Problem.notFound }
        let all = try await bibles.all(in: visitor.language)
        guard let bible = all.first(where: { $0.id == id }) else { throw Problem.notFound }
        let chosen = BibleReference(
            book: code.uppercased(), chapter: query["chapter"].flatMap { Int($0) } ?? 1, verse: query["verse"].flatMap { Int($0) })
        return try await go(to: chosen, in: bible, visitor)
    }

    /// A chapter or verse that the book does not have is a slip of the finger: the page of what there is helps more than an error.
    private func go(to chosen: BibleReference, in bible: ItemSummary, _ visitor: Visitor) async throws -> Response {
        guard let passage = try await bibles.passage(chosen, in: bible), let address = passage.address else {
            guard let gap = try await bibles.gap(chosen, in: [bible], for: visitor.language) else { throw Problem.notFound }
            return .seeOther(gap.address, flash: gap.reason, tone: .note)
        }
        return .seeOther(address)
    }

    /// What a reference in some text says.
    func passage(_ request: Request, _ visitor: Visitor) async throws -> PassagePage {
        let language = request.query["in"].flatMap { Language($0) } ?? visitor.language
        guard let words = request.query["ref"], let passage = try await bibles.lookUp(words, in: language).first else { throw Problem.notFound }
        return PassagePage(passage: passage)
    }

    func concordance(_ request: Request, _ visitor: Visitor) async throws -> ConcordancePage {
        let all = try await bibles.all(in: visitor.language)
        let wanted = request.query["bible"].flatMap(ItemID.init)
        let words = String((request.query["q"] ?? "").prefix(200))
        guard let bible = all.first(where: { $0.id == wanted }) ?? all.first else {
            return ConcordancePage(bibles: [], bible: nil, words: words, results: nil, next: nil)
        }
        let after = try request.after(.concordance)?.number
        let results = words.isEmpty ? nil : try await search.concordance(words, in: bible, after: after)
        return ConcordancePage(
            bibles: all, bible: bible, words: words, results: results,
            next: try results?.next.map { try request.cursor(.concordance, after: ConcordancePlace(number: $0)).text })
    }

    /// Published items in the category of commentaries.
    private func commentaries() async throws -> [ItemSummary] {
        guard let category = try await categories.tree().named("commentaries") else { return [] }
        var filter = ItemFilter()
        filter.category = category.id
        return try await catalogue.page(filter, by: .title, limit: 12).items
    }
}

/// Where the next page of a concordance begins.
struct ConcordancePlace: Codable, Sendable {
    let number: Int64
}

extension CursorScope<ConcordancePlace> {
    static var concordance: Self { Self("library.concordance") }
}
