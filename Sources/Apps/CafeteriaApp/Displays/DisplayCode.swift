import Crypto

/// What the link of a display ends in, short enough for the remote control of a television: `k7qf-m9xp`. Its 40 random bits are too many to be
/// guessed by calls, which are counted for each address, and what it opens are the numbers of today's orders.
struct DisplayCode: Sendable {
    /// Without the letters that look like others.
    private static let symbols = Array("abcdefghijkmnpqrstuvwxyz23456789")
    private static let length = 8

    private let letters: String

    init() { letters = String(randomBytes(Self.length).map { Self.symbols[Int($0) % Self.symbols.count] }) }

    /// One that somebody typed, with or without the hyphen; nil when it can't be one.
    init?(_ text: String) {
        let letters = text.lowercased().filter { $0 != "-" }
        guard letters.count == Self.length, letters.allSatisfy(Self.symbols.contains) else { return nil }
        self.letters = letters
    }

    var text: String { "\(letters.prefix(Self.length / 2))-\(letters.suffix(Self.length / 2))" }
    /// What the database keeps.
    var hash: [UInt8] { sha256(Array(letters.utf8)) }
}
