import Audit
import Core
import Database
import Platform
import Web

/// One language in which the library has, or could have, items (LIB-021, LIB-106).
struct LibraryLanguage: Sendable, Equatable, SQLRow {
    let tag: Language
    /// The name in the language itself: Svenska, Bemba.
    let name: String

    init(row: inout RowReader) throws {
        tag = try row.next()
        name = try row.next()
    }
}

extension Query where Row == LibraryLanguage {
    /// The managed list, by name.
    static var all: Self { "SELECT tag, name FROM library_language ORDER BY name, tag LIMIT 500" }
}

/// Why a language was not added or removed.
enum LanguageRefusal: Error, Equatable {
    case invalid(field: String, Text)
    case known(String)
    case inUse(Int)
}

extension LanguageRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let field, let words):
            Problem(.invalid, "library.invalid-language", "The language wasn’t saved.", fields: [field: words])
        case .known(let tag):
            Problem(.conflict, "library.language-exists", "The list already has a language with the tag “\(tag)”.")
        case .inUse(let count):
            Problem(
                .conflict, "library.language-in-use", "There are \(count) items in this language.",
                remedy: "Give them another language first.")
        }
    }
}

/// The managed list of languages.
struct Languages: Sendable {
    let database: Database
    let writer: Writer
    let lists: CatalogueCache

    /// The list, by name.
    func all() async throws -> [LibraryLanguage] {
        try await lists.value(.languages) { try await database.read { db in try db.all(.all) } }
    }

    /// Adds a language by its BCP 47 tag, or renames it when the tag is known.
    func save(tag: String, name: String, by person: PersonID) async throws {
        let language = Language(tag.tidied())
        guard Self.isTag(language.rawValue) else {
            throw LanguageRefusal.invalid(field: "tag", "Write the language tag with letters, e.g. sv, bem or pt-br.")
        }
        let name = name.tidied()
        guard (1...60).contains(name.length) else {
            throw LanguageRefusal.invalid(field: "name", "Give the language a name of up to 60 characters.")
        }
        try await writer.write(by: person) { write in
            try write.run(
                """
                INSERT INTO library_language (tag, name, changed_at, changed_by)
                VALUES (\(language), \(name), \(write.now), \(person))
                ON CONFLICT (tag) DO UPDATE SET name = excluded.name, changed_at = excluded.changed_at, changed_by = excluded.changed_by
                """)
            try write.audit(.update, AuditName("library.language", language.rawValue), ["name": name])
            try write.invalidate(lists.shared)
        }
    }

    /// Takes a language off the list; one that items are written in stays.
    func remove(_ language: Language, by person: PersonID) async throws {
        try await writer.write(by: person) { write in
            let items: Int = try write.one("SELECT count(*) FROM library_item WHERE language = \(language)")
            guard items == 0 else { throw LanguageRefusal.inUse(items) }
            guard try write.run("DELETE FROM library_language WHERE tag = \(language)") == 1 else { throw Problem.notFound }
            try write.audit(.delete, AuditName("library.language", language.rawValue))
            try write.invalidate(lists.shared)
        }
    }

    /// Whether it looks like a BCP 47 tag: a language of two or three letters, then short subtags.
    static func isTag(_ tag: String) -> Bool { tag.wholeMatch(of: /[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}/) != nil }
}
