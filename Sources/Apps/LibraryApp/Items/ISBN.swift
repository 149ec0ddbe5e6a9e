import Database

/// An International Standard Book Number whose check digit is right, kept without hyphens; or what stands in its place in the database.
struct ISBN: Hashable, Sendable, CustomStringConvertible {
    /// Ten or thirteen characters: digits, and perhaps a final `X` of an ISBN-10.
    let description: String

    /// Whether it is one: a database that was written to by other hands may hold anything.
    var isRight: Bool { ISBN(description) == self }

    /// Reads an ISBN-10 or ISBN-13, with or without hyphens and spaces. A wrong length, prefix or check digit is no ISBN.
    init?(_ written: String) {
        let characters = written.uppercased().filter { $0 != "-" && $0 != " " && $0 != "\u{2010}" && $0 != "\u{2011}" }
        let digits = characters.enumerated().compactMap { position, character -> Int? in
            if character == "X", position == 9, characters.count == 10 { return 10 }
            return character.isASCII ? character.wholeNumberValue : nil
        }
        guard digits.count == characters.count, Self.sumIsRight(digits) else { return nil }
        description = characters
    }

    private static func sumIsRight(_ digits: [Int]) -> Bool {
        switch digits.count {
        case 10:
            return zip(digits, stride(from: 10, to: 0, by: -1)).reduce(0) { $0 + $1.0 * $1.1 } % 11 == 0
        case 13:
            let prefix = digits.prefix(3)
            guard prefix.elementsEqual([9, 7, 8]) || prefix.elementsEqual([9, 7, 9]) else { return false }
            return digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) } % 10 == 0
        default:
            return false
        }
    }
}

extension ISBN: SQLConvertible {
    static var sqlType: SQLType? { .text }

    var sqlValue: SQLValue { .text(description) }

    /// A wrong one is shown as it stands, for staff to correct: no list may fail for it.
    init(sqlValue: SQLValue) throws { description = try String(sqlValue: sqlValue) }
}
