import Core
import Database
import Documents
import Reading
import Web

/// Which chapter a section of a Bible's publication is.
struct ScripturePlace: SQLRow {
    let book: String
    let name: String
    let chapter: Int

    init(row: inout RowReader) throws {
        book = try row.next()
        name = try row.next()
        chapter = try row.next()
    }
}

extension Query where Row == ScripturePlace {
    /// The chapter that is a section.
    static func place(ofSection section: Int, in item: ItemID) -> Self {
        """
        SELECT v.book, b.name, v.chapter FROM library_bible_verse v JOIN library_bible_book b ON b.item_id = v.item_id AND b.code = v.book
        WHERE v.item_id = \(item) AND v.section = \(section) ORDER BY v.verse LIMIT 1
        """
    }
}

extension Bibles {
    /// How the reader cites the Bibles of the library.
    var references: ReadingReferences {
        ReadingReferences(
            of: Publishing.source, parts: { publication, db in try parts(of: publication, db) },
            counterparts: { section, publication, db in try counterparts(of: section, in: publication, db) },
            comparison: { section, publication, db in try comparison(of: section, in: publication, db) },
            searchHint: "Search the Bible, or type Jn 3:16", lookUp: { words, publication, db in try place(named: words, in: publication, db) },
            find: { section, range, publication, db in try reference(to: section, range, of: publication, db) })
    }

    private func reference(
        to section: Int, _ range: Range<Int>?, of publication: Publication, _ db: any Connection
    ) throws -> ReadingReferences.Reference? {
        let item = ItemID(publication.card.ownerID)
        guard publication.card.kind == .bible, let place = try db.first(.place(ofSection: section, in: item)) else { return nil }
        let places = try range.flatMap { _ in
            try publications.text(section, of: publication.id, in: db).map {
                VersePlaces($0, verses: try db.all(.verses(ofSection: section, in: item)))
            }
        }
        let verses = range.flatMap { places?.verses(in: $0) }
        let source = EditionName.short(publication.card.title)
        let chapter = ScriptureBook.chapter(place.chapter, of: place.name)
        guard let verses else {
            return .init(label: chapter, source: source, path: LibraryPaths.bibleChapter(item, place.book, place.chapter))
        }
        let isOne = verses.first == verses.last
        return .init(
            label: "\(chapter):\(verses.first)" + (isOne ? "" : "–\(verses.last)"), source: source,
            path: LibraryPaths.bibleVerses(item, place.book, place.chapter, "\(verses.first)" + (isOne ? "" : "-\(verses.last)")),
            whole: range.flatMap { places?.whole(in: $0) })
    }

    /// Where the first reference of some words leads in a Bible.
    private func place(named words: String, in publication: Publication, _ db: any Connection) throws -> ReadingReferences.Place? {
        guard publication.card.kind == .bible, let reference = BibleReference.parseAll(words).first,
            let bible = try db.all(.items([ItemID(publication.card.ownerID)], db.dialect)).first,
            let found = try passage(reference, in: bible, db), let first = found.verses.first, let path = found.address
        else { return nil }
        let extent = found.extent ?? 0..<0
        let place = Core.Passage(
            section: first.section, quote: TextQuote(exact: "", prefix: "", suffix: ""),
            position: TextPosition(start: extent.lowerBound, end: extent.upperBound))
        return .init(place, label: found.label, text: first.text, path: path)
    }

    /// The chapter that is a section of a Bible; nil in other texts.
    func place(of section: Int, in publication: Publication, _ db: any Connection) throws -> ScripturePlace? {
        guard publication.card.kind == .bible else { return nil }
        return try db.first(.place(ofSection: section, in: ItemID(publication.card.ownerID)))
    }

    /// The verse at some place of a chapter's text.
    func verse(at range: Range<Int>, in chapter: Chapter) async throws -> Int? {
        guard let publication = chapter.bible.publication, let section = chapter.verses.first?.section else { return nil }
        let text = try await database.read { db in try publications.text(section, of: publication, in: db) }
        return text.flatMap { VersePlaces($0, verses: chapter.verses).verses(in: range)?.first }
    }

    private func parts(of publication: Publication, _ db: any Connection) throws -> [ReadingReferences.Part] {
        let item = ItemID(publication.card.ownerID)
        let books = try db.all(.books(of: item))
        guard let new = books.first(where: { Testament(ofBook: $0.code) == .new }), Testament(ofBook: books[0].code) == .old,
            let section = try db.first(.firstSection(of: new.code, in: item))
        else { return [] }
        return [.init(title: Testament.old.title, section: 0), .init(title: Testament.new.title, section: section)]
    }

    /// The chapter in the other Bibles that readers may open.
    private func counterparts(of section: Int, in publication: Publication, _ db: any Connection) throws -> [ReadingReferences.Counterpart] {
        let item = ItemID(publication.card.ownerID)
        guard publication.card.kind == .bible, let place = try db.first(.place(ofSection: section, in: item)) else { return [] }
        return try db.all(.editions(of: place.book, place.chapter, besides: item)).map { .init($0.first, section: $0.second) }
    }

    /// The page that shows a chapter beside another edition, where the library has one.
    private func comparison(of section: ReadingReferences.Reference, in publication: Publication, _ db: any Connection) throws -> String? {
        try db.first(.anotherBible(than: ItemID(publication.card.ownerID))).map { _ in section.path + "?with=" }
    }
}

extension Query where Row == Int {
    fileprivate static func firstSection(of book: String, in item: ItemID) -> Self {
        "SELECT section FROM library_bible_verse WHERE item_id = \(item) AND book = \(book) ORDER BY section LIMIT 1"
    }
}

extension Query where Row == Row2<PublicationID, Int> {
    /// A chapter in every other published Bible: its publication and section there.
    fileprivate static func editions(of book: String, _ chapter: Int, besides item: ItemID) -> Self {
        """
        SELECT i.publication_id, MIN(v.section) FROM library_item i
        JOIN library_bible_verse v ON v.item_id = i.id AND v.book = \(book) AND v.chapter = \(chapter)
        WHERE i.status = \(ItemStatus.published) AND i.kind = \(ItemKind.bible) AND i.id <> \(item) AND i.publication_id IS NOT NULL
        GROUP BY i.id, i.publication_id ORDER BY i.id LIMIT 100
        """
    }
}

extension Query where Row == ItemID {
    fileprivate static func anotherBible(than item: ItemID) -> Self {
        """
        SELECT id FROM library_item WHERE status = \(ItemStatus.published) AND kind = \(ItemKind.bible) AND id <> \(item) ORDER BY id LIMIT 1
        """
    }
}
