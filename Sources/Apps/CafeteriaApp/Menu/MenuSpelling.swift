import Foundation

/// Finds the word of the menu that a misspelled one was meant to be.
struct MenuSpelling: Sendable {
    private struct Word: Hashable, Sendable {
        let letters: [Character]
        let written: String
    }

    /// Every word of the items' names once.
    private let words: [Word]

    init(_ items: [MenuItem]) {
        words = Array(Set(items.lazy.flatMap { Self.words(in: $0.name) }))
    }

    /// The same words with those that no name has put right; nil where nothing is near enough.
    func corrected(_ typed: String) -> String? {
        var words: [String] = []
        for word in Self.words(in: typed) {
            guard let nearest = nearest(to: word) else { return nil }
            words.append(nearest)
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private static func words(in text: String) -> [Word] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { word in
            let plain = word.folding(options: [.diacriticInsensitive], locale: Locale(identifier: "en"))
            return Word(letters: Array(plain), written: String(word))
        }
    }

    /// How many letters may be wrong: in a short word another one would be as near.
    private static func mistakes(in letters: [Character]) -> Int { letters.count < 4 ? 0 : letters.count < 7 ? 1 : 2 }

    private func nearest(to typed: Word) -> String? {
        let most = Self.mistakes(in: typed.letters)
        var best: (distance: Int, word: Word)?
        for word in words {
            // Somebody may still be typing: the beginning of a longer word counts as much as a whole one.
            let compared = [word.letters[...], word.letters.prefix(typed.letters.count)]
            let limit = min(most, best?.distance ?? most)
            guard let distance = compared.lazy.compactMap({ Self.distance(typed.letters, $0, atMost: limit) }).min() else { continue }
            if let best, (best.distance, best.word.letters.count, best.word.written) <= (distance, word.letters.count, word.written) { continue }
            best = (distance, word)
        }
        return best?.word.written
    }

    /// How many letters are wrong, missing, too many, or swapped with the next; nil where it is more than that.
    private static func distance(_ first: [Character], _ second: ArraySlice<Character>, atMost most: Int) -> Int? {
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
