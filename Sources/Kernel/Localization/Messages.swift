import Core
import Foundation
import Synchronization

/// Every phrase that Stoa can say, in every language it speaks; it turns a ``Text`` into words.
public struct Messages: Sendable {
    private var tables: [Language: PhraseTable]
    private let formats: FormatCache
    /// Another number for other phrases, so that what was said with these can be kept.
    private var number = Self.nextNumber()
    /// The numbers given out in this process.
    private static let numbers = Atomic(0)

    /// The languages that have phrases, English first, the others by tag.
    public let languages: [Language]

    /// Puts catalogues together. Where two hold the same key the later one wins, and an override wins over all.
    public init(catalogues: [Catalogue], overrides: [Catalogue] = []) {
        var sources: [Language: [Catalogue.Source]] = [.english: []]
        for catalogue in catalogues + overrides {
            for (language, source) in catalogue.sources { sources[language, default: []].append(source) }
        }
        tables = sources.mapValues { PhraseTable($0) }
        languages = [.english] + tables.keys.filter { $0 != .english }.sorted { $0.rawValue < $1.rawValue }
        formats = FormatCache()
    }

    private static func nextNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }

    /// The same phrases with some said otherwise, as the site's administrators chose (CORE-053).
    public func overriding(_ phrases: [Language: [String: String]]) -> Messages {
        var changed = self
        changed.number = Self.nextNumber()
        for (language, own) in phrases {
            let known = own.filter { key, _ in language == .english || tables.values.contains { $0.entries[key] != nil } }
            guard !known.isEmpty else { continue }
            changed.tables[language] = (tables[language] ?? PhraseTable([])).overriding(known.mapValues { .phrase(Pattern($0)) })
        }
        return changed
    }

    /// Whether other words for a key fill only places that the key has.
    public func accepts(_ words: String, for key: String) -> Bool { Pattern(words).arguments.isSubset(of: Pattern(key).arguments) }

    /// Every key that any language has, for the list of what can be said otherwise.
    public var keys: [String] { Set(tables.values.flatMap(\.entries.keys)).sorted() }

    /// The phrase of a key as translators wrote it, or nil where the language has none; of plural forms the general one.
    public func phrase(_ key: String, in language: Language) -> String? {
        switch entries(language)[key] {
        case .phrase(let pattern), .plural(_, let pattern): pattern.text
        case nil: nil
        }
    }

    /// The words of `text` in `language`; what that language lacks is said in English. For many texts take a ``phrasebook(_:_:)``.
    public func render(_ text: Text, in language: Language, timeZone: TimeZone) -> String {
        var phrasebook = phrasebook(language, timeZone)
        return phrasebook.words(text)
    }

    /// What is needed to say many texts in one language; `pt-BR` falls back to `pt`, and that to English.
    public func phrasebook(_ language: Language, _ timeZone: TimeZone) -> Phrasebook {
        let own = language == .english ? nil : tables[language] ?? tables[Language(language.base)]
        return Phrasebook(
            language: language, timeZone: timeZone, phrases: number, own: own?.entries ?? [:], english: entries(.english), formats: formats)
    }

    private func entries(_ language: Language) -> [String: Catalogue.Entry] { tables[language]?.entries ?? [:] }

    /// Takes the phrases of every language apart.
    /// - Throws: ``CatalogueError`` when a file is no catalogue.
    public func check() throws(CatalogueError) { for table in tables.values { try table.check() } }

    /// The keys that another language has and this one lacks, for the list of what remains to be translated.
    public func missing(in language: Language) -> [String] {
        let known = Set(tables.values.flatMap(\.entries.keys))
        return known.subtracting(entries(language).keys).sorted()
    }

    /// The language to answer in, by the wishes of an `Accept-Language` header (RFC 9110, 12.5.4).
    ///
    /// Only `offered` languages are chosen; the first of them when no wish can be met.
    public func language(accepting header: String?, offered: [Language]) -> Language {
        var best: (language: Language, weight: Double)?
        for wish in (header ?? "").prefix(500).split(separator: ",") {
            let parts = wish.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = parts.first.map({ Language($0) }) else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard let match = offered.first(where: { $0 == tag }) ?? offered.first(where: { $0.base == tag.base }) else { continue }
            if weight > 0, weight > best?.weight ?? 0 { best = (match, weight) }
        }
        return best?.language ?? offered.first ?? .english
    }
}
