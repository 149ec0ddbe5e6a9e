import Core

/// Rude words that also mean something harmless, told apart by the words around them: a bitch among Labradors, a cock that crows.
struct DoubleMeanings: Sendable {
    /// Words as they stand, and beginnings of words.
    private struct Words: Sendable {
        var whole: Set<String> = []
        var stems: [String] = []

        init(_ list: some StringProtocol) {
            for word in list.split(separator: ",").map({ $0.trimmingPrefix(while: \.isWhitespace) }) {
                let word = String(word.reversed().drop(while: \.isWhitespace).reversed())
                if word.hasSuffix("*") { stems.append(String(word.dropLast())) } else if !word.isEmpty { whole.insert(word) }
            }
        }

        func contain(_ word: String) -> Bool { whole.contains(word) || stems.contains { word.hasPrefix($0) } }
    }

    private struct Meaning: Sendable {
        let neighbours: Words
        let denials: Words
    }

    private var meanings: [String: Meaning] = [:]
    /// The lines as they are written, for those who look after the filter.
    let lines: [String]

    /// How far a neighbour may stand, in words.
    private static let reach = 12
    /// How near a word stands that leaves it rude.
    private static let beside = 2

    /// Reads a file: words, a colon, their harmless neighbours, an exclamation mark, what leaves them rude.
    /// - Throws: the first line that is none of this.
    init(_ text: String) throws {
        var lines: [String] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { throw FilterResources.Broken(line: String(line)) }
            let sides = parts[1].split(separator: "!", maxSplits: 1)
            let meaning = Meaning(neighbours: Words(sides.first ?? ""), denials: Words(sides.count > 1 ? sides[1] : ""))
            for word in Words(parts[0]).whole { meanings[word] = meaning }
            lines.append(String(line))
        }
        self.lines = lines
    }

    /// The tokens that are harmless here.
    func harmless(in tokens: [FilterToken]) -> Set<Int> {
        var found: Set<Int> = []
        for (index, token) in tokens.enumerated() {
            guard let meaning = meanings[token.text] else { continue }
            let near = tokens.indices.clamped(to: index - Self.reach..<index + Self.reach + 1)
            let beside = tokens.indices.clamped(to: index - Self.beside..<index + Self.beside + 1)
            guard near.contains(where: { $0 != index && meaning.neighbours.contain(tokens[$0].text) }),
                !beside.contains(where: { $0 != index && meaning.denials.contain(tokens[$0].text) })
            else { continue }
            found.insert(index)
        }
        return found
    }
}
