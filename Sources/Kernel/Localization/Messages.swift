import Core
import Foundation

/// Every phrase that Stoa can say, in every language it speaks; it turns a ``Text`` into words.
public struct Messages: Sendable {
    private let tables: [Language: [String: Catalogue.Entry]]
    private let formats: FormatCache

    /// The languages that have phrases, English first, the others by tag.
    public let languages: [Language]

    /// Puts catalogues together. Where two hold the same key the later one wins, and an override wins over all.
    public init(catalogues: [Catalogue], overrides: [Catalogue] = []) {
        var tables: [Language: [String: Catalogue.Entry]] = [.english: [:]]
        for catalogue in catalogues + overrides {
            for (language, entries) in catalogue.entries {
                tables[language, default: [:]].merge(entries) { $1 }
            }
        }
        self.tables = tables
        languages = [.english] + tables.keys.filter { $0 != .english }.sorted { $0.rawValue < $1.rawValue }
        formats = FormatCache()
    }

    /// The words of `text` in `language`; what that language lacks is said in English.
    ///
    /// `pt-BR` falls back to `pt`. Plain texts cost one look-up and no allocation.
    public func render(_ text: Text, in language: Language, timeZone: TimeZone) -> String {
        let pattern: Pattern
        switch entry(text.key, in: language) {
        case .phrase(let phrase)?: pattern = phrase
        case .plural(let one, let other)?:
            let category = text.arguments.lazy.compactMap { PluralCategory.of($0, in: language) }.first
            pattern = category == .one ? one : other
        case nil:
            if text.arguments.isEmpty { return text.key }
            if text.key == "%1", let only = text.arguments.first { return render(only, language, timeZone) }
            pattern = Pattern(text.key)
        }
        if let plain = pattern.plain { return plain }
        return fill(pattern, text.arguments, language, timeZone)
    }

    private func fill(_ pattern: Pattern, _ arguments: [Text.Argument], _ language: Language, _ timeZone: TimeZone) -> String {
        var words = ""
        for part in pattern.parts {
            switch part {
            case .words(let fixed): words += fixed
            case .argument(let index) where arguments.indices.contains(index):
                words += render(arguments[index], language, timeZone)
            case .argument: break
            }
        }
        return words
    }

    private func render(_ argument: Text.Argument, _ language: Language, _ timeZone: TimeZone) -> String {
        switch argument {
        case .string(let words): words
        case .integer(let number): (-999...999).contains(number) ? String(number) : formats.numbers(language).integer(number)
        case .number(let number, let digits): formats.numbers(language).decimal(number, fractionDigits: digits)
        case .day(let day): formats.dates(language, timeZone).day(day)
        case .moment(let moment): formats.dates(language, timeZone).moment(moment)
        case .text(let inner): render(inner, in: language, timeZone: timeZone)
        }
    }

    private func entry(_ key: String, in language: Language) -> Catalogue.Entry? {
        if let found = tables[language]?[key] { return found }
        if language == .english { return nil }
        return tables[Language(language.base)]?[key] ?? tables[.english]?[key]
    }

    /// The keys that another language has and this one lacks, for the list of what remains to be translated.
    public func missing(in language: Language) -> [String] {
        let known = Set(tables.values.flatMap(\.keys))
        return known.subtracting(tables[language, default: [:]].keys).sorted()
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
