import Foundation

/// How one character of a text takes part in words: folded to lower case without accents, so that `Ä`, `ä` and `a` meet.
struct FoldedScalar {
    enum Role: UInt8 {
        /// Ends a word: spaces, punctuation, symbols.
        case separator
        /// Is passed over as if it were not there: combining marks, soft hyphens, joiners.
        case silent
        /// Belongs to a word.
        case letter
        /// Is a word of its own, or several where it is made of several: scripts that are written without spaces.
        case single
        /// Joins two parts of a word, if letters stand on both sides.
        case apostrophe
    }

    /// The role in the lowest byte, the count of UTF-8 bytes in the next one, then up to six bytes, the first one lowest.
    private let packed: UInt64

    init(_ role: Role, _ bytes: some Sequence<UInt8> = EmptyCollection<UInt8>()) {
        var packed = UInt64(role.rawValue)
        var count: UInt64 = 0
        for byte in bytes.prefix(6) {
            packed |= UInt64(byte) << (16 + 8 * count)
            count += 1
        }
        self.packed = packed | count << 8
    }

    var role: Role { Role(rawValue: UInt8(truncatingIfNeeded: packed)) ?? .separator }
    var count: Int { Int(packed >> 8 & 0xFF) }

    /// The byte at `index` of the folded form.
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: packed >> (16 + 8 * UInt64(index))) }
}

/// The folding of every character, looked up in tables where most text lies.
enum Folding {
    /// By byte below 128: the folded letter or digit, or 0 for whatever ends a word.
    static let ascii: [UInt8] = (0..<128).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) + 32
        default: 0
        }
    }

    /// Latin, Greek, Cyrillic, Hebrew and Arabic: worked out once, for they are most of what is not ASCII.
    private static let common = table(0x80..<0x700)
    /// Latin Extended Additional (Vietnamese) and Greek Extended.
    private static let extended = table(0x1E00..<0x2000)

    private static func table(_ range: Range<UInt32>) -> [FoldedScalar] {
        range.map { number in Unicode.Scalar(number).map(compute) ?? FoldedScalar(.separator) }
    }

    /// How `scalar`, which is not ASCII, takes part in words.
    static func fold(_ scalar: Unicode.Scalar) -> FoldedScalar {
        switch scalar.value {
        case 0x80..<0x700: common[Int(scalar.value) - 0x80]
        case 0x1E00..<0x2000: extended[Int(scalar.value) - 0x1E00]
        case 0x4E00..<0xA000, 0x3041..<0x3097, 0x30A1..<0x30FB, 0x3400..<0x4DC0: FoldedScalar(.single, utf8(scalar))
        case 0xAC00..<0xD7A4: FoldedScalar(.letter, utf8(scalar))
        default: compute(scalar)
        }
    }

    private static func utf8(_ scalar: Unicode.Scalar) -> [UInt8] { Array(String(scalar).utf8) }

    private static func compute(_ scalar: Unicode.Scalar) -> FoldedScalar {
        if let fixed = special[scalar] { return fixed }
        switch scalar.properties.generalCategory {
        case .nonspacingMark where isAccent(scalar), .enclosingMark: return FoldedScalar(.silent)
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .spacingMark, .nonspacingMark:
            break
        default: return FoldedScalar(.separator)
        }
        var bytes: [UInt8] = []
        var isSingle = isWrittenWithoutSpaces(scalar)
        for part in decomposed(scalar) {
            if isWrittenWithoutSpaces(part) { isSingle = true }
            if part.isASCII, let byte = UInt8(exactly: part.value), ascii[Int(byte)] != 0 {
                bytes.append(ascii[Int(byte)])
            } else if let fixed = special[part] {
                bytes.append(contentsOf: (0..<fixed.count).map(fixed.byte))
            } else if isAccent(part) {
                continue
            } else if part.isASCII || part.properties.generalCategory == .mathSymbol {
                return FoldedScalar(.separator)
            } else if part == scalar || !isNoLetter(part) {
                bytes.append(contentsOf: utf8(part))
            }
        }
        // A few ligatures spell out whole phrases; nobody types those.
        guard !bytes.isEmpty, bytes.count <= 6 else { return FoldedScalar(.separator) }
        return FoldedScalar(isSingle ? .single : .letter, bytes)
    }

    /// Whether a part of a letter would be none by itself, as the dot of `ŀ`: it goes, so that a folded word stays one word.
    private static func isNoLetter(_ part: Unicode.Scalar) -> Bool {
        // Not by the tables: they are being made.
        let role = compute(part).role
        return role != .letter && role != .single
    }

    /// Letters apart from their accents, lower case; scripts of East Asia stay composed, for that is how they are typed.
    private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let text = String(scalar)
        // Among those of East Asia stand the written forms of Arabic letters, from U+FB50 on.
        let isApart = scalar.value < 0x2E80 || (0xFB00..<0xFF00).contains(scalar.value)
        let folded = isApart ? text.decomposedStringWithCompatibilityMapping : text.precomposedStringWithCompatibilityMapping
        return Array(folded.lowercased().unicodeScalars)
    }

    /// Marks that a reader may leave out when typing. Those of Indic and other scripts are letters in all but name.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .nonspacingMark else { return false }
        switch scalar.value {
        case 0x300..<0x700, 0x1AB0..<0x1B00, 0x1DC0..<0x1E00, 0x20D0..<0x2100, 0xFE20..<0xFE30: return true
        default: return false
        }
    }

    private static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xE00..<0x1100, 0x1780..<0x1800,  // Thai, Lao, Tibetan, Burmese; Khmer
            0x2E80..<0x3100, 0x31F0..<0x3200, 0x3400..<0xA000, 0xF900..<0xFB00, 0xFF66..<0xFFA0, 0x20000..<0x40000:  // Chinese, Japanese
            true
        default: false
        }
    }

    /// Letters that no decomposition takes apart, and characters that are not what their category says.
    private static let special: [Unicode.Scalar: FoldedScalar] = {
        let letters: [Unicode.Scalar: String] = [
            "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d",
            "þ": "th", "Þ": "th", "ł": "l", "Ł": "l", "ı": "i", "ħ": "h", "Ħ": "h", "ŋ": "n", "Ŋ": "n", "ς": "σ",
            "ى": "ي", "ة": "ه", "ک": "ك", "ی": "ي",
        ]
        var all = letters.mapValues { FoldedScalar(.letter, Array($0.utf8)) }
        for mark in ["\u{2019}", "\u{02BC}", "\u{FF07}", "\u{2018}"] as [Unicode.Scalar] { all[mark] = FoldedScalar(.apostrophe) }
        for joiner in [
            "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2060}", "\u{FEFF}", "\u{0640}", "\u{061C}",
        ] as [Unicode.Scalar] {
            all[joiner] = FoldedScalar(.silent)
        }
        return all
    }()
}
