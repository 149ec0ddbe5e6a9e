/// Two texts compared for people to read: paragraphs that changed with their words, and long stretches that stayed folded away between them.
struct ComparedText: Sendable, Equatable {
    enum Stretch: Sendable, Equatable {
        case shown([WordDifference.Part])
        /// Paragraphs that are the same, and how many they are.
        case folded(String, Int)
    }

    /// In reading order.
    let stretches: [Stretch]

    /// Fewer paragraphs than this are shown; one on each side of a change always is.
    private static let leastFolded = 3

    init(from old: String, to new: String) {
        let parts = WordDifference.parts(from: old, to: new)
        var stretches: [Stretch] = []
        var shown: [WordDifference.Part] = []
        for (index, part) in parts.enumerated() {
            guard case .same(let words) = part, let folded = Self.folded(words, isFirst: index == 0, isLast: index == parts.count - 1),
                parts.count > 1
            else {
                shown.append(part)
                continue
            }
            if !folded.before.isEmpty { shown.append(.same(folded.before)) }
            if !shown.isEmpty { stretches.append(.shown(shown)) }
            stretches.append(.folded(folded.middle, folded.count))
            shown = folded.after.isEmpty ? [] : [.same(folded.after)]
        }
        if !shown.isEmpty { stretches.append(.shown(shown)) }
        self.stretches = stretches
    }

    /// The paragraph beside the change before, those between, and the one beside the change after.
    private static func folded(_ words: String, isFirst: Bool, isLast: Bool) -> (before: String, middle: String, after: String, count: Int)? {
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
        // The line that a change is in, and the paragraph beside it.
        let head = isFirst ? 0 : end(of: lines[...], paragraphs: 2)
        let tail = isLast ? lines.count : lines.count - end(of: lines[...].reversed()[...], paragraphs: 2)
        guard head < tail else { return nil }
        let middle = lines[head..<tail]
        let count = middle.count { !$0.allSatisfy(\.isWhitespace) }
        guard count >= leastFolded else { return nil }
        return (
            lines[..<head].map { $0 + "\n" }.joined(), middle.joined(separator: "\n"), lines[tail...].map { "\n" + $0 }.joined(), count
        )
    }

    /// How many lines make up some paragraphs, the first of which may be empty.
    private static func end(of lines: ArraySlice<Substring>, paragraphs: Int) -> Int {
        var count = 1
        var seen = 1
        for line in lines.dropFirst() {
            if seen == paragraphs { break }
            count += 1
            if !line.allSatisfy(\.isWhitespace) { seen += 1 }
        }
        return count
    }
}
