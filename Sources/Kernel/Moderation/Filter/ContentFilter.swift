import Core
import Localization
public import Platform

/// Judges what people write: pure, without a database, and the same for the same text.
public struct ContentFilter: Sendable {
    private struct Scope: Hashable {
        var language: Language
        /// The language of the text that words of this one are mixed into: its innocent words are excused.
        var within: Language?
        var app: String?
    }

    private struct Words: Sendable {
        let entries: [WordLists.Entry]
        let matcher: WordMatcher

        init(_ entries: [WordLists.Entry], excusing others: [WordLists.Entry] = []) {
            // Names of rules are made once each rather than at every comparison.
            let ranked = entries.map { (rank: $0.list == .mild ? 1 : 0, rule: $0.rule, entry: $0) }
            let entries = ranked.sorted { ($0.rank, $0.rule) < ($1.rank, $1.rule) }.map(\.entry)
            self.entries = entries.filter { $0.list != .innocent }
            matcher = WordMatcher(self.entries.map(\.pattern), innocents: (entries + others).filter { $0.list == .innocent }.map(\.pattern))
        }
    }

    private let words: [Scope: Words]
    private let phrases: [PhraseBook]
    private let doubles: [DoubleMeanings]
    private let classifier: Classifier?

    /// A filter over lists: the seeds with what administrators changed.
    public init(lists: WordLists) {
        var words: [Scope: Words] = [:]
        for language in FilterResources.languages + [Self.otherLanguage] {
            for app in [nil] + lists.apps.map(Optional.some) {
                let entries = lists.entries(for: language, app: app)
                words[Scope(language: language, app: app)] = Words(entries)
                for other in FilterResources.languages where other != language && language != Self.otherLanguage {
                    words[Scope(language: language, within: other, app: app)] = Words(entries, excusing: lists.entries(for: other, app: app))
                }
            }
        }
        self.words = words
        phrases = FilterResources.languages.compactMap { lists.phrases[$0] }
        doubles = FilterResources.languages.compactMap { lists.doubles[$0] }
        classifier = lists.classifier
    }

    /// What to do with a text, and why.
    /// - Parameters:
    ///   - language: the language of its author's screen; it counts where the text itself does not say what it is written in.
    ///   - app: the id of the app it is written for.
    ///   - policy: what of it counts, and how.
    ///   - accepted: the verdict on a version of the text that a person accepted all the same: what was found in it is not held against this one.
    public func judge(
        _ text: String, language: Language, app: String, policy: FilterPolicy = FilterPolicy(), accepted: FilterVerdict? = nil
    ) -> FilterVerdict {
        let known = FilterResources.languages
        let language = LanguageGuess.of(text, among: known + (known.contains(Language(language.base)) ? [] : [language])) ?? language
        var matches = matches(in: GlyphText(text), language, app)
        let excused = policy.excusedInSpeech
        if !excused.isEmpty {
            // The classifier weighs a text as a whole, so what is excused is looked for in what the narrator says.
            matches.removeAll { excused.contains($0.kind) }
            matches += self.matches(in: GlyphText(Speech.narration(of: text)), language, app).filter { excused.contains($0.kind) }
        }
        return FilterVerdict(matches, accepted: accepted, policy: policy)
    }

    private func matches(in text: GlyphText, _ language: Language, _ app: String) -> [FilterVerdict.Match] {
        let places = Place.all(in: text.glyphs)
        let tokens = FilterTokens(text.glyphs, places: places).tokens
        let readings = phrases.map { $0.read(tokens) }
        let judged = classifier?.read(text, tokens: tokens, language: language) ?? Classifier.Reading()
        var matches = listed(text, tokens, language, app) + said(text, tokens, readings).filter { !judged.doubts.contains($0.kind) }
        matches += places.map { match(text, $0) } + masked(text)
        matches += classified(text, tokens, judged.findings, readings, found: Set(matches.map(\.kind)))
        for other in LanguageTraces(tokens).languages(besides: Language(language.base)) {
            matches += listed(text, tokens, other, within: Language(language.base), app).filter { !matches.contains($0) }
        }
        return matches
    }

    private func match(_ text: GlyphText, _ place: Place) -> FilterVerdict.Match {
        let source = text.source(place.range)
        return .init(rule: place.kind.rawValue, words: source.words, range: source.range, kind: place.kind == .link ? .link : .contact)
    }

    private func masked(_ text: GlyphText) -> [FilterVerdict.Match] {
        MaskedWords.all(in: text.glyphs).map {
            let source = text.source($0)
            return .init(rule: "masked", words: source.words, range: source.range, kind: .profanity)
        }
    }

    /// The rules of every language: who asks for money in one and reads the site in another is found all the same.
    private func said(_ text: GlyphText, _ tokens: [FilterToken], _ readings: [PhraseBook.Reading]) -> [FilterVerdict.Match] {
        readings.flatMap { reading in
            reading.hits.compactMap { hit in
                guard let kind = hit.rule.kind else { return nil }
                let source = words(tokens[hit.range], in: text)
                return .init(rule: hit.rule.name, words: source.words, range: source.range, kind: kind)
            }
        }
    }

    /// What only the classifier thinks. Where the phrases say that a kind is harmless here, and nothing else found it, its guess counts for nothing.
    private func classified(
        _ text: GlyphText, _ tokens: [FilterToken], _ findings: [Classifier.Finding], _ readings: [PhraseBook.Reading],
        found: Set<FilterVerdict.Kind>
    ) -> [FilterVerdict.Match] {
        let harmless = readings.flatMap(\.harmless)
        let innocent = doubles.reduce(into: Set<Int>()) { $0.formUnion($1.harmless(in: tokens)) }
        return findings.compactMap { finding in
            let isExcused = harmless.contains {
                $0.rule.excused == finding.kind || $0.rule.excuses(finding.kind) && $0.range.overlaps(finding.words)
            }
            let isDouble = (finding.kind == .profanity || finding.kind == .hate) && !innocent.isEmpty
            guard found.contains(finding.kind) || !(isExcused || isDouble) else { return nil }
            let source = words(tokens[finding.words], in: text)
            return .init(rule: Classifier.rule, words: source.words, range: source.range, kind: finding.kind)
        }
    }

    private func words(_ tokens: ArraySlice<FilterToken>, in text: GlyphText) -> (words: String, range: Range<Int>) {
        guard let first = tokens.first, let last = tokens.last else { return ("", 0..<0) }
        return text.source(first.range.lowerBound..<last.range.upperBound)
    }

    private func listed(
        _ text: GlyphText, _ tokens: [FilterToken], _ language: Language, within: Language? = nil, _ app: String
    ) -> [FilterVerdict.Match] {
        guard let words = words(for: language, within: within, app) else { return [] }
        let hits = words.matcher.hits(in: text.glyphs)
        let isBare = tokens.count <= Self.fewWords && tokens.allSatisfy { token in hits.contains { $0.range.overlaps(token.range) } }
        let counted = WordMatcher.longest(hits.filter { isBare || words.entries[$0.pattern].list != .mild })
        guard !counted.isEmpty else { return [] }
        let innocent = doubles.reduce(into: Set<Int>()) { $0.formUnion($1.harmless(in: tokens)) }
        return counted.flatMap { hit -> [FilterVerdict.Match] in
            let entry = words.entries[hit.pattern]
            let places = tokens.indices.filter { tokens[$0].range.overlaps(hit.range) }
            if !places.isEmpty, innocent.isSuperset(of: places) { return [] }
            // A word that a listed one begins is named as it was written.
            let whole = places.map { tokens[$0] }
            let source = whole.isEmpty ? text.source(hit.range) : self.words(whole[...], in: text)
            return entry.list.kinds.map { FilterVerdict.Match(rule: entry.rule, words: source.words, range: source.range, kind: $0) }
        }
    }

    /// A text this short, of listed words alone, says nothing but them.
    private static let fewWords = 3

    private func words(for language: Language, within: Language?, _ app: String) -> Words? {
        let base = Language(language.base)
        let known = FilterResources.languages.contains(base) ? base : Self.otherLanguage
        let around = within.flatMap { FilterResources.languages.contains($0) ? $0 : nil }
        return words[Scope(language: known, within: around, app: app)] ?? words[Scope(language: known, within: around, app: nil)]
    }

    /// Stands for every language without lists of its own: the words for all languages count.
    private static let otherLanguage = Language("und")
}
