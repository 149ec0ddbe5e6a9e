import Documents

/// Finds a year of publication in a date of any form.
enum Year {
    /// The first number of four digits that can be a year.
    static func first(in text: String) -> Int? {
        text.split { !$0.isASCII || !$0.isNumber }.lazy.filter { $0.count == 4 }.compactMap { Int($0) }.first { (1000...2200).contains($0) }
    }
}

/// International Standard Book Numbers (ISO 2108).
enum ISBN {
    /// The first number with a correct check digit, without hyphens.
    static func first(in text: String) -> String? {
        let cleaned = text.uppercased().filter { $0 != "-" && $0 != " " && $0 != "\u{2010}" }
        return cleaned.split { !($0.isASCII && $0.isNumber) && $0 != "X" }.lazy.map(String.init).first(where: isValid)
    }

    /// Whether the check digit is right.
    static func isValid(_ number: String) -> Bool {
        let digits = number.utf8.map { $0 == UInt8(ascii: "X") ? 10 : Int($0) - 48 }
        if digits.count == 13 {
            guard number.hasPrefix("978") || number.hasPrefix("979"), !digits.contains(10) else { return false }
            return digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
        }
        guard digits.count == 10, !digits.dropLast().contains(10) else { return false }
        return digits.enumerated().reduce(0) { $0 + $1.element * (10 - $1.offset) } % 11 == 0
    }
}
