import Core

/// Tells an area or a neighbourhood from an address: a request says where help is needed, never which door.
enum Area {
    static let longest = 60

    /// Ends of Swedish street names that are written as one word: `Storgatan`, `Kungsvägen`.
    private static let swedishEnds = [
        "gatan", "gata", "vagen", "vag", "grand", "granden", "torget", "torg", "allen", "alle", "stigen", "stig", "backen", "gangen", "esplanaden",
        "platsen", "leden", "kajen", "liden",
    ]
    /// Words after or before a number in English addresses.
    private static let englishWords: Set<String> = ["street", "road", "avenue", "lane", "drive", "close", "square", "alley", "boulevard"]

    /// Words for “number” between a street and its number.
    private static let numberWords: Set<String> = ["nr", "no", "nummer", "number"]

    /// Whether words meant as an area hold a number: a house number, a postcode, a flat.
    static func isTooExact(_ area: String) -> Bool { area.contains(where: \.isNumber) }

    /// Whether a text names a street with a house number: “Storgatan 12 B”, “Storgatan12”, “Storgatan nr 12”, “12 Garden Street”,
    /// “Garden Street 12”.
    static func holdsAddress(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter && !$0.isNumber }.flatMap { parts(String($0).sortKey) }
        for (index, word) in words.enumerated() where isStreet(word) {
            if let next = words[(index + 1)...].first(where: { !numberWords.contains($0) }), isHouseNumber(next) { return true }
            // Only in English does the number stand first, with one or two words between.
            if englishWords.contains(word), words[max(0, index - 3)..<index].contains(where: isHouseNumber) { return true }
        }
        return false
    }

    /// A street and the number that was written on to it: `storgatan12b` is two words.
    private static func parts(_ word: String) -> [String] {
        guard let digit = word.firstIndex(where: \.isNumber), isStreet(String(word[..<digit])) else { return [word] }
        return [String(word[..<digit]), String(word[digit...])]
    }

    private static func isStreet(_ word: String) -> Bool {
        englishWords.contains(word) || swedishEnds.contains { word.hasSuffix($0) && word.count > $0.count + 1 }
    }

    /// `12`, `12b`; a year or a sum is none.
    private static func isHouseNumber(_ word: String) -> Bool {
        let digits = word.prefix(while: \.isNumber)
        return (1...3).contains(digits.count) && word.count - digits.count <= 1
    }
}
