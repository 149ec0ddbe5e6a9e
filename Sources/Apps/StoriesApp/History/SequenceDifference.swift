/// Where two sequences differ: the parts of the old one that others take the place of, in order.
struct Hunk: Sendable, Equatable {
    var old: Range<Int>
    var new: Range<Int>
}

/// Compares sequences line by line or word by word.
enum SequenceDifference {
    /// Where more than so many elements came or went, the middle of two sequences is taken as one difference: time and memory grow with the
    /// square of this number, and with the length of the sequences only in step.
    static let most = 2_000

    /// The differences between two sequences, in order and never touching.
    static func hunks<Element: Hashable>(from old: [Element], to new: [Element]) -> [Hunk] {
        var head = 0
        while head < old.count, head < new.count, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < old.count - head, tail < new.count - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        let (oldMiddle, newMiddle) = (head..<(old.count - tail), head..<(new.count - tail))
        if oldMiddle.isEmpty, newMiddle.isEmpty { return [] }
        let whole = [Hunk(old: oldMiddle, new: newMiddle)]
        guard !oldMiddle.isEmpty, !newMiddle.isEmpty, abs(oldMiddle.count - newMiddle.count) <= most else { return whole }
        // Numbers are compared faster than words.
        var numbers: [Element: Int32] = [:]
        func numbered(_ elements: ArraySlice<Element>) -> [Int32] {
            elements.map { element in
                let number = numbers[element] ?? Int32(clamping: numbers.count)
                numbers[element] = number
                return number
            }
        }
        let script = EditScript(old: numbered(old[oldMiddle]), new: numbered(new[newMiddle]))
        return script.hunks(most: most)?.map { hunk in
            Hunk(
                old: (hunk.old.lowerBound + head)..<(hunk.old.upperBound + head), new: (hunk.new.lowerBound + head)..<(hunk.new.upperBound + head))
        } ?? whole
    }
}

/// The shortest way from one sequence to another (E. W. Myers, “An O(ND) Difference Algorithm and Its Variations”, 1986).
private struct EditScript {
    let old: [Int32]
    let new: [Int32]

    /// The differences; nil where more than `most` elements came or went.
    func hunks(most: Int) -> [Hunk]? {
        let limit = min(most, old.count + new.count)
        // How far each diagonal was followed in the old sequence: `middle + k` stands for the diagonal on which old − new is k.
        let middle = limit + 1
        var furthest = [Int32](repeating: 0, count: 2 * middle + 1)
        var steps: [[Int32]] = []
        for step in 0...limit {
            steps.append(Array(furthest[(middle - step)...(middle + step)]))
            for k in stride(from: -step, through: step, by: 2) {
                let isDown = k == -step || (k != step && furthest[middle + k - 1] < furthest[middle + k + 1])
                var x = isDown ? Int(furthest[middle + k + 1]) : Int(furthest[middle + k - 1]) + 1
                var y = x - k
                while x < old.count, y < new.count, old[x] == new[y] {
                    x += 1
                    y += 1
                }
                furthest[middle + k] = Int32(clamping: x)
                if x >= old.count, y >= new.count { return walkedBack(through: steps) }
            }
        }
        return nil
    }

    private func walkedBack(through steps: [[Int32]]) -> [Hunk] {
        var hunks: [Hunk] = []
        var (x, y) = (old.count, new.count)
        for step in stride(from: steps.count - 1, to: 0, by: -1) {
            let furthest = steps[step]
            let k = x - y
            let isDown = k == -step || (k != step && furthest[step + k - 1] < furthest[step + k + 1])
            let fromX = Int(furthest[step + k + (isDown ? 1 : -1)])
            let fromY = fromX - (isDown ? k + 1 : k - 1)
            let edit = isDown ? Hunk(old: fromX..<fromX, new: fromY..<(fromY + 1)) : Hunk(old: fromX..<(fromX + 1), new: fromY..<fromY)
            if let last = hunks.last, last.old.lowerBound == edit.old.upperBound, last.new.lowerBound == edit.new.upperBound {
                hunks[hunks.count - 1] = Hunk(
                    old: edit.old.lowerBound..<last.old.upperBound, new: edit.new.lowerBound..<last.new.upperBound)
            } else {
                hunks.append(edit)
            }
            (x, y) = (fromX, fromY)
        }
        return hunks.reversed()
    }
}
