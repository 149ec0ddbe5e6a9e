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
            .get(LibraryPaths.concordance, allow: .everyone, use: concordance),
            .get(LibraryPaths.bibleItem, allow: .everyone, use: books),
            .get(LibraryPaths.bibleBook, allow: .everyone, use: chapters),
            .get(LibraryPaths.bibleChapter, allow: .everyone, use: chapter),
        ]
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> BiblePage {
        let all = try await bibles.all(in: visitor.language)
        let commentaries = try await commentaries()
        guard let bible = all.first else { return BiblePage(bibles: [], bible: nil, books: [], commentaries: commentaries) }
        return BiblePage(bibles: all, bible: bible, books: try await bibles.books(of: bible.id), commentaries: commentaries)
    }

    func books(_ request: Request, _ visitor: Visitor, _ id: ItemID) async throws -> BiblePage {
        let all = try await bibles.all(in: visitor.language)
        guard let bible = all.first(where: { $0.id == id }) else { throw Problem.notFound }
        return BiblePage(bibles: all, bible: bible, books: try await bibles.books(of: id), commentaries: try await commentaries())
    }

    func chapters(_ request: Request, _ visitor: Visitor, _ id: ItemID, _ code: String) async throws -> BibleBookPage {
        let all = try await bibles.all(in: visitor.language)
        guard let bible = all.first(where: { $0.id == id }),
            let book = try await bibles.books(of: id).first(where: { $0.code == code.uppercased() })
        else { throw Problem.notFound }
        return BibleBookPage(bible: bible, book: book, chapters: try await bibles.chapters(of: id, book.code))
    }

    func chapter(_ request: Request, _ visitor: Visitor, _ id: ItemID, _ code: String, _ number: Int) async throws -> ChapterPage {
        ChapterPage(chapter: try await bibles.chapter(id, code, number))
    }

    /// Takes book, chapter and verse from the form, or a reference in words such as `Jn 3:16`, and goes there.
    func lookUp(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = request.query
        if let words = query["q"], !words.isEmpty {
            if let address = try await bibles.lookUp(words, in: visitor.language).first?.address { return .seeOther(address) }
            if let gap = try await bibles.gap(words, in: visitor.language) { return .seeOther(gap.address, flash: gap.reason, tone: .note) }
            return .seeOther(link(LibraryPaths.search(), query: ["q": words, "kind": ItemKind.bible.rawValue]))
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
        guard let passage = try await bibles.passage(chosen, in: bible), let first = passage.verses.first else {
            guard let gap = try await bibles.gap(chosen, in: [bible], for: visitor.language) else { throw Problem.notFound }
            return .seeOther(gap.address, flash: gap.reason, tone: .note)
        }
        let mark = chosen.verse.map { "#v\($0)" } ?? ""
        return .seeOther(LibraryPaths.bibleChapter(bible.id, passage.book.code, first.chapter) + mark)
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
