import Core

/// Judges what people write: pure, without a database, and the same for the same text.
public struct ContentFilter: Sendable {
    private struct Scope: Hashable {
        var language: Language
        var app: String?
    }

    private struct Words: Sendable {
        let entries: [WordLists.Entry]
        let matcher: WordMatcher

        init(_ entries: [WordLists.Entry]) {
            let entries = entries.sorted { $0.rule < $1.rule }
            self.entries = entries.filter { $0.list != .innocent }
            matcher = WordMatcher(self.entries.map(\.pattern), innocents: entries.filter { $0.list == .innocent }.map(\.pattern))
        }
    }

    private let words: [Scope: Words]
    private let policies: [String: FilterPolicy]

    /// A filter over lists.
    /// - Parameters:
    ///   - lists: the seeds with what administrators changed.
    ///   - policies: what an app does with each kind, by the app's id; others do what ``FilterPolicy/init(contact:link:)`` says.
    public init(lists: WordLists, policies: [String: FilterPolicy] = [:]) {
        var words: [Scope: Words] = [:]
        for language in FilterResources.languages + [Self.otherLanguage] {
            for app in [nil] + lists.apps.map(Optional.some) {
                words[Scope(language: language, app: app)] = Words(lists.entries(for: language, app: app))
            }
        }
        self.words = words
        self.policies = policies
    }

    /// What to do with a text, and why.
    /// - Parameters:
    ///   - language: the language it is written in, as its author says.
    ///   - app: the id of the app it is written for.
    public func judge(_ text: String, language: Language, app: String) -> FilterVerdict {
        let glyphs = GlyphText(text)
        return FilterVerdict(listed(glyphs, language, app), policy: policies[app] ?? FilterPolicy())
    }

    private func listed(_ text: GlyphText, _ language: Language, _ app: String) -> [FilterVerdict.Match] {
        guard let words = words(for: language, app) else { return [] }
        return words.matcher.hits(in: text.glyphs).flatMap { hit in
            let entry = words.entries[hit.pattern]
            let source = text.source(hit.range)
            return entry.list.kinds.map { FilterVerdict.Match(rule: entry.rule, words: source.words, range: source.range, kind: $0) }
        }
    }

    private func words(for language: Language, _ app: String) -> Words? {
        let base = Language(language.base)
        let known = FilterResources.languages.contains(base) ? base : Self.otherLanguage
        return words[Scope(language: known, app: app)] ?? words[Scope(language: known, app: nil)]
    }

    /// Stands for every language without lists of its own: the words for all languages count.
    private static let otherLanguage = Language("und")
}
