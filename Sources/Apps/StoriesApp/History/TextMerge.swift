import Core

/// Brings two texts together that were made of the same one, paragraph by paragraph.
///
/// What only one of them changed is taken from it. Where both changed the same paragraphs in different ways both wordings stay in the text,
/// one after the other, and are named, so that their author can choose: nothing that anybody wrote is gone.
struct TextMerge: Sendable, Equatable {
    /// The text that both were made of.
    let base: String
    /// What was saved first.
    let first: String
    /// What was saved after it, from the same text.
    let second: String
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
        (self.base, self.first, self.second) = (base, first, second)
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

    /// What paragraphs of the base became in the second text; nil where the base doesn't have them.
    func successor(of words: String) -> String? {
        let (old, new, sought) = (Self.lines(of: base), Self.lines(of: second), Self.lines(of: words))
        guard !words.isEmpty, sought.count <= old.count else { return nil }
        let places = 0...(old.count - sought.count)
        guard let at = places.first(where: { old[$0..<($0 + sought.count)].elementsEqual(sought) }) else { return nil }
        var range = at..<(at + sought.count)
        var changes: [Hunk] = []
        for hunk in SequenceDifference.hunks(from: old, to: new)
        where hunk.old.lowerBound < range.upperBound && range.lowerBound < hunk.old.upperBound {
            range = min(range.lowerBound, hunk.old.lowerBound)..<max(range.upperBound, hunk.old.upperBound)
            changes.append(hunk)
        }
        let became = Walk(old: old, one: [], two: new).wording(of: range, changes, in: new).joined(separator: "\n")
        return became.trimmed
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
            var end = start
            var (ones, twos): ([Hunk], [Hunk]) = ([], [])
            let isAddition = first.first?.old == start..<start || second.first?.old == start..<start
            while true {
                if let hunk = first.first, belongs(hunk, start..<end, isAddition) {
                    end = max(end, hunk.old.upperBound)
                    ones.append(hunk)
                    first.removeFirst()
                } else if let hunk = second.first, belongs(hunk, start..<end, isAddition) {
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

    /// Whether a change is one of those that can't be told apart. What one side added beside the words that the other changed can be: first
    /// what was added before them.
    private func belongs(_ hunk: Hunk, _ range: Range<Int>, _ isAddition: Bool) -> Bool {
        if isAddition { return hunk.old == range }
        return hunk.old.lowerBound == range.lowerBound || hunk.old.lowerBound < range.upperBound
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
    func wording(of range: Range<Int>, _ hunks: [Hunk], in lines: [Substring]) -> [Substring] {
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
