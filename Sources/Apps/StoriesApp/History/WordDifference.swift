/// What was added and removed between two texts, word by word, for people to read.
enum WordDifference {
    /// A stretch of words.
    enum Part: Sendable, Equatable {
        case same(String)
        case removed(String)
        case added(String)
    }

    /// The parts in reading order; put together without the added ones they are `old`, without the removed ones `new`.
    static func parts(from old: String, to new: String) -> [Part] {
        let (before, after) = (words(of: old), words(of: new))
        var parts: [Part] = []
        var at = 0
        for hunk in readable(joined(SequenceDifference.hunks(from: before, to: after), in: before), in: before) {
            if at < hunk.old.lowerBound { parts.append(.same(before[at..<hunk.old.lowerBound].joined())) }
            if !hunk.old.isEmpty { parts.append(.removed(before[hunk.old].joined())) }
            if !hunk.new.isEmpty { parts.append(.added(after[hunk.new].joined())) }
            at = hunk.old.upperBound
        }
        if at < before.count { parts.append(.same(before[at...].joined())) }
        return parts
    }

    /// A stretch of one of two texts that are side by side.
    struct Side: Sendable, Equatable {
        let words: String
        let isOnlyHere: Bool
    }

    /// Both texts, each with the words that only it has.
    static func sides(_ first: String, _ second: String) -> (first: [Side], second: [Side]) {
        var sides: (first: [Side], second: [Side]) = ([], [])
        for part in parts(from: first, to: second) {
            switch part {
            case .same(let words):
                sides.first.append(Side(words: words, isOnlyHere: false))
                sides.second.append(Side(words: words, isOnlyHere: false))
            case .removed(let words): sides.first.append(Side(words: words, isOnlyHere: true))
            case .added(let words): sides.second.append(Side(words: words, isOnlyHere: true))
            }
        }
        return sides
    }

    /// Words that were changed one after the other read as one change: only spaces are between them.
    private static func joined(_ hunks: [Hunk], in words: [Substring]) -> [Hunk] {
        hunks.reduce(into: []) { joined, hunk in
            guard let last = joined.last, !last.old.isEmpty, !last.new.isEmpty, !hunk.old.isEmpty, !hunk.new.isEmpty,
                words[last.old.upperBound..<hunk.old.lowerBound].allSatisfy({ $0.allSatisfy { $0 == " " } })
            else { return joined.append(hunk) }
            joined[joined.count - 1] = Hunk(old: last.old.lowerBound..<hunk.old.upperBound, new: last.new.lowerBound..<hunk.new.upperBound)
        }
    }

    /// Where a sentence was written anew, its old words and then its new ones: the few that happen to stand in both would only cut it to pieces. What
    /// stays between two changes goes with them where it is shorter than what changed on either side.
    private static func readable(_ hunks: [Hunk], in words: [Substring]) -> [Hunk] {
        func letters(_ range: Range<Int>) -> Int { words[range].count { $0.first?.isLetter ?? false || $0.first?.isNumber ?? false } }
        var result: [Hunk] = []
        for hunk in hunks {
            result.append(hunk)
            while result.count > 1 {
                let (last, next) = (result[result.count - 2], result[result.count - 1])
                let between = last.old.upperBound..<next.old.lowerBound
                let kept = letters(between)
                let (left, right) = (max(last.old.count, last.new.count) / 2, max(next.old.count, next.new.count) / 2)
                guard kept <= min(left, right), kept < 6, !words[between].contains(where: { $0.contains(where: \.isNewline) }) else { break }
                result.removeLast(2)
                result.append(Hunk(old: last.old.lowerBound..<next.old.upperBound, new: last.new.lowerBound..<next.new.upperBound))
            }
        }
        return result
    }

    /// Words, the white space between them, and each mark that is beside a word: a comma more doesn't change the word.
    private static func words(of text: String) -> [Substring] {
        var words: [Substring] = []
        var from = text.startIndex
        while from < text.endIndex {
            var end = text.index(after: from)
            switch kind(of: text[from]) {
            case .mark, .newline: break
            case .space: end = text[from...].firstIndex { kind(of: $0) != .space } ?? text.endIndex
            case .letter:
                while end < text.endIndex, kind(of: text[end]) == .letter || isInside(text, end) { end = text.index(after: end) }
            }
            words.append(text[from..<end])
            from = end
        }
        return words
    }

    private enum Kind { case letter, space, newline, mark }

    private static func kind(of character: Character) -> Kind {
        if character.isNewline { return .newline }
        if character.isWhitespace { return .space }
        return character.isLetter || character.isNumber ? .letter : .mark
    }

    /// Whether a mark belongs to a word, as in “don’t” and “well-known”.
    private static func isInside(_ text: String, _ at: String.Index) -> Bool {
        let next = text.index(after: at)
        return "’'-".contains(text[at]) && next < text.endIndex && kind(of: text[next]) == .letter
    }
}
