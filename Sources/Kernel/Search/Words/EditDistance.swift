/// How differently two words are written.
struct EditDistance {
    private let word: [UInt8]
    private var before: [Double]
    private var last: [Double]
    private var line: [Double]

    /// A letter written twice or once, and one vowel for another, are half a mistake: they sound alike.
    private static let slip = 0.5
    private static let vowels = Set("aeiouy".utf8)

    init(from word: String) {
        self.word = Array(word.utf8)
        let empty = Array(repeating: 0.0, count: 65)
        (before, last, line) = (empty, empty, empty)
    }

    /// The number of mistakes that make one word of the other; nil where there are more than `most`.
    mutating func to(_ other: [UInt8], most: Double) -> Double? {
        guard other.count < line.count, abs(other.count - word.count) <= Int(most * 2) else { return nil }
        last[0] = 0
        for column in other.indices { last[column + 1] = last[column] + Self.cost(adding: other, column) }
        for (row, letter) in word.enumerated() {
            line[0] = last[0] + Self.cost(adding: word, row)
            var least = line[0]
            for (column, second) in other.enumerated() {
                let changed = letter == second ? 0 : Self.vowels.contains(letter) && Self.vowels.contains(second) ? Self.slip : 1
                var best = min(last[column] + changed, last[column + 1] + Self.cost(adding: word, row))
                best = min(best, line[column] + Self.cost(adding: other, column))
                if row > 0, column > 0, letter == other[column - 1], word[row - 1] == second, letter != second {
                    best = min(best, before[column - 1] + 1)
                }
                line[column + 1] = best
                least = min(least, best)
            }
            if least > most { return nil }
            (before, last, line) = (last, line, before)
        }
        let distance = last[other.count]
        return distance <= most ? distance : nil
    }

    private static func cost(adding word: [UInt8], _ index: Int) -> Double { index > 0 && word[index] == word[index - 1] ? slip : 1 }
}
