import Core
import Database
import Documents
import Foundation
import Reading
import Search

/// What the places of an item are called: its chapters by their headings, and in a Bible the passages that people know by a name.
struct PlaceNames: Sendable {
    /// A passage and its names, in the languages that readers search in.
    private struct Known: Codable, Sendable {
        let place: String
        let en: [String]
        let sv: [String]

        var names: [String] { en + sv }
    }

    /// Headings longer than this are sentences that stand where a heading would.
    private static let longest = 200

    private let passages: [(reference: BibleReference, names: [String])]

    /// Reads the names that the app carries.
    init() throws {
        let file = Bundle.module.bundleURL.appending(path: "Resources/bible/well-known-passages.json")
        passages = try JSONDecoder().decode([Known].self, from: Data(contentsOf: file)).compactMap { known in
            BibleReference.parse(known.place).map { ($0, known.names) }
        }
    }

    /// The headings of an item with the text that it has now.
    func headings(of item: Item, _ publications: Publications, in db: any Connection) throws -> [SearchHeading] {
        guard item.kind != .bible else { return try passages(of: item, in: db) }
        guard let publication = item.publication else { return [] }
        let title = item.title.lowercased()
        return try publications.sections(of: publication, in: db).compactMap { section in
            guard let heading = section.title?.tidied(), !heading.isEmpty, heading.unicodeScalars.count <= Self.longest,
                heading.lowercased() != title
            else { return nil }
            return SearchHeading(section: section.number, label: heading, text: heading, kind: Self.isAside(heading) ? .aside : .chapter)
        }
    }

    private func passages(of item: Item, in db: any Connection) throws -> [SearchHeading] {
        let books = Dictionary(try db.all(.books(of: item.id)).map { ($0.code, $0) }) { first, _ in first }
        return try passages.flatMap { reference, names -> [SearchHeading] in
            guard let book = books[reference.book], let chapter = reference.chapter, let verse = reference.verse,
                let first = try db.first(.verse(of: item.id, book.code, chapter, verse))
            else { return [] }
            return names.map { name in
                SearchHeading(
                    section: first.section, passage: "\(book.name) \(chapter):\(verse)", label: reference.printed(as: book.name), text: name,
                    kind: .name)
            }
        }
    }

    /// What a book has beside its text. People look for the text.
    private static let asides: Set<String> = [
        "contents", "table of contents", "index", "copyright", "colophon", "imprint", "license", "licence", "title page", "half title",
        "innehåll", "innehållsförteckning", "register", "upphovsrätt", "kolofon", "licens", "tryckuppgifter", "sumário", "licença",
    ]
    private static let legal = ["license", "licence", "copyright", "gutenberg", "upphovsrätt", "licens", "trademark"]

    private static func isAside(_ heading: String) -> Bool {
        let words = heading.lowercased()
        return asides.contains(words) || legal.contains { words.contains($0) }
    }
}

extension Query where Row == ScriptureVerse {
    /// One verse.
    static func verse(of item: ItemID, _ book: String, _ chapter: Int, _ verse: Int) -> Self {
        """
        SELECT \(ScriptureVerse.columns) FROM library_bible_verse
        WHERE item_id = \(item) AND book = \(book) AND chapter = \(chapter) AND verse = \(verse)
        """
    }
}
