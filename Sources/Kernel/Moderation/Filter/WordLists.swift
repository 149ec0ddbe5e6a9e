import Core
import Foundation
import Platform

/// The words and phrases the filter looks for, per language and app: the seeds that come with Stoa, and what administrators add or take out.
public struct WordLists: Sendable {
    /// What a word on a list means.
    public enum List: String, Sendable, Codable, CaseIterable {
        case profanity, slur, toxicity, spam, money
        /// Words that are ordinary in a sentence and rude on their own: they count in texts of three words or less.
        case mild
        /// Words with another word inside that is on a list: they are let through.
        case innocent

        /// What is found when a word of the list is there. A slur is rude and hateful at once.
        var kinds: [FilterVerdict.Kind] {
            switch self {
            case .profanity, .mild: [.profanity]
            case .slur: [.profanity, .hate]
            case .toxicity: [.toxicity]
            case .spam: [.spam]
            case .money: [.money]
            case .innocent: []
            }
        }
    }

    /// One word on a list.
    public struct Entry: Sendable, Hashable {
        /// The list it stands on.
        public let list: List
        /// The language it belongs to; nil for every language.
        public let language: Language?
        /// The app it is for; nil for all.
        public let app: String?
        /// The word.
        public let pattern: WordPattern

        /// A word by list, language, app and pattern.
        public init(_ list: List, _ pattern: WordPattern, language: Language?, app: String? = nil) {
            self.list = list
            self.language = language
            self.app = app
            self.pattern = pattern
        }

        /// How a verdict names the rule.
        var rule: String { "\(language?.rawValue ?? "any").\(list.rawValue):\(pattern.text)" }
    }

    /// The entries in no order.
    public private(set) var entries: Set<Entry>
    /// Rules over several words, per language. They come with Stoa and are not administrators' to change.
    private(set) var phrases: [Language: PhraseBook] = [:]
    /// Rude words with a harmless meaning, per language.
    private(set) var doubles: [Language: DoubleMeanings] = [:]
    /// The classifier that comes with Stoa.
    private(set) var classifier: Classifier?

    /// Lists of the given entries.
    public init(_ entries: some Sequence<Entry> = []) { self.entries = Set(entries) }

    /// The lists that come with Stoa, with its phrase rules and its classifier.
    /// - Throws: when the installation lacks a list or one is broken.
    public static func seed() throws -> WordLists {
        var lists = WordLists()
        for language in FilterResources.languages {
            for entry in try Self.read(FilterResources.text("\(language.rawValue).words"), language: language) { lists.add(entry) }
            lists.doubles[language] = try DoubleMeanings(FilterResources.text("\(language.rawValue).doubles"))
            lists.phrases[language] = try PhraseBook(FilterResources.text("\(language.rawValue).phrases"), language: language.rawValue)
        }
        lists.classifier = try Classifier(FilterResources.data("classifier.weights"), concepts: Concepts(FilterResources.text("concepts")))
        return lists
    }

    /// Puts a word on a list.
    public mutating func add(_ entry: Entry) { entries.insert(entry) }

    /// Takes a word off a list; one that is not there stays away.
    public mutating func remove(_ entry: Entry) { entries.remove(entry) }

    /// The entries that count for a text of this language in this app: those of other languages stay out, except those marked for all.
    func entries(for language: Language, app: String?) -> [Entry] {
        entries.filter { ($0.language == nil || $0.language?.base == language.base) && ($0.app == nil || $0.app == app) }
    }

    /// Apps with words of their own.
    var apps: Set<String> { Set(entries.compactMap(\.app)) }

    /// Reads a list file: `[list]` or `[list everywhere]` begins a section, `#` a comment, and words are separated by commas or lines.
    static func read(_ text: String, language: Language) throws -> [Entry] {
        var entries: [Entry] = []
        var list = List.profanity
        var everywhere = false
        // By bytes: thousands of words are read at each start, and every sign between them is ASCII.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = line.prefix { $0 != UInt8(ascii: "#") }.withoutBlanks
            if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
                let words = line.dropFirst().dropLast().split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
                guard let name = words.first, let section = List(rawValue: name) else { throw FilterResources.Broken(line: String(Substring(line))) }
                list = section
                everywhere = words.dropFirst().first == "everywhere"
            } else {
                for words in line.split(separator: UInt8(ascii: ",")).lazy.flatMap(pairs) where !words.isEmpty {
                    entries.append(Entry(list, try WordPattern(words), language: everywhere ? nil : language))
                }
            }
        }
        return entries
    }

    /// Every phrase of `a|b + c|d`.
    private static func pairs(_ words: Substring.UTF8View) -> [String] {
        words.split(separator: UInt8(ascii: "+")).reduce([""]) { phrases, part in
            let ways = part.split(separator: UInt8(ascii: "|")).map { String(Substring($0.withoutBlanks)) }
            return phrases.flatMap { phrase in ways.map { phrase.isEmpty ? $0 : phrase + " " + $0 } }
        }
    }
}

extension Substring.UTF8View {
    /// Without spaces, tabs and carriage returns at either end.
    fileprivate var withoutBlanks: Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") }
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
