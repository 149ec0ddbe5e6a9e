import Core
import Foundation

/// A word by which readers find stories, as an author wrote it.
struct StoryTag: Sendable, Hashable {
    /// The most tags of a story, and the most characters of one.
    static let most = 10
    static let longest = 40

    /// As it is shown.
    let name: String
    /// What makes two of them the same: “Science-Fiction”, “science fiction” and “#sciencefiction” are one tag. Accents stay, for in many
    /// languages they make another word.
    let key: String

    /// A tag of some words; nil where nothing is in it that could be searched for.
    init?(_ words: String) {
        var name = words.tidied()
        while name.hasPrefix("#") { name = String(name.dropFirst()).trimmed }
        key = Self.key(of: name)
        guard !key.isEmpty else { return nil }
        self.name = name
    }

    /// The letters, digits and marks of some words, without case.
    static func key(of words: String) -> String {
        // Most are, and every list asks for many.
        if words.utf8.allSatisfy({ $0 < 0x80 }) {
            let letters = words.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
            return String(decoding: letters.filter { (97...122).contains($0) || (48...57).contains($0) }, as: UTF8.self)
        }
        let kept = words.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
                .decimalNumber, .letterNumber, .otherNumber:
                true
            default: false
            }
        }
        return String(String.UnicodeScalarView(kept))
    }
}

extension StoryTag {
    /// The tags of a field in which they stand with commas between them, each once.
    static func list(_ typed: String) -> [StoryTag] { list(typed.split { [",", ";", "、", "،", "\n"].contains($0) }.map(String.init)) }

    /// The tags of some names, each once.
    static func list(_ names: [String]) -> [StoryTag] {
        var seen: Set<String> = []
        return names.compactMap { StoryTag($0) }.filter { seen.insert($0.key).inserted }
    }

    /// The most hashtags of a description that count.
    private static let mostHashtags = 20

    /// The hashtags in a text; a number alone is none: “the #1 ferry”.
    static func hashtags(in text: String) -> [StoryTag] {
        let found = HashtagText(text).parts.compactMap { part -> String? in
            if case .tag(let tag, _) = part { tag.name } else { nil }
        }
        return Array(list(found).prefix(mostHashtags))
    }
}

/// A text with its hashtags found.
struct HashtagText: Sendable {
    enum Part: Sendable, Equatable {
        case words(String)
        /// A hashtag and how it is written.
        case tag(StoryTag, String)
    }

    let parts: [Part]

    init(_ text: String) {
        var parts: [Part] = []
        var words = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "#") {
            let before = rest[..<sign].last ?? words.last
            words += rest[..<sign]
            let name = rest[rest.index(after: sign)...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            if before.map({ !($0.isLetter || $0.isNumber || $0 == "&" || $0 == "/") }) ?? true, name.contains(where: \.isLetter),
                String(name).length <= StoryTag.longest, let tag = StoryTag(String(name))
            {
                if !words.isEmpty { parts.append(.words(words)) }
                words = ""
                parts.append(.tag(tag, "#" + name))
            } else {
                words += "#" + name
            }
            rest = rest[name.endIndex...]
        }
        words += rest
        if !words.isEmpty { parts.append(.words(words)) }
        self.parts = parts
    }
}
