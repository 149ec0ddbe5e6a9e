import Core

/// Words of short texts, such as titles, and which of them a mistyped one was meant to be: for what is found without the index, a few thousand texts at
/// most.
public struct Spelling: Sendable {
    /// Longer questions are no names.
    private static let mostWords = 6
    /// Shorter words are near to too many, and longer ones are codes.
    private static let lengths = 4...40

    /// Each as it is written, in small letters.
    private let words: [(word: String, letters: [UInt8])]

    /// - Parameter texts: what gives the words. Words of fewer than four letters are left out.
    public init(_ texts: [String]) {
        let all = texts.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        words = all.unique.filter { Self.lengths.contains($0.count) }.map { ($0, Array($0.utf8)) }
    }

    /// The words with each unknown one as the known one that is written nearly so; nil where that changes nothing, or where there are more than six.
    public func corrected(_ typed: String) -> String? {
        let typed = typed.split(separator: " ").map(String.init)
        guard typed.count <= Self.mostWords else { return nil }
        let meant = typed.map { nearest(to: $0) ?? $0 }
        return meant == typed ? nil : meant.joined(separator: " ")
    }

    /// The nearest word: one mistake off, or two in a word of seven letters or more; nil for a word that is known or near to none.
    private func nearest(to typed: String) -> String? {
        let typed = typed.lowercased()
        guard Self.lengths.contains(typed.count) else { return nil }
        var measure = EditDistance(from: typed)
        var most = typed.count < 7 ? 1.0 : 2.0
        var best: String?
        for (word, letters) in words {
            guard let distance = measure.to(letters, most: most), distance < most || best == nil else { continue }
            if distance == 0 { return nil }
            (best, most) = (word, distance)
        }
        return best
    }
}
