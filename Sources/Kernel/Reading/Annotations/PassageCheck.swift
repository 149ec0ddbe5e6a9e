import Core
import Database

/// Checks a passage that came in, and places it on the text that is there.
struct PassageCheck: Sendable {
    /// A longer passage would be a copy of the book rather than a quote.
    static let longestQuote = 20_000
    static let longestContext = 200

    /// Up to these sizes, in bytes, words are found within a fraction of a millisecond.
    private static let shortText = 8192
    private static let shortQuote = 512

    let publications: Publications

    /// The passage as the present edition has it.
    ///
    /// Where the words cannot be found (a formula, a text that a browser shows in another order), the passage is kept as
    /// the reader's browser described it: the reader has just seen it there.
    func placed(_ passage: Passage, in publication: Publication, _ database: Database) async throws -> Passage {
        guard passage.section >= 0,
            let text = try await database.read({ db in try publications.text(passage.section, of: publication.id, in: db) })
        else { throw AnnotationRefusal.noSuchSection }
        try Self.check(passage)
        let quote = passage.quote
        if text.utf8.count <= Self.shortText, quote.exact.utf8.count + quote.prefix.utf8.count + quote.suffix.utf8.count <= Self.shortQuote {
            return Self.place(passage, in: text)
        }
        // Finding words in a long chapter is no work for a thread that serves.
        return try await database.readInBackground { _ in Self.place(passage, in: text) }
    }

    private static func place(_ passage: Passage, in text: String) -> Passage {
        var sections = [String](repeating: "", count: passage.section)
        sections.append(text)
        return PassageFinder(sections: sections).place(passage) ?? passage
    }

    /// Limits of what may be stored.
    static func check(_ passage: Passage) throws(AnnotationRefusal) {
        let quote = passage.quote
        guard quote.exact.unicodeScalars.count <= longestQuote, quote.prefix.unicodeScalars.count <= longestContext,
            quote.suffix.unicodeScalars.count <= longestContext
        else { throw .quoteTooLong }
        guard !(quote.exact + quote.prefix + quote.suffix).unicodeScalars.contains("\0") else { throw .badPosition }
        guard passage.position.start >= 0, passage.position.start <= passage.position.end, passage.position.end < 1 << 31 else {
            throw .badPosition
        }
    }
}
