import Core
import Database
import Documents
import Platform

/// One book of a Bible in the library.
struct ScriptureBook: Sendable, Equatable, SQLRow {
    /// The USFM code, e.g. `JHN`.
    let code: String
    /// The name as the edition prints it.
    let name: String
    /// The number of its last chapter.
    let chapters: Int

    init(row: inout RowReader) throws {
        code = try row.next()
        name = try row.next()
        chapters = try row.next()
    }
}

extension ScriptureBook {
    /// “Psalm 23”: the English name of the book is the one whose chapters are called by its singular.
    static func chapter(_ number: Int, of name: String) -> String { "\(name == "Psalms" ? String(name.dropLast()) : name) \(number)" }

    /// The label of a verse in the search index, “Psalms 23:1”, as it is cited: “Psalm 23:1”.
    static func cited(_ label: String) -> String {
        label.wholeMatch(of: /Psalms (\d+(?::\d+(?:–\d+)?)?)/).map { "Psalm \($0.output.1)" } ?? label
    }

    /// A chapter as it is cited.
    func chapter(_ number: Int) -> String { Self.chapter(number, of: name) }
}

/// One verse, and the section of the publication in which it stands.
struct ScriptureVerse: Sendable, Equatable, SQLRow {
    static let columns: SQL = "chapter, verse, section, text"

    let chapter: Int
    let verse: Int
    let section: Int
    let text: String

    init(row: inout RowReader) throws {
        chapter = try row.next()
        verse = try row.next()
        section = try row.next()
        text = try row.next()
    }
}

extension Query where Row == ScriptureBook {
    /// The books of a Bible in its own order.
    static func books(of item: ItemID) -> Self {
        "SELECT code, name, chapters FROM library_bible_book WHERE item_id = \(item) ORDER BY position LIMIT 200"
    }

    /// One book.
    static func book(_ code: String, of item: ItemID) -> Self {
        "SELECT code, name, chapters FROM library_bible_book WHERE item_id = \(item) AND code = \(code)"
    }
}

/// Verses from one place to another, both included.
struct ScriptureRange: Sendable {
    let firstChapter: Int
    let firstVerse: Int
    let lastChapter: Int
    let lastVerse: Int

    /// All verses of a chapter.
    static func chapter(_ number: Int) -> Self {
        Self(firstChapter: number, firstVerse: 1, lastChapter: number, lastVerse: .max)
    }
}

extension Query where Row == ScriptureVerse {
    /// The verses of a range, in order; the first 500 of a longer one.
    static func verses(of item: ItemID, _ book: String, _ range: ScriptureRange) -> Self {
        """
        \(inside(range, of: item, book))
        ORDER BY chapter, verse LIMIT 500
        """
    }

    /// The verses of the chapter that is one section, in order.
    static func verses(ofSection section: Int, in item: ItemID) -> Self {
        """
        SELECT \(ScriptureVerse.columns) FROM library_bible_verse WHERE item_id = \(item) AND section = \(section)
        ORDER BY chapter, verse LIMIT 500
        """
    }

    /// The verse with which a range ends.
    static func lastVerse(of item: ItemID, _ book: String, _ range: ScriptureRange) -> Self {
        """
        \(inside(range, of: item, book))
        ORDER BY chapter DESC, verse DESC LIMIT 1
        """
    }

    private static func inside(_ range: ScriptureRange, of item: ItemID, _ book: String) -> SQL {
        """
        SELECT \(ScriptureVerse.columns) FROM library_bible_verse
        WHERE item_id = \(item) AND book = \(book) AND chapter BETWEEN \(range.firstChapter) AND \(range.lastChapter)
            AND (chapter > \(range.firstChapter) OR verse >= \(range.firstVerse))
            AND (chapter < \(range.lastChapter) OR verse <= \(range.lastVerse))
        """
    }
}

extension Query where Row == Int {
    /// The chapters that a book really has; a partial edition may skip some.
    static func chapters(of item: ItemID, _ book: String) -> Self {
        """
        SELECT DISTINCT chapter FROM library_bible_verse WHERE item_id = \(item) AND book = \(book)
        ORDER BY chapter LIMIT 200
        """
    }
}

extension Query where Row == Row2<String, Int> {
    /// Every chapter of a Bible with the code of its book.
    static func chapters(of item: ItemID) -> Self {
        "SELECT DISTINCT book, chapter FROM library_bible_verse WHERE item_id = \(item) ORDER BY book, chapter LIMIT 5000"
    }
}

/// The statements that store scripture beside its publication.
struct ScriptureStatements {
    let db: any Connection
    let now: Instant
    let person: PersonID?

    init(_ write: Write) { (db, now, person) = (write, write.now, write.actor) }

    /// Replaces the scripture of an item. Section N of the publication is the Nth chapter of the text.
    func store(_ bible: BibleText, of item: ItemID) throws {
        try remove(item)
        var section = 0
        for (position, book) in bible.books.enumerated() {
            try db.run(
                """
                INSERT INTO library_bible_book (item_id, position, code, name, chapters, changed_at, changed_by)
                VALUES (\(item), \(position), \(book.code), \(book.name), \(book.chapters.map(\.number).max() ?? 0),
                    \(now), \(person))
                """)
            for chapter in book.chapters {
                try insert(chapter, of: book.code, section: section, item)
                section += 1
            }
        }
    }

    /// Removes the scripture of an item.
    func remove(_ item: ItemID) throws {
        try db.run("DELETE FROM library_bible_verse WHERE item_id = \(item)")
        try db.run("DELETE FROM library_bible_book WHERE item_id = \(item)")
    }

    /// Many verses per statement: a whole Bible has 31,000.
    private func insert(_ chapter: BibleChapter, of book: String, section: Int, _ item: ItemID) throws {
        var rest = chapter.verses[...]
        while !rest.isEmpty {
            let rows = rest.prefix(50).map { verse -> SQL in
                "(\(item), \(book), \(chapter.number), \(verse.number), \(section), \(verse.text), \(now), \(person))"
            }
            rest = rest.dropFirst(50)
            try db.run(
                """
                INSERT INTO library_bible_verse (item_id, book, chapter, verse, section, text, changed_at, changed_by)
                VALUES \(sql: rows.joined(by: ", ")) ON CONFLICT (item_id, book, chapter, verse) DO NOTHING
                """)
        }
    }
}
