import Core
import Database
import Markup
import Platform
import Reading
import Search
import Web

/// A place in a published item that cites verses of a chapter.
struct Mention: SQLRow, Sendable {
    let item: ItemID
    let publication: PublicationID
    let title: String
    let language: Language
    let section: Int
    let range: Range<Int>
    let verses: ClosedRange<Int>

    init(row: inout RowReader) throws {
        item = try row.next()
        publication = try row.next()
        title = try row.next()
        language = try row.next()
        section = try row.next()
        let start: Int = try row.next()
        range = start..<max(start, try row.next())
        let first: Int = try row.next()
        verses = first...max(first, try row.next())
    }
}

extension Query where Row == Mention {
    /// What cites a place of a book, in the order of the verses, then of the titles.
    static func mentions(of book: String, _ places: ClosedRange<Int>) -> Self {
        """
        SELECT c.item_id, i.publication_id, i.title, i.language, c.section, c.position_start, c.position_end, c.first_place, c.last_place
        FROM library_citation c JOIN library_item i ON i.id = c.item_id
        WHERE c.book = \(book) AND c.first_place <= \(places.upperBound) AND c.last_place >= \(places.lowerBound)
            AND i.status = \(ItemStatus.published) AND i.publication_id IS NOT NULL
        ORDER BY c.first_place, i.sort_title, c.item_id, c.section, c.position_start LIMIT 500
        """
    }
}

extension Bibles {
    /// A mention with the words around it.
    struct ShownMention: Sendable {
        let mention: Mention
        let snippet: [SnippetPart]
        let address: String
    }

    /// How many code points stand on each side of a reference.
    private static let surrounding = 90

    /// What cites a chapter, or one verse of it, with the words around.
    func mentions(of chapter: Chapter, verse: Int?) async throws -> [ShownMention] {
        let places = verse.map { Citation.place(chapter.number, $0)...Citation.place(chapter.number, $0) } ?? Citation.places(of: chapter.number)
        return try await database.read { db in
            try db.all(.mentions(of: chapter.book.code, places)).prefix(100).compactMap { mention in
                guard let text = try publications.text(mention.section, of: mention.publication, in: db) else { return nil }
                return shown(mention, in: Array(text.unicodeScalars))
            }
        }
    }

    private func shown(_ mention: Mention, in scalars: [Unicode.Scalar]) -> ShownMention? {
        let range = mention.range
        guard range.upperBound <= scalars.count else { return nil }
        func words(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])).replacing("\n", with: " ") }
        let start = max(0, range.lowerBound - Self.surrounding)
        let end = min(scalars.count, range.upperBound + Self.surrounding)
        var before = words(start..<range.lowerBound)
        var after = words(range.upperBound..<end)
        // Neither begins nor ends inside a word.
        if start > 0 { before = "…" + before.drop { !$0.isWhitespace } }
        if end < scalars.count { after = String(after.reversed().drop { !$0.isWhitespace }.reversed()) + "…" }
        let exact = words(range)
        let passage = Core.Passage(
            section: mention.section, quote: TextQuote(exact: exact, prefix: "", suffix: ""),
            position: TextPosition(start: range.lowerBound, end: range.upperBound))
        return ShownMention(
            mention: mention,
            snippet: [
                SnippetPart(text: before, isMatch: false), SnippetPart(text: exact, isMatch: true), SnippetPart(text: after, isMatch: false),
            ], address: ReadingPaths.address(of: passage, in: mention.publication))
    }

    /// The reader's way from the chapters and verses of a Bible to what cites them.
    var mentionLinks: SectionLinks {
        SectionLinks(
            of: Publishing.source,
            remarks: SectionLinks.Remarks(
                title: "Mentioned in", label: { "Mentioned in \($0) books" }, applies: { $0.card.kind == .bible },
                passages: { section, publication, _, db in try mentioned(section, of: publication, db) }),
            preview: { publication, identity, db in try PreviewBar(publication, for: identity, in: db)?.node }
        ) { section, publication, _, db in
            guard let place = try place(of: section, in: publication, db) else { return try Self.large(publication, db) }
            let count = Set(try db.all(.mentions(of: place.book, Citation.places(of: place.chapter))).map(\.item)).count
            guard count > 0 else { return nil }
            return SectionLinks.Link(
                "Mentioned in \(count) books", path: LibraryPaths.bibleMentions(ItemID(publication.card.ownerID), place.book, place.chapter))
        }
    }

    /// The way from a hymn to its words in large type.
    private static func large(_ publication: Publication, _ db: any Connection) throws -> SectionLinks.Link? {
        guard publication.card.kind == .text, publication.sectionCount == 1, publication.card.audience != .staff else { return nil }
        let item = ItemID(publication.card.ownerID)
        let isHymn = try db.first("SELECT id FROM library_item WHERE id = \(item) AND kind = \(ItemKind.hymn)" as Query<ItemID>) != nil
        return isHymn ? SectionLinks.Link("Show in large type", path: LibraryPaths.sing(item)) : nil
    }

    /// Each verse with which something that is cited begins, with how many books that is. What cites a whole chapter counts for none.
    private func mentioned(_ section: Int, of publication: Publication, _ db: any Connection) throws -> [(passage: Core.Passage, count: Int)] {
        guard let place = try place(of: section, in: publication, db) else { return [] }
        let mentions = try db.all(.mentions(of: place.book, Citation.places(of: place.chapter)))
        let byVerse = Dictionary(grouping: mentions) { max(0, Citation.verse(of: $0.verses.lowerBound, in: place.chapter)) }
        guard byVerse.keys.contains(where: { $0 > 0 }), let text = try publications.text(section, of: publication.id, in: db) else { return [] }
        let verses = try db.all(.verses(ofSection: section, in: ItemID(publication.card.ownerID)))
        let places = VersePlaces(text, verses: verses)
        return verses.compactMap { verse in
            guard let found = byVerse[verse.verse], let range = places.range(from: verse.verse, to: verse.verse) else { return nil }
            let passage = Core.Passage(
                section: section, quote: TextQuote(exact: verse.text, prefix: "", suffix: ""),
                position: TextPosition(start: range.lowerBound, end: range.upperBound))
            return (passage, Set(found.map(\.item)).count)
        }
    }
}
