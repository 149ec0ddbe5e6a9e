import Platform

/// A rule over words in a row, one line of a `.phrases` file.
///
/// Elements stand between spaces. `a|b` is either, `send*` what begins with it, `bank_account` two words, `{amount}` a class of token,
/// an ending `?` makes an element optional, and `...` lets up to four words of the same sentence pass. `@costs = petrol|parking` names
/// words that later elements mean by `@costs`.
struct PhraseRule: Sendable {
    struct Element: Sendable {
        /// Each way to say it: literals in a row, by their number in ``PhraseBook``.
        var ways: [[Int]]
        var isOptional = false
        /// How many words may pass before it.
        var slack = 0
    }

    /// Nil for a rule that says what is harmless.
    let kind: FilterVerdict.Kind?
    /// What a harmless rule excuses; nil excuses everything that a phrase rule finds.
    let excused: FilterVerdict.Kind?
    let name: String
    let elements: [Element]

    /// The words as the file has them.
    var words: String { String(name.drop { $0 != ":" }.dropFirst()) }
}

/// The phrase rules of one language. Rules without a kind say what is harmless: what they find excuses what overlaps it.
struct PhraseBook: Sendable {
    /// What the rules say to a text.
    struct Reading: Sendable {
        /// What was found and nothing excuses: the rule and the tokens.
        var hits: [(rule: PhraseRule, range: Range<Int>)]
        /// What is harmless.
        var harmless: [(rule: PhraseRule, range: Range<Int>)]
    }

    private var literals: [String: Int] = [:]
    private(set) var rules: [PhraseRule] = []
    /// Rules by the literals they can begin with.
    private var byFirst: [Int: [Int]] = [:]
    private let language: String
    /// Words that stand together under a name.
    private var named: [Substring: Substring] = [:]

    /// Reads a file.
    /// - Throws: what is wrong with the first line that cannot be read.
    init(_ text: String, language: String) throws {
        self.language = language
        var kind: FilterVerdict.Kind? = nil
        var excused: FilterVerdict.Kind? = nil
        for line in text.split(separator: "\n") {
            let line = line.prefix { $0 != "#" }.split(separator: " ")
            guard let first = line.first else { continue }
            if first.hasPrefix("["), let last = line.last, last.hasSuffix("]") {
                let names = line.joined(separator: " ").dropFirst().dropLast().split(separator: " ").map(String.init)
                kind = names.first.flatMap { FilterVerdict.Kind(rawValue: $0) }
                excused = names.count == 2 ? FilterVerdict.Kind(rawValue: names[1]) : nil
                let isKnown = names.count == 1 ? kind != nil || names == ["innocent"] : names.first == "innocent" && excused != nil
                guard isKnown else { throw FilterResources.Broken(line: line.joined(separator: " ")) }
            } else if first.hasPrefix("@"), line.count == 3, line[1] == "=" {
                named[first] = line[2]
            } else {
                try add(line.map(String.init), kind, excusing: excused)
            }
        }
    }

    private mutating func add(_ words: [String], _ kind: FilterVerdict.Kind?, excusing excused: FilterVerdict.Kind?) throws {
        var elements: [PhraseRule.Element] = []
        var slack = 0
        for word in words {
            if word == "..." {
                slack = 4
                continue
            }
            let isOptional = word.hasSuffix("?")
            let said = try word.drop(suffix: isOptional ? "?" : "").split(separator: "|").flatMap { way in
                guard way.hasPrefix("@") else { return [way] }
                guard let meant = named[way] else { throw FilterResources.Broken(line: word) }
                return meant.split(separator: "|")
            }
            let ways = said.map { way in way.split(separator: "_").map { number(of: String($0)) } }
            elements.append(.init(ways: ways, isOptional: isOptional, slack: slack))
            slack = 0
        }
        for element in elements {
            for first in element.ways.compactMap(\.first) { byFirst[first, default: []].append(rules.count) }
            if !element.isOptional { break }
        }
        rules.append(
            PhraseRule(
                kind: kind, excused: excused, name: "\(language).\(kind?.rawValue ?? "innocent"):\(words.joined(separator: " "))",
                elements: elements))
    }

    private mutating func number(of literal: String) -> Int {
        if let known = literals[literal] { return known }
        literals[literal] = literals.count
        return literals.count - 1
    }

    /// What the rules find.
    func read(_ tokens: [FilterToken]) -> Reading {
        let said = tokens.map(numbers)
        var found: [(rule: PhraseRule, range: Range<Int>)] = []
        for start in tokens.indices {
            for index in Set(said[start].flatMap { byFirst[$0] ?? [] }).sorted() {
                let rule = rules[index]
                if let end = match(rule.elements[...], at: start, said, tokens) { found.append((rule, start..<end)) }
            }
        }
        let harmless = found.filter { $0.rule.kind == nil }
        return Reading(
            hits: found.filter { hit in
                hit.rule.kind != nil && !harmless.contains { $0.rule.excuses(hit.rule.kind) && $0.range.overlaps(hit.range) }
            },
            harmless: harmless)
    }

    /// The literals a token satisfies.
    private func numbers(_ token: FilterToken) -> Set<Int> {
        var numbers = Set(token.classes.compactMap { literals[$0] })
        for text in [token.text, token.disguised].compactMap({ $0 }) where !text.isEmpty {
            if let exact = literals[text] { numbers.insert(exact) }
            var prefix = ""
            for character in text {
                prefix.append(character)
                if let open = literals[prefix + "*"] { numbers.insert(open) }
            }
        }
        return numbers
    }

    private func match(_ elements: ArraySlice<PhraseRule.Element>, at start: Int, _ said: [Set<Int>], _ tokens: [FilterToken]) -> Int? {
        guard let element = elements.first else { return start }
        for skipped in 0...element.slack {
            let place = start + skipped
            guard place < tokens.count, skipped == 0 || !tokens[place].beginsSentence || place == start else { break }
            for way in element.ways where place + way.count <= tokens.count {
                guard zip(place..., way).allSatisfy({ said[$0].contains($1) }) else { continue }
                if let end = match(elements.dropFirst(), at: place + way.count, said, tokens) { return end }
            }
        }
        return element.isOptional ? match(elements.dropFirst(), at: start, said, tokens) : nil
    }
}

extension PhraseRule {
    /// Whether what this rule finds excuses a finding of a kind. What people do to people is excused by nothing said about money.
    func excuses(_ kind: FilterVerdict.Kind?) -> Bool {
        guard self.kind == nil else { return false }
        return excused.map { $0 == kind } ?? (kind != .harm && kind != .exclusion)
    }
}

extension String {
    fileprivate func drop(suffix: String) -> String { suffix.isEmpty ? self : String(dropLast(suffix.count)) }
}
