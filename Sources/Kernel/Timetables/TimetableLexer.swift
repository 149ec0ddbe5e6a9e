import Foundation

/// A piece of a timetable.
struct TimetableToken: Equatable {
    enum Kind: Equatable {
        /// With how many digits it was written.
        case number(Int, digits: Int)
        case word(String)
        case symbol(Character)
        case comment(String)
        /// `||`
        case fallback
    }

    let kind: Kind
    /// As it was typed, for whoever has to correct it.
    let typed: String
    let follows: Bool
}

/// Cuts a text into pieces. Signs that look alike are one sign, and comments keep their words.
enum TimetableLexer {
    static func tokens(_ text: String) throws(TimetableFault) -> [TimetableToken] {
        var tokens: [TimetableToken] = []
        var rest = Substring(text.precomposedStringWithCanonicalMapping)
        var isAfterSpace = true
        while let character = rest.first {
            if character.isWhitespace || character.isNewline || character == "_" {
                rest.removeFirst()
                isAfterSpace = true
                continue
            }
            let kind: TimetableToken.Kind
            let typed: Substring
            if let quoted = quoted(rest) {
                typed = rest.prefix(quoted.count + 2)
                kind = .comment(String(quoted).trimmingCharacters(in: .whitespaces))
            } else if Self.digit(character) != nil {
                typed = rest.prefix { Self.digit($0) != nil }
                guard typed.count <= 4 else { throw .impossible(String(typed)) }
                kind = .number(typed.reduce(0) { 10 * $0 + (Self.digit($1) ?? 0) }, digits: typed.count)
            } else if character.isLetter {
                typed = Self.word(rest)
                kind = .word(typed.lowercased())
            } else if rest.hasPrefix("||") {
                typed = rest.prefix(2)
                kind = .fallback
            } else {
                typed = rest.prefix(1)
                guard let symbol = Self.symbol(character) else { throw .unexpected(String(typed)) }
                kind = .symbol(symbol)
            }
            tokens.append(TimetableToken(kind: kind, typed: String(typed), follows: !isAfterSpace))
            rest = rest.dropFirst(typed.count)
            isAfterSpace = false
        }
        return tokens
    }

    /// A digit of any script.
    private static func digit(_ character: Character) -> Int? {
        guard character.unicodeScalars.first?.properties.numericType == .decimal else { return nil }
        return character.wholeNumberValue
    }

    /// What stands between two quotation marks at the beginning.
    private static func quoted(_ text: Substring) -> Substring? {
        guard let first = text.first, "\"“”„«»".contains(first) else { return nil }
        let inner = text.dropFirst()
        guard let end = inner.firstIndex(where: { "\"“”«»".contains($0) }) else { return nil }
        return inner[..<end]
    }

    /// A word; one sign of Chinese, Japanese or Korean after a number is a unit and stands alone.
    private static func word(_ text: Substring) -> Substring {
        if let first = text.first, "時时点分시분".contains(first) { return text.prefix(1) }
        return text.prefix { $0.isLetter }
    }

    private static func symbol(_ character: Character) -> Character? {
        switch character {
        case "-", "–", "—", "‒", "−", "‐", "‑", "~", "～", "〜", "=": "-"
        case ":", "：", "∶": ":"
        case ",", "，", "、": ","
        case ";", "；": ";"
        case ".", "+", "/", "[", "]", "(", ")": character
        default: nil
        }
    }
}
