import Core
import Database
import Platform
import Web

/// The words of one thing in further languages, by the name of the field.
typealias Translations = [Language: [String: String]]

/// A row of the table: one text of one thing in one language.
struct Translation: SQLRow {
    let thing: Int64
    let language: Language
    let field: String
    let words: String

    init(row: inout RowReader) throws {
        thing = try row.next()
        language = try row.next()
        field = try row.next()
        words = try row.next()
    }
}

extension Query where Row == Translation {
    /// More than a page of the gallery has: 1,000 exhibits with six texts.
    private static var most: Int { 20_000 }

    static func translations(of kind: TranslatedKind, _ numbers: [Int64], in language: Language) -> Self {
        """
        SELECT thing_id, language, field, words FROM museum_translation
        WHERE kind = \(kind) AND thing_id IN \(list: numbers) AND language = \(language) ORDER BY thing_id, field LIMIT \(most)
        """
    }

    static func translations(of kind: TranslatedKind, _ numbers: [Int64]) -> Self {
        """
        SELECT thing_id, language, field, words FROM museum_translation
        WHERE kind = \(kind) AND thing_id IN \(list: numbers) ORDER BY thing_id, language, field LIMIT \(most)
        """
    }
}

/// Whoever reads, as to their language: `try reader(db.first(.room(id)), in: db)` has the words that are there in it, and the originals of the others.
struct ReaderLanguage: Sendable {
    /// nil for those who read the originals.
    let language: Language?

    init(_ request: Request, _ site: Site) {
        language = site.languages(of: MuseumApp.manifest).first == request.language ? nil : request.language
    }

    /// Nobody's, for what is the same for everyone.
    static let originals = ReaderLanguage(language: nil)

    private init(language: Language?) { self.language = language }

    func callAsFunction<Thing: Translated>(_ values: [Thing], in db: any Connection) throws -> [Thing] {
        guard let language, !values.isEmpty else { return values }
        let rows = try db.all(.translations(of: Thing.kind, values.map(\.number).unique, in: language))
        guard !rows.isEmpty else { return values }
        let words = Dictionary(grouping: rows, by: \.thing)
        return values.map { thing in
            var translated = thing
            for row in words[thing.number] ?? [] { translated.put(row.words, in: row.field) }
            return translated
        }
    }

    func callAsFunction<Thing: Translated>(_ thing: Thing?, in db: any Connection) throws -> Thing? {
        guard language != nil, let thing else { return thing }
        return try self([thing], in: db).first
    }

    func callAsFunction<Thing: Translated>(_ thing: Thing, in db: any Connection) throws -> Thing { try self([thing], in: db).first ?? thing }

    /// What somebody can buy.
    func callAsFunction(_ offer: Offer, in db: any Connection) throws -> Offer {
        var translated = offer
        translated.tier = try self(offer.tier, in: db)
        switch offer.standing {
        case .exchange(var exchange):
            exchange.tier = try self(exchange.tier, in: db)
            translated.standing = .exchange(exchange)
        case .beside(let membership, let held, let isPaid): translated.standing = .beside(membership, try self(held, in: db), isPaid: isPaid)
        case .after(let end, let held): translated.standing = .after(end, try self(held, in: db))
        case .alreadyForLife(let held): translated.standing = .alreadyForLife(try self(held, in: db))
        case .first, .renewal: break
        }
        return translated
    }

    /// A membership with its tier.
    func callAsFunction(_ current: (membership: Membership, tier: Tier)?, in db: any Connection) throws -> (membership: Membership, tier: Tier)? {
        try current.map { ($0.membership, try self($0.tier, in: db)) }
    }
}

extension Translations {
    /// Those of one thing, for its editor.
    static func of<Thing: Translated>(_ thing: Thing, in db: any Connection) throws -> Self { try of(Thing.kind, thing.number, in: db) }

    static func of(_ kind: TranslatedKind, _ thing: Int64, in db: any Connection) throws -> Self {
        try read(.translations(of: kind, [thing]), in: db)[thing] ?? [:]
    }

    /// Those of several, by their numbers.
    static func all<Thing: Translated>(of values: [Thing], in db: any Connection) throws -> [Int64: Self] {
        guard !values.isEmpty else { return [:] }
        return try read(.translations(of: Thing.kind, values.map(\.number).unique), in: db)
    }

    private static func read(_ query: Query<Translation>, in db: any Connection) throws -> [Int64: Self] {
        try db.all(query).reduce(into: [:]) { all, row in all[row.thing, default: [:]][row.language, default: [:]][row.field] = row.words }
    }

    /// Puts the words of these languages in place; those of other languages stay. What is empty is the original again.
    func save(as kind: TranslatedKind, of thing: Int64, in write: Write) throws {
        for (language, words) in sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try write.run("DELETE FROM museum_translation WHERE kind = \(kind) AND thing_id = \(thing) AND language = \(language)")
            for (field, text) in words.sorted(by: { $0.key < $1.key }) where !text.isEmpty {
                try write.run(
                    """
                    INSERT INTO museum_translation (kind, thing_id, language, field, words, changed_at, changed_by)
                    VALUES (\(kind), \(thing), \(language), \(field), \(text), \(write.now), \(write.actor))
                    """)
            }
        }
    }

    /// Forgets what was written of something that is deleted.
    static func remove(of kind: TranslatedKind, _ thing: Int64, in write: Write) throws {
        try write.run("DELETE FROM museum_translation WHERE kind = \(kind) AND thing_id = \(thing)")
    }

    /// Every word of every language, to be found by.
    var searchKey: String { values.flatMap(\.values).joined(separator: " ").lowercased() }
}

extension MuseumMigrations {
    /// Texts in further languages. A thing has no column that names it alone, since each kind has a table of its own; whatever deletes one deletes its words.
    static let translations = Migration("museum-060-translations") { d in
        """
        CREATE TABLE museum_translation (
            kind TEXT NOT NULL CHECK (kind IN ('tier', 'room', 'exhibit', 'tour', 'stop', 'event', 'news')),
            thing_id \(d.integer) NOT NULL,
            language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
            field TEXT NOT NULL CHECK (length(field) BETWEEN 1 AND 20),
            words TEXT NOT NULL CHECK (length(words) BETWEEN 1 AND 10000),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (kind, thing_id, language, field)
        );
        """
    }
}

extension MuseumMigrations {
    /// The same for rewards and for what the museum's settings say.
    static let moreTranslations = Migration("museum-063-more-translations") { d in
        """
        ALTER TABLE museum_translation RENAME TO museum_translation_before;
        CREATE TABLE museum_translation (
            kind TEXT NOT NULL CHECK (kind IN ('tier', 'room', 'exhibit', 'tour', 'stop', 'event', 'news', 'reward', 'museum')),
            thing_id \(d.integer) NOT NULL,
            language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
            field TEXT NOT NULL CHECK (length(field) BETWEEN 1 AND 20),
            words TEXT NOT NULL CHECK (length(words) BETWEEN 1 AND 10000),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (kind, thing_id, language, field)
        );
        INSERT INTO museum_translation (kind, thing_id, language, field, words, changed_at, changed_by)
            SELECT kind, thing_id, language, field, words, changed_at, changed_by FROM museum_translation_before;
        DROP TABLE museum_translation_before;
        """
    }
}
