import Audit
import Core
import Database
import Foundation
import Interface
import Localization
import Platform
import Web

/// The words of the interface, each of which administrators can say otherwise (LIB-115, CORE-053).
struct TextRoutes: Sendable {
    let site: Site

    /// Longest phrase, in characters.
    static let longest = 2000
    /// Phrases on a page.
    static let pageSize = 50

    var routes: [Route] {
        [
            .get(SettingsPaths.texts, allow: .permission(.settingsChange), use: list),
            .post(SettingsPaths.texts, allow: .permission(.settingsChange), use: save),
        ]
    }

    struct PhraseForm: Decodable, Sendable {
        var language: Language
        var key: String
        var words: String
        var q: String?
        var page: Int?
    }

    func list(_ request: Request, _ member: Member) async throws -> TextsPage {
        try page(language: request.query["language"].map { Language($0) }, search: request.query["q"], number: request.query.int("page"))
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(PhraseForm.self)
        guard site.translations.languages.contains(form.language), site.translations.keys.contains(form.key) else { throw Problem.notFound }
        let words = Phrase.stored(form.words.trimmed)
        var wrong: Text?
        if words.length > Self.longest { wrong = "At most \(Self.longest) characters." }
        if !site.translations.accepts(words, for: form.key) {
            wrong = "Use only the numbers in brackets that the original has."
        }
        if let wrong {
            var page = try page(language: form.language, search: form.q, number: form.page)
            page.rejected = .init(key: form.key, words: words, error: wrong)
            return try await page.response(for: request)
        }
        let (language, key) = (form.language.rawValue, form.key)
        try await site.configure(by: member.id) { configuration, write in
            try write.audit(.update, AuditName("settings.text", language), ["key": key, "words": words])
            configuration.texts[language, default: [:]][key] = words.isEmpty ? nil : words
            if configuration.texts[language]?.isEmpty == true { configuration.texts[language] = nil }
        }
        let here = link(
            SettingsPaths.texts(), query: ["language": language, "q": form.q, "page": form.page.map(String.init)])
        return .seeOther(here, flash: words.isEmpty ? "Original restored." : "Saved. The new words are shown everywhere.")
    }

    private func page(language: Language?, search: String?, number: Int?) throws -> TextsPage {
        let known = site.translations.languages
        let language = language.flatMap { known.contains($0) ? $0 : nil } ?? site.configuration.mainLanguage
        let own = site.configuration.texts[language.rawValue] ?? [:]
        let wanted = (search ?? "").trimmingCharacters(in: .whitespaces).lowercased()
        let phrases = site.translations.keys.compactMap { key -> Phrase? in
            let phrase = Phrase(key: key, original: site.translations.phrase(key, in: language), own: own[key])
            return wanted.isEmpty || phrase.contains(wanted) ? phrase : nil
        }
        // What the site says otherwise is what somebody comes back for; of the rest, what begins with a word.
        let rank = { (phrase: Phrase) in phrase.own != nil ? 0 : phrase.beginsWithWord ? 1 : 2 }
        let sorted = (0...2).flatMap { place in phrases.filter { rank($0) == place } }
        let pages = max(1, (phrases.count + Self.pageSize - 1) / Self.pageSize)
        let number = min(max(1, number ?? 1), pages)
        return TextsPage(
            language: language, languages: known, search: search ?? "",
            phrases: Array(sorted.dropFirst((number - 1) * Self.pageSize).prefix(Self.pageSize)),
            total: phrases.count, number: number, pages: pages)
    }
}

/// One phrase of the interface.
struct Phrase: Sendable {
    let key: String
    /// As translators wrote it; nil where the language lacks it, which English may.
    let original: String?
    /// As this site says it.
    let own: String?

    var beginsWithWord: Bool { key.first?.isLetter == true }

    func contains(_ words: String) -> Bool {
        [key, original, own].contains { $0.map(Self.shown)?.lowercased().contains(words) == true }
    }

    /// A phrase as people read and write it: a place that is filled in is `[1]`, not `%1`.
    static func shown(_ words: String) -> String { words.replacing(#/%(\d)/#) { "[\($0.1)]" } }

    /// What people wrote, as the catalogue keeps it.
    static func stored(_ words: String) -> String { words.replacing(#/\[(\d)\]/#) { "%\($0.1)" } }
}
