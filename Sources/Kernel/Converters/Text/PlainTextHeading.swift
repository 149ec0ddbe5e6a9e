import Documents

/// Tells headings from text.
enum PlainTextHeading {
    private static let parts: Set<String> = ["book", "part", "volume", "act", "bok", "del", "band", "akt"]
    private static let chapters: Set<String> = [
        "chapter", "kapitel", "letter", "scene", "canto", "prologue", "epilogue", "preface", "introduction", "foreword", "afterword",
        "appendix", "bilaga", "brev", "scen", "prolog", "epilog", "förord", "inledning", "efterord", "sång", "avsnitt", "sura", "psalm",
    ]
    private static let alone: Set<String> = [
        "prologue", "epilogue", "preface", "introduction", "foreword", "afterword", "prolog", "epilog", "förord", "inledning", "efterord",
    ]

    /// The level of a heading; nil for text.
    static func level(_ lines: [Substring], gap: Int) -> Int? {
        guard lines.count <= 2, gap >= 1 else { return nil }
        let text = lines.joined(separator: " ").foldingWhitespace()
        guard (1...90).contains(text.count), !text.hasSuffix(","), !text.hasSuffix(";") else { return nil }
        let words = text.split(separator: " ")
        let first = words[0].lowercased().filter { $0.isLetter }
        let second = words.count > 1 ? words[1].filter { $0.isLetter || $0.isNumber } : ""
        if parts.contains(first), isNumber(second), gap >= 1 { return 1 }
        if chapters.contains(first), isNumber(second) || (alone.contains(first) && words.count <= 6) { return 2 }
        if gap >= 2, words.count <= 2, isNumber(words[0].filter { $0.isLetter || $0.isNumber }), words.count == 1 || words[0].hasSuffix(".") {
            return 2
        }
        let letters = text.filter(\.isLetter)
        if gap >= 2, letters.count >= 3, text.count <= 60, letters.allSatisfy(\.isUppercase), lines.count == 1 { return 2 }
        if isNumbered(words[0]), words.count <= 12, text.last != ".", lines.count == 1 { return 3 }
        return nil
    }

    /// `2.1.` and deeper.
    private static func isNumbered(_ word: Substring) -> Bool {
        word.contains(".") && word.first?.isNumber == true && word.allSatisfy { $0.isNumber || $0 == "." }
            && word.filter { $0 == "." }.count >= 2
    }

    private static let numberWords: Set<String> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "first", "second", "third",
        "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "the", "ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta",
        "nio", "tio", "elva", "tolv", "första", "andra", "tredje", "fjärde", "femte",
    ]

    private static func isNumber(_ word: some StringProtocol) -> Bool {
        let folded = word.lowercased()
        if folded.isEmpty { return false }
        if folded.allSatisfy(\.isNumber) || numberWords.contains(folded) { return true }
        return folded.count <= 8 && folded.allSatisfy { "ivxlcdm".contains($0) }
            || folded.count == 1 && "abcdefghjklmnopqrst".contains(folded)
    }
}
