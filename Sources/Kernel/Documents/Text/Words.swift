/// Counts words for reading times and progress.
public enum WordCount {
    /// Runs of letters and digits; each character of scripts that write without spaces counts as a word.
    public static func of(_ text: String) -> Int {
        var count = RunningCount()
        for scalar in text.unicodeScalars { count.take(scalar) }
        return count.words
    }
}

/// A count on its way through a text.
private struct RunningCount {
    var words = 0
    /// Whether the last character belongs to a word, which may go on.
    var isInside = false

    /// Letters and digits below U+0080.
    private static let low: UInt64 = 0x03FF_0000_0000_0000
    private static let high: UInt64 = 0x07FF_FFFE_07FF_FFFE

    @inline(__always) mutating func take(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            let value = scalar.value
            if value == 39 { return }
            let isWord = (value < 64 ? Self.low >> UInt64(value) : Self.high >> UInt64(value - 64)) & 1 == 1
            if isWord, !isInside { words += 1 }
            isInside = isWord
        } else {
            takeWide(scalar)
        }
    }

    private mutating func takeWide(_ scalar: Unicode.Scalar) {
        if scalar.isIdeographic {
            words += 1
            isInside = false
        } else if !Self.isApostrophe(scalar) {
            let isWord = scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
            if isWord, !isInside { words += 1 }
            isInside = isWord
        }
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 39 || scalar.value == 0x2019 }
}

extension Unicode.Scalar {
    /// Chinese characters and Japanese syllables: scripts that write without spaces.
    package var isIdeographic: Bool { (0x3040...0x30FF).contains(value) || properties.isIdeographic }
}

extension StringProtocol {
    /// Runs of white space folded into one space, none at the ends.
    package func foldingWhitespace() -> String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Folded, and cut to a length that a catalogue can show; nil when nothing is left.
    package func catalogued(_ limit: Int = 500) -> String? {
        let folded = foldingWhitespace()
        return folded.isEmpty ? nil : String(folded.prefix(limit))
    }
}
