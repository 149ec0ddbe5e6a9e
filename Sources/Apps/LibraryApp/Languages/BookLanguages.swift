import Core
import Database
import Interface
import Platform
import Web

/// The language in which a reader wants to see books first: optional, remembered for people by their account and for guests
/// by a cookie (LIB-022).
struct BookLanguages: Sendable {
    private static let cookie = "library-language"

    let database: Database
    let writer: Writer

    /// What this reader chose, or nil for all languages.
    func chosen(for request: Request) async throws -> Language? {
        guard let person = request.identity.personID else {
            return request.cookie(Self.cookie).map { Language($0) }.flatMap { Languages.isTag($0.rawValue) ? $0 : nil }
        }
        return try await database.read { db in
            try db.first("SELECT language FROM library_reader WHERE person_id = \(person)" as Query<Language?>) ?? nil
        }
    }

    /// Remembers a choice; nil takes it back. A language that the list does not have is refused.
    func choose(_ language: Language?, for request: Request) async throws -> Cookie? {
        guard let person = request.identity.personID else {
            try await database.read { db in try Self.check(language, in: db) }
            return Cookie(Self.cookie, language?.rawValue ?? "", maxAge: language == nil ? .zero : .seconds(31_536_000))
        }
        try await writer.write(by: person) { write in
            try Self.check(language, in: write)
            try write.run(
                """
                INSERT INTO library_reader (person_id, language, changed_at, changed_by) VALUES (\(person), \(language), \(write.now), \(person))
                ON CONFLICT (person_id) DO UPDATE SET language = excluded.language, changed_at = excluded.changed_at
                """)
        }
        return nil
    }

    private static func check(_ language: Language?, in db: any Connection) throws {
        guard let language, try !db.all(Query<LibraryLanguage>.all).contains(where: { $0.tag == language }) else { return }
        throw Problem.wrongField("language", "Choose a language from the list.")
    }
}

/// Choosing the language of books.
struct BookLanguageRoutes: Sendable {
    let bookLanguages: BookLanguages

    var routes: [Route] { [.post(LibraryPaths.bookLanguage, allow: .everyone, use: choose)] }

    func choose(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(BookLanguageForm.self)
        let cookie = try await bookLanguages.choose(form.language.map { Language($0) }, for: request)
        let answer = Response.seeOther(Self.place(form.then))
        return cookie.map { answer.setting($0) } ?? answer
    }

    /// Only a page of the library; anything else leads home.
    private static func place(_ wanted: String?) -> String {
        guard let wanted, wanted == LibraryPaths.home() || wanted.hasPrefix(LibraryPaths.home() + "/"), !wanted.contains("..") else {
            return LibraryPaths.home()
        }
        return wanted.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F } ? wanted : LibraryPaths.home()
    }
}

/// The choice as it is sent; an empty language takes it back.
private struct BookLanguageForm: Decodable {
    let language: String?
    let then: String?
}
