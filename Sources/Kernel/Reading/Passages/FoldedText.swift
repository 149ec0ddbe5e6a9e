/// A text without what editions and browsers change at will, each remaining code point with its origin.
struct FoldedText: Sendable {
    /// How much is left out before two texts are compared.
    enum Folding: Sendable {
        /// White space and invisible marks (soft hyphen, zero-width characters, byte order mark).
        case spacing
        /// Also letter case, punctuation and combining marks: only letters and digits remain.
        case wording
    }

    /// What remains, as code points.
    private(set) var points: [UInt32] = []
    /// Where each remaining code point stood in the text, in code points.
    private(set) var origins: [Int] = []
    /// The length of the whole text, in code points.
    private(set) var length = 0

    init(_ text: String, _ folding: Folding) {
        points.reserveCapacity(text.utf8.count)
        origins.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if let point = Self.fold(scalar, folding) {
                points.append(point)
                origins.append(length)
            }
            length += 1
        }
    }

    /// The first remaining code point that stood at `position` or later.
    func index(of position: Int) -> Int {
        var low = 0
        var high = origins.count
        while low < high {
            let middle = (low + high) / 2
            if origins[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Where the remaining code points of `range` stood; an empty range is a point.
    func origin(of range: Range<Int>) -> Range<Int> {
        let start = range.lowerBound < origins.count ? origins[range.lowerBound] : length
        guard !range.isEmpty else { return start..<start }
        return start..<(origins[range.upperBound - 1] + 1)
    }

    private static func fold(_ scalar: Unicode.Scalar, _ folding: Folding) -> UInt32? {
        let value = scalar.value
        if value < 0x80 {
            guard value > 0x20, value != 0x7F else { return nil }
            guard folding == .wording else { return value }
            switch value {
            case 0x30...0x39, 0x61...0x7A: return value
            case 0x41...0x5A: return value + 32
            default: return nil
            }
        }
        if scalar.properties.isWhitespace || isInvisible(value) { return nil }
        guard folding == .wording else { return value }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .otherNumber,
            .letterNumber, .spacingMark:
            return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? value
        default: return nil
        }
    }

    /// Whether a browser's letters count it, too: neither white space nor an invisible mark.
    static func isVisible(_ scalar: Unicode.Scalar) -> Bool { fold(scalar, .spacing) != nil }

    private static func isInvisible(_ value: UInt32) -> Bool {
        value == 0xAD || (0x200B...0x200F).contains(value) || value == 0x2060 || value == 0xFEFF
    }
}
