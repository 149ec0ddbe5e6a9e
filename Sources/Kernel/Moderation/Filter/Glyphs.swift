/// The letters of a set, one bit each: a–z, å, ä, ö. What a character can stand for is such a set.
struct Letters: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    /// The letters in the order of their bits.
    static let alphabet: [Character] = Array("abcdefghijklmnopqrstuvwxyzåäö")
    /// A symbol that hides a letter, as the star in `d*rn`, can be any.
    static let any = Letters(rawValue: (1 << 29) - 1)

    /// The bit of a letter of the alphabet.
    static func index(of letter: Unicode.Scalar) -> Int? {
        switch letter.value {
        case 97...122: Int(letter.value) - 97
        case 0xE5: 26
        case 0xE4: 27
        case 0xF6: 28
        default: nil
        }
    }

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The set of the letters of a word; other characters are left out.
    init(_ word: some StringProtocol) {
        rawValue = word.unicodeScalars.reduce(0) { set, letter in Self.index(of: letter).map { set | 1 << UInt32($0) } ?? set }
    }

    /// The first letter of the set: what the character most likely means.
    var first: Int { rawValue.trailingZeroBitCount }
}

/// One character of a text as a reader sees it.
struct Glyph: Sendable {
    enum Role: UInt8, Sendable { case letter, digit, symbol, space, mark }

    /// What the character can stand for.
    var letters: Letters
    /// Whether it is a letter, a digit, a symbol that can hide a letter, white space or another mark.
    var role: Role
    /// The character's place in the text, in Unicode code points.
    var offset: Int
    /// The character itself, in lower case.
    var scalar: Unicode.Scalar

    /// Whether this stands between words or between the letters of a spaced word.
    var isBreak: Bool { role == .space || role == .mark }
}

/// A text as a reader sees it: invisible characters are gone, look-alikes are the letters they pretend to be.
struct GlyphText: Sendable {
    /// The characters in order.
    let glyphs: [Glyph]
    /// The text itself.
    let scalars: [Unicode.Scalar]

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(scalars.count)
        for (offset, scalar) in scalars.enumerated() {
            if scalar.isASCII {
                glyphs.append(Lookalikes.ascii(scalar, at: offset))
            } else if Lookalikes.isInvisible(scalar) {
                if let last = glyphs.indices.last { Lookalikes.combine(scalar, with: &glyphs[last]) }
            } else {
                Lookalikes.append(scalar, at: offset, to: &glyphs)
            }
        }
        self.glyphs = glyphs
    }

    /// The words between two glyphs as the author wrote them, with their place.
    func source(_ range: Range<Int>) -> (words: String, range: Range<Int>) {
        let start = glyphs[range.lowerBound].offset
        let end = glyphs[range.upperBound - 1].offset + 1
        var words = String.UnicodeScalarView()
        words.append(contentsOf: scalars[start..<end])
        return (String(words), start..<end)
    }
}
