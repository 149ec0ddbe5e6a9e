import Core
import Foundation

/// How much two requests say the same: the share of their telling words that they have in common. Pure, so that it can be judged
/// by examples.
struct Similarity: Sendable {
    /// From here on a request is shown as similar.
    static let least = 0.3

    /// Words that say nothing about a request, in both languages of the app.
    private static let common: Set<String> = [
        "and", "the", "for", "with", "you", "our", "are", "can", "that", "this", "have", "has", "who", "need", "needs", "help", "want", "would",
        "like", "please", "someone", "somebody", "from", "your", "will", "all", "some", "och", "att", "det", "som", "for", "med", "den", "till",
        "kan", "jag", "min", "mitt", "mina", "har", "hjalp", "behover", "nagon", "vill", "soker", "inte", "eller", "ett", "vara", "oss", "var",
        "fran", "dig", "gerna", "garna",
    ]

    let title: Set<String>
    let words: Set<String>

    /// The telling words of a request; those of the title count twice.
    init(title: String, body: String) {
        self.title = Self.telling(title)
        words = self.title.union(Self.telling(body))
    }

    /// What one category adds to requests that have a word in common.
    private static let sameCategory = 0.1

    /// From 0 to 1: how many of the words of the shorter one the other one has, with the titles' weight.
    func score(against other: Similarity, inOneCategory: Bool = false) -> Double {
        let shorter = min(weight(words), other.weight(other.words))
        guard shorter > 0 else { return 0 }
        let shared = words.intersection(other.words)
        let weight = shared.reduce(0) { $0 + (title.contains($1) && other.title.contains($1) ? 2 : 1) }
        let score = Double(weight) / Double(max(shorter, 4))
        return min(1, inOneCategory && weight > 0 ? score + Self.sameCategory : score)
    }

    private func weight(_ words: Set<String>) -> Int { words.count + title.count }

    /// Folded words of three letters or more, cut to their first six letters so that the endings of both languages do not matter.
    private static func telling(_ text: String) -> Set<String> {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: Locale(identifier: "en"))
        let words = folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return Set(words.filter { $0.count > 2 && !common.contains($0) }.map { String($0.prefix(6)) })
    }
}
