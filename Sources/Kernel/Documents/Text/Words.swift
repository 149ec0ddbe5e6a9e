/// Counts words for reading times and progress.
public enum WordCount {
    /// Runs of letters and digits; each character of scripts that write without spaces counts as a word.
    public static func of(_ text: String) -> Int {
        var count = 0
        var inside = false
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let value = scalar.value
                let isWord = (value >= 97 && value <= 122) || (value >= 65 && value <= 90) || (value >= 48 && value <= 57) || value == 39
                if isWord && !inside && value != 39 { count += 1 }
                inside = isWord && (inside || value != 39)
            } else if scalar.isIdeographic {
                count += 1
                inside = false
            } else if scalar.value == 0x2019 {
                continue
            } else {
                let isWord = scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
                if isWord && !inside { count += 1 }
                inside = isWord
            }
        }
        return count
    }
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
