import Core

/// A word or a phrase to look for, as administrators write it: `darn` is that word, `darn*` also what begins with it,
/// `*darn*` also what has it inside. Words of a phrase may stand together or apart.
public struct WordPattern: Sendable, Hashable {
    /// The pattern as written, in lower case.
    public let text: String
    /// Whether letters may stand before it.
    let opensAtStart: Bool
    /// Whether letters may follow it.
    let opensAtEnd: Bool
    /// The letters by their place in the alphabet; ``gap`` stands between words.
    let letters: [UInt8]

    /// What stands between two words.
    static let gap: UInt8 = 31
    /// The most characters of a pattern.
    public static let longest = 60

    /// Why a pattern is refused.
    public enum Refusal: Error, Equatable {
        case tooShort, tooLong, unknownCharacter(String)
    }

    /// Reads a pattern.
    /// - Throws: ``Refusal`` when it has fewer than two letters (three with a star), more than ``longest`` characters, or other characters than letters.
    public init(_ pattern: String) throws(Refusal) {
        let pattern = Self.isPlain(pattern) ? pattern : pattern.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // No pattern has more characters than bytes, and bytes are counted at once.
        guard pattern.utf8.count <= Self.longest || pattern.count <= Self.longest else { throw .tooLong }
        opensAtStart = pattern.hasPrefix("*")
        opensAtEnd = pattern.hasSuffix("*")
        var letters: [UInt8] = []
        for character in pattern.drop(while: { $0 == "*" }).reversed().drop(while: { $0 == "*" }).reversed() {
            if character == " " || character == "-" || character == "'" {
                letters.append(Self.gap)
            } else if let scalar = character.precomposed, let index = Letters.index(of: scalar) {
                letters.append(UInt8(index))
            } else {
                throw .unknownCharacter(String(character))
            }
        }
        guard letters.count >= (opensAtStart || opensAtEnd ? 3 : 2) else { throw .tooShort }
        self.letters = letters
        text = pattern
    }

    /// Whether it is one word in small ASCII letters, as nearly all of the lists are, and so as tidy as it can be.
    private static func isPlain(_ pattern: String) -> Bool {
        pattern.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "*") }
    }
}

extension WordPattern {
    /// A pattern of what a phrase looks like: without accents, and with letters of other alphabets as those that they resemble. What
    /// stands between letters parts words; a star at the end stays.
    init(lookingLike phrase: String) throws(Refusal) {
        let glyphs = GlyphText(phrase).glyphs
        let letters = glyphs.map { $0.role == .letter && Letters.index(of: $0.scalar) != nil ? Character($0.scalar) : " " }
        let words = String(letters).split(separator: " ").joined(separator: " ")
        try self.init(phrase.hasSuffix("*") ? words + "*" : words)
    }
}

extension Character {
    /// The one code point of a character, with its accent.
    fileprivate var precomposed: Unicode.Scalar? {
        if unicodeScalars.count == 1 { return unicodeScalars.first }
        switch Array(unicodeScalars.map(\.value)) {
        case [0x61, 0x30A]: return "å"
        case [0x61, 0x308]: return "ä"
        case [0x6F, 0x308]: return "ö"
        default: return nil
        }
    }
}

extension WordPattern.Refusal: ProblemConvertible {
    /// The refusal for the administrator.
    public var problem: Problem {
        switch self {
        case .tooShort: Problem(.invalid, "moderation.word-too-short", "A word needs at least two letters, and three with a star.")
        case .tooLong: Problem(.invalid, "moderation.word-too-long", "A word or phrase has at most \(WordPattern.longest) characters.")
        case .unknownCharacter(let character):
            Problem(
                .invalid, "moderation.word-unknown-character", "A word has only letters a–z, å, ä and ö, and stars at its ends, not “\(character)”.")
        }
    }
}
