/// Brings two texts together that were made of the same one, paragraph by paragraph.
///
/// What only one of them changed is taken from it. Where both changed the same paragraphs in different ways both wordings stay in the text,
/// one after the other, and are named, so that their author can choose: nothing that anybody wrote is gone.
struct TextMerge: Sendable, Equatable {
    /// The text with the changes of both.
    let text: String
    /// Where both changed the same, in order.
    let conflicts: [Conflict]

    /// Two wordings of the same paragraphs.
    struct Conflict: Sendable, Equatable {
        /// As the text had it before; empty where both added something.
        let base: String
        /// As it was saved first.
        let first: String
        /// As it was saved second.
        let second: String
    }

    /// - Parameters:
    ///   - base: the text that both were made of.
    ///   - first: what was saved first.
    ///   - second: what was saved after it, from the same text.
    init(base: String, first: String, second: String) {
        if first == second || second == base {
            (text, conflicts) = (first, [])
            return
        }
        if first == base {
            (text, conflicts) = (second, [])
            return
        }
        let (old, one, two) = (Self.lines(of: base), Self.lines(of: first), Self.lines(of: second))
        var walk = Walk(old: old, one: one, two: two)
        walk.run(SequenceDifference.hunks(from: old, to: one), SequenceDifference.hunks(from: old, to: two))
        (text, conflicts) = (walk.output.joined(separator: "\n"), walk.conflicts)
    }

    private static func lines(of text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}

/// The way through both differences at once.
private struct Walk {
    let old: [Substring]
    let one: [Substring]
    let two: [Substring]
    var output: [Substring] = []
    var conflicts: [TextMerge.Conflict] = []
    /// The next line of the old text.
    private var at = 0

    init(old: [Substring], one: [Substring], two: [Substring]) {
        self.old = old
        self.one = one
        self.two = two
    }

    mutating func run(_ first: [Hunk], _ second: [Hunk]) {
        var (first, second) = (first[...], second[...])
        while let start = [first.first?.old.lowerBound, second.first?.old.lowerBound].compactMap(\.self).min() {
            output += old[at..<start]
            // Everything that touches belongs together.
            var end = start
            var (ones, twos): ([Hunk], [Hunk]) = ([], [])
            while true {
                if let hunk = first.first, hunk.old.lowerBound <= end {
                    end = max(end, hunk.old.upperBound)
                    ones.append(hunk)
                    first.removeFirst()
                } else if let hunk = second.first, hunk.old.lowerBound <= end {
                    end = max(end, hunk.old.upperBound)
                    twos.append(hunk)
                    second.removeFirst()
                } else {
                    break
                }
            }
            take(start..<end, ones, twos)
            at = end
        }
        output += old[at...]
    }

    private mutating func take(_ range: Range<Int>, _ ones: [Hunk], _ twos: [Hunk]) {
        let (left, right) = (wording(of: range, ones, in: one), wording(of: range, twos, in: two))
        if twos.isEmpty || left == right {
            output += left
        } else if ones.isEmpty {
            output += right
        } else {
            // Where one side took the words out, those that the other changed stay.
            if let last = left.last, let next = right.first, !last.isEmpty, !next.isEmpty {
                output += left + [""] + right
            } else {
                output += left + right
            }
            conflicts.append(
                TextMerge.Conflict(
                    base: old[range].joined(separator: "\n"), first: left.joined(separator: "\n"), second: right.joined(separator: "\n")))
        }
    }

    /// The lines of one side that stand for a stretch of the old text.
    private func wording(of range: Range<Int>, _ hunks: [Hunk], in lines: [Substring]) -> [Substring] {
        var words: [Substring] = []
        var position = range.lowerBound
        for hunk in hunks {
            words += old[position..<hunk.old.lowerBound]
            words += lines[hunk.new]
            position = hunk.old.upperBound
        }
        return words + old[position..<range.upperBound]
    }
}
