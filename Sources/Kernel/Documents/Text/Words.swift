/// Counts words for reading times and progress.
public enum WordCount {
    /// Runs of letters and digits; each character of scripts that write without spaces counts as a word.
    public static func of(_ text: String) -> Int {
        var count = RunningCount()
        for scalar in text.unicodeScalars { count.take(scalar) }
        return count.words
    }

    /// How many more words a text has once `inserted` stands in it where `removed` stood, between `before` and `after`; fewer are negative.
    /// Reads only the change and the ends of the words beside it.
    public static func change(from removed: String, to inserted: String, between before: Substring, and after: Substring) -> Int {
        var old = RunningCount(isInside: RunningCount.endsInside(before))
        var new = old
        for scalar in removed.unicodeScalars { old.take(scalar) }
        for scalar in inserted.unicodeScalars { new.take(scalar) }
        // From where both counts stand alike, the rest adds the same to each.
        for scalar in after.unicodeScalars {
            if old.isInside == new.isInside { break }
            old.take(scalar)
            new.take(scalar)
        }
        return new.words - old.words
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

    /// Whether a count at the end of a text stands inside a word: all but apostrophes decide that alone.
    static func endsInside(_ text: Substring) -> Bool {
        guard let last = text.unicodeScalars.last(where: { !isApostrophe($0) }) else { return false }
        var count = RunningCount()
        count.take(last)
        return count.isInside
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
