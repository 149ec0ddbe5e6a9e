import Core
import Database
import Documents
import Platform
import Reading

/// A reference to the Bible in the text of an item.
struct Citation: Sendable, Equatable {
    let section: Int
    /// In code points of the section's plain text.
    let range: Range<Int>
    /// The USFM code of the book.
    let book: String
    /// Its first and its last verse, as ``place(_:_:)`` counts them.
    let verses: ClosedRange<Int>

    /// So many numbers for each chapter; more than any has verses.
    private static let perChapter = 1000

    /// One number for chapter and verse. Verse 0 is the chapter as a whole.
    static func place(_ chapter: Int, _ verse: Int) -> Int { chapter * perChapter + verse }

    /// All places of a chapter.
    static func places(of chapter: Int) -> ClosedRange<Int> { place(chapter, 0)...place(chapter, perChapter - 1) }

    /// The verse of a place within a chapter, 0 for what begins before its first verse.
    static func verse(of place: Int, in chapter: Int) -> Int { max(0, place - chapter * perChapter) }

    init(_ found: ReferenceScanner.Found, section: Int) {
        self.section = section
        range = found.range
        let reference = found.reference
        book = reference.book
        let chapter = reference.chapter ?? 1
        let last = reference.lastChapter ?? chapter
        let first = Self.place(chapter, reference.verse ?? 0)
        let end = reference.lastVerse ?? (reference.lastChapter == nil ? reference.verse : nil) ?? Self.perChapter - 1
        verses = first...max(first, Self.place(last, end))
    }

    /// Those of an edition; a Bible cites nothing.
    static func all(in edition: Edition, isBible: Bool) -> [Citation] {
        guard !isBible else { return [] }
        return edition.sections.enumerated().flatMap { number, section in ReferenceScanner.scan(section.text).map { Citation($0, section: number) } }
    }
}

/// Stores which verses an item cites.
struct CitationStatements {
    let write: Write

    /// Replaces what is known of an item, and notes that it was looked through.
    func store(_ citations: [Citation], of item: ItemID) throws {
        try write.run("DELETE FROM library_citation WHERE item_id = \(item)")
        var rest = citations[...]
        while !rest.isEmpty {
            let rows = rest.prefix(50).map { one -> SQL in
                """
                (\(item), \(one.section), \(one.range.lowerBound), \(one.range.upperBound), \(one.book), \(one.verses.lowerBound),
                 \(one.verses.upperBound), \(write.now), \(write.actor))
                """
            }
            rest = rest.dropFirst(50)
            try write.run(
                """
                INSERT INTO library_citation
                    (item_id, section, position_start, position_end, book, first_place, last_place, changed_at, changed_by)
                VALUES \(sql: rows.joined(by: ", "))
                """)
        }
        try write.run(
            """
            INSERT INTO library_citation_scan (item_id, changed_at, changed_by) VALUES (\(item), \(write.now), \(write.actor))
            ON CONFLICT (item_id) DO UPDATE SET changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
    }
}
