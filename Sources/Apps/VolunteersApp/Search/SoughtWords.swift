import Core
import Foundation
import Markup

/// The words of a search, to be marked where they stand in what was found.
struct SoughtWords: Sendable {
    private let words: [String]

    /// Words of two letters and more; an empty search marks nothing.
    init?(_ text: String) {
        words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { $0.count > 1 }
        guard !words.isEmpty else { return nil }
    }

    /// A text with the words marked, each where a word of the text begins with it or is joined to it, as Swedish joins words.
    func marked(_ text: String) -> Node {
        var pieces: [(plain: Substring, match: Substring)] = []
        var rest = text[...]
        while let found = next(in: rest) {
            pieces.append((rest[..<found.lowerBound], rest[found]))
            rest = rest[found.upperBound...]
        }
        return Fragment {
            for piece in pieces {
                String(piece.plain)
                mark { String(piece.match) }
            }
            String(rest)
        }.node
    }

    private func next(in text: Substring) -> Range<Substring.Index>? {
        words.compactMap { text.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) }.filter { !$0.isEmpty }
            .min { $0.lowerBound < $1.lowerBound }
    }
}
