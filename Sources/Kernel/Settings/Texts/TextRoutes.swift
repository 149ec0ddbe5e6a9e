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
    /// Of a search that leads back to the list, in characters: an address has its limits.
    private static let longestSearch = 100
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
        var part: String?
        var page: Int?
    }

    func list(_ request: Request, _ member: Member) async throws -> TextsPage {
        try page(
            language: request.query["language"].map { Language($0) } ?? request.language, part: request.query["part"], search: request.query["q"],
            number: request.query.int("page"))
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
            var page = try page(language: form.language, part: form.part, search: form.q, number: form.page)
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
            SettingsPaths.texts(),
            query: [
                "language": language, "part": form.part, "q": form.q.map { String($0.prefix(Self.longestSearch)) },
                "page": form.page.map(String.init),
            ])
        return .seeOther(here, flash: words.isEmpty ? "Original restored." : "Saved. The new words are shown everywhere.")
    }

    private func page(language: Language, part: String?, search: String?, number: Int?) throws -> TextsPage {
        let known = site.translations.languages
        let language = known.contains(language) ? language : site.configuration.mainLanguage
        let own = site.configuration.texts[language.rawValue] ?? [:]
        let wanted = (search ?? "").trimmingCharacters(in: .whitespaces).lowercased()
        let parts = try TextParts(site)
        let chosen = parts.all.first { $0.id == part }
        let phrases = site.translations.keys.compactMap { key -> Phrase? in
            let phrase = Phrase(key: key, part: parts.part(of: key), original: site.translations.phrase(key, in: language), own: own[key])
            guard !parts.isHidden(key), chosen == nil || chosen?.id == phrase.part else { return nil }
            return wanted.isEmpty || phrase.contains(wanted) ? phrase : nil
        }
        // What the site says otherwise is what somebody comes back for; of the rest, part by part, labels and titles before sentences.
        let places = Dictionary(parts.all.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let sorted = phrases.map { phrase in
            (phrase, phrase.own != nil ? -1 : places[phrase.part] ?? 0, phrase.isLabel ? 0 : 1, phrase.words.lowercased())
        }.sorted { ($0.1, $0.2, $0.3) < ($1.1, $1.2, $1.3) }.map(\.0)
        let pages = max(1, (phrases.count + Self.pageSize - 1) / Self.pageSize)
        let number = min(max(1, number ?? 1), pages)
        return TextsPage(
            language: language, languages: known, parts: parts.all, part: chosen?.id, search: search ?? "",
            phrases: Array(sorted.dropFirst((number - 1) * Self.pageSize).prefix(Self.pageSize)),
            total: phrases.count, number: number, pages: pages)
    }
}

/// Which part or app says a phrase, by the catalogues they come with.
struct TextParts {
    /// Every part that has phrases of its own, those that several share first.
    let all: [(id: String, name: Text)]
    private let owners: [String: String]
    /// Phrases of apps that are off, and of parts that only they use.
    private let hidden: Set<String>

    /// The phrases that several parts share, and those of the frame.
    private static let shared = "shared"
    /// Sentences of no part in particular: refusals and the like, which few people ever see.
    private static let rare = "rare"

    init(_ site: Site) throws {
        var owners: [String: String] = [:]
        let shown = site.usedManifests
        for manifest in shown {
            guard let bundle = manifest.resources else { continue }
            for key in try Catalogue(bundle: bundle).keys { owners[key] = owners[key] == nil ? manifest.id : Self.shared }
        }
        let off = site.everyManifest.filter { one in !shown.contains { $0.id == one.id } }.compactMap(\.resources)
        hidden = Set(try off.flatMap { try Catalogue(bundle: $0).keys }).subtracting(owners.keys)
        let used = Set(owners.values)
        self.owners = owners
        all =
            [(Self.shared, "On every page")] + shown.filter { used.contains($0.id) }.map { ($0.id, $0.name) }
            + [(Self.rare, "Errors and notices")]
    }

    func isHidden(_ key: String) -> Bool { hidden.contains(key) }

    func part(of key: String) -> String { owners[key] ?? (key.hasSuffix(".") ? Self.rare : Self.shared) }
}

/// One phrase of the interface.
struct Phrase: Sendable {
    let key: String
    /// The id of the part that says it.
    let part: String
    /// As translators wrote it; nil where the language lacks it, which English may.
    let original: String?
    /// As this site says it.
    let own: String?

    /// As the page shows it.
    var words: String { Self.shown(original ?? key) }

    /// Whether it is a button, a label or a title, which everybody sees, and not a sentence or a phrase that is filled in.
    var isLabel: Bool { words.first?.isLetter == true && words.last?.isPunctuation != true && words.split(separator: " ").count <= 4 }

    func contains(_ words: String) -> Bool {
        [key, original, own].contains { $0.map(Self.shown)?.lowercased().contains(words) == true }
    }

    /// A phrase as people read and write it: a place that is filled in is `[1]`, not `%1`.
    static func shown(_ words: String) -> String {
        // A search asks this of every phrase, and few have such places.
        words.utf8.contains(UInt8(ascii: "%")) ? words.replacing(#/%(\d)/#) { "[\($0.1)]" } : words
    }

    /// What people wrote, as the catalogue keeps it.
    static func stored(_ words: String) -> String { words.replacing(#/\[(\d)\]/#) { "%\($0.1)" } }
}
