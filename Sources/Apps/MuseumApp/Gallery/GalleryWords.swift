import Core
import Database
import Search

/// What visitors search the gallery for, but for the words of long labels.
enum GalleryWords {
    /// The words with those that are nowhere in the gallery as ones that are and are written nearly so; nil where there are none.
    static func meant(by words: String, for reader: ReaderLanguage, in db: any Connection) throws -> String? {
        var texts = try db.all(.shownNames) + reader(db.all(.openRooms), in: db).map(\.name)
        if let language = reader.language { texts += try db.all(.shownNames(in: language)) }
        return Spelling(texts).corrected(words)
    }
}

extension Query where Row == String {
    private static var most: Int { 1_000 }

    fileprivate static var shownNames: Self {
        """
        SELECT e.title || ' ' || e.creator || ' ' || e.medium || ' ' || e.alt FROM museum_exhibit e WHERE e.is_public = \(true)
        ORDER BY e.id LIMIT \(most)
        """
    }

    fileprivate static func shownNames(in language: Language) -> Self {
        """
        SELECT t.words FROM museum_translation t JOIN museum_exhibit e ON e.id = t.thing_id
        WHERE t.kind = \(TranslatedKind.exhibit) AND t.language = \(language) AND t.field IN ('title', 'medium', 'alt') AND e.is_public = \(true)
        ORDER BY e.id, t.field LIMIT \(3 * most)
        """
    }
}
