/// Finds the word of the menu that a misspelled one was meant to be.
struct MenuSpelling: Sendable {
    private typealias Letters = [Unicode.Scalar]

    /// Every word of the items' names once, as words are compared.
    private let words: [Letters]

    init(_ items: [MenuItem]) {
        words = Set(items.lazy.flatMap { Self.words(in: $0.name) }).map { Array(String(decoding: $0, as: UTF8.self).unicodeScalars) }
    }

    /// The same words with those that no name has put right; nil where nothing is near enough.
    func corrected(_ typed: String) -> String? {
        var corrected: [String] = []
        for word in Self.words(in: typed) {
            guard let nearest = nearest(to: Array(String(decoding: word, as: UTF8.self).unicodeScalars)) else { return nil }
            corrected.append(String(String.UnicodeScalarView(nearest)))
        }
        return corrected.isEmpty ? nil : corrected.joined(separator: " ")
    }

    /// What has no letter is a number, and another number would not be what was meant.
    private static func words(in text: String) -> [ArraySlice<UInt8>] {
        MenuWords.folded(text).split { !MenuWords.isLetter($0) }.filter { $0.contains { $0 > 0x39 } }
    }

    /// How many letters may be wrong: in a short word another one would be as near.
    private static func mistakes(in letters: Letters) -> Int { letters.count < 4 ? 0 : letters.count < 7 ? 1 : 2 }

    /// The one of a few names that a whole one was meant to be; nil where none is near enough.
    static func nearest(to typed: String, among names: [String]) -> String? {
        let typed = Array(typed.unicodeScalars)
        let most = mistakes(in: typed)
        let near = names.compactMap { name in distance(typed, Array(name.unicodeScalars)[...], atMost: most).map { ($0, name) } }
        return near.min { ($0.0, $0.1) < ($1.0, $1.1) }?.1
    }

    private func nearest(to typed: Letters) -> Letters? {
        var most = Self.mistakes(in: typed)
        var best: (distance: Int, word: Letters)?
        for word in words {
            // Somebody may still be typing: the beginning of a longer word counts as much as a whole one.
            let compared = [word[...], word.prefix(typed.count)]
            guard let distance = compared.lazy.compactMap({ Self.distance(typed, $0, atMost: most) }).min() else { continue }
            if let best, best.distance == distance,
                (best.word.count, String(String.UnicodeScalarView(best.word))) <= (word.count, String(String.UnicodeScalarView(word)))
            {
                continue
            }
            best = (distance, word)
            most = distance
        }
        return best?.word
    }

    /// How many letters are wrong, missing, too many, or swapped with the next; nil where it is more than that.
    private static func distance(_ first: Letters, _ second: ArraySlice<Unicode.Scalar>, atMost most: Int) -> Int? {
        guard abs(first.count - second.count) <= most else { return nil }
        let second = Array(second)
        var (before, last) = ([Int](), Array(0...second.count))
        for row in 0..<first.count {
            var line = [row + 1]
            for column in 0..<second.count {
                var least = min(last[column] + (first[row] == second[column] ? 0 : 1), last[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            guard line.contains(where: { $0 <= most }) else { return nil }
            (before, last) = (last, line)
        }
        return last[second.count] <= most ? last[second.count] : nil
    }
}
