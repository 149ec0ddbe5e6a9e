import Core
import Database
import Platform
import Web

extension StorySearch {
    /// What was probably meant by words that nothing was found for: each that no title, tag or author has, as one that does and is written nearly so.
    /// Nil where there is none.
    func meant(_ words: String, isOfAge: Bool) async throws -> String? {
        let typed = words.split(separator: " ").map(String.init)
        guard !typed.isEmpty, typed.count <= Spelling.mostWords else { return nil }
        let meant = try await lists.value(.meant(words, includingMature: isOfAge)) {
            let known = try await spelling(isOfAge: isOfAge)
            return typed.map { known.nearest(to: $0) ?? $0 }
        }
        return meant == typed ? nil : meant.joined(separator: " ")
    }

    private func spelling(isOfAge: Bool) async throws -> Spelling {
        try await lists.value(.spelling(includingMature: isOfAge)) {
            try await site.database.read { db in
                let stories = try db.all(.shown(where: Story.isFor(adults: isOfAge), by: .read, from: 0, limit: Spelling.mostStories))
                let names = try Authors.of(stories, in: db).everybody
                return Spelling(stories.flatMap { [$0.readersTitle] + $0.shownTags } + names.values)
            }
        }
    }
}

/// Words that are written nearly as others.
struct Spelling: Sendable {
    /// Longer questions are no names.
    static let mostWords = 6
    /// The stories that are read most give the words.
    static let mostStories = 1000
    /// Shorter words are near to too many.
    private static let shortest = 4

    private let words: [(word: String, letters: [Character])]

    init(_ texts: [String]) {
        let all = texts.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        words = all.filter { $0.count >= Self.shortest }.unique.map { ($0, Array($0)) }
    }

    /// The nearest word: one letter off, or two in a long word; nil for a word that is known or near to none.
    func nearest(to typed: String) -> String? {
        let letters = Array(typed.lowercased())
        guard letters.count >= Self.shortest, letters.count <= 40 else { return nil }
        let most = letters.count < 7 ? 1 : 2
        var best: (word: String, distance: Int)?
        for (word, other) in words where abs(other.count - letters.count) <= most {
            let distance = Self.distance(letters, other)
            if distance == 0 { return nil }
            if distance <= most, distance < best?.distance ?? Int.max { best = (word, distance) }
        }
        return best?.word
    }

    /// How many letters are added, left out, others, or in the place of their neighbour.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var line = [row + 1]
            for (column, second) in other.enumerated() {
                var least = min(last[column] + (letter == second ? 0 : 1), last[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == second { least = min(least, before[column - 1] + 1) }
                line.append(least)
            }
            (before, last) = (last, line)
        }
        return last[other.count]
    }
}
