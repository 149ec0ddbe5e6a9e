/// Finding a short pattern in a long text although some code points were changed, added or left out.
///
/// The scan is Myers' bit-parallel algorithm: one machine word holds a whole column of the edit-distance table, so a text
/// costs a few operations per code point. Only the neighbourhood of the best place is then aligned in full.
struct ApproximateSearch {
    /// The longest pattern: one bit per code point.
    static let longest = 64

    /// A place where the pattern fits best.
    struct Match: Equatable {
        /// How many changes make the text equal to the pattern.
        let distance: Int
        /// For each offset in the pattern (0...count), the index in the text where that part begins.
        let boundaries: [Int]
    }

    let pattern: [UInt32]
    private let masks: [UInt32: UInt64]

    /// Prepares a pattern of 1 to 64 code points; a longer one is cut.
    init(_ pattern: some Collection<UInt32>) {
        self.pattern = Array(pattern.prefix(Self.longest))
        var masks: [UInt32: UInt64] = [:]
        for (index, point) in self.pattern.enumerated() { masks[point, default: 0] |= 1 << UInt64(index) }
        self.masks = masks
    }

    /// The best place in `text[range]` with at most `limit` changes; of equal ones the nearest to `expected`.
    func best(in text: [UInt32], _ range: Range<Int>, limit: Int, near expected: Int) -> Match? {
        guard !pattern.isEmpty, !range.isEmpty else { return nil }
        var best: (distance: Int, end: Int)?
        scan(text, range) { end, distance in
            guard distance <= limit else { return }
            guard let found = best else { return best = (distance, end) }
            let isNearer = abs(end - pattern.count - expected) < abs(found.end - pattern.count - expected)
            if distance < found.distance || (distance == found.distance && isNearer) { best = (distance, end) }
        }
        guard let best else { return nil }
        return align(text, endingAt: best.end, from: max(range.lowerBound, best.end - pattern.count - best.distance))
    }

    /// Calls `visit(end, distance)` for every end of a fitting part: `distance` changes, ending before `end`.
    private func scan(_ text: [UInt32], _ range: Range<Int>, _ visit: (Int, Int) -> Void) {
        let top: UInt64 = 1 << UInt64(pattern.count - 1)
        var positive = UInt64.max
        var negative: UInt64 = 0
        var distance = pattern.count
        for index in range {
            let equal = masks[text[index]] ?? 0
            let vertical = equal | negative
            let horizontal = (((equal & positive) &+ positive) ^ positive) | equal
            var plus = negative | ~(horizontal | positive)
            var minus = positive & horizontal
            if plus & top != 0 { distance += 1 } else if minus & top != 0 { distance -= 1 }
            plus <<= 1
            minus <<= 1
            positive = minus | ~(vertical | plus)
            negative = plus & vertical
            visit(index + 1, distance)
        }
    }

    /// Aligns the pattern with the part of `text` that ends at `end`, by the full table of edit distances.
    private func align(_ text: [UInt32], endingAt end: Int, from start: Int) -> Match {
        let window = Array(text[start..<end])
        let width = window.count + 1
        // Row by pattern, column by text; beginning anywhere in the window costs nothing.
        var table = [Int](repeating: 0, count: (pattern.count + 1) * width)
        for row in 1...pattern.count {
            table[row * width] = row
            for column in 1..<width {
                let change = pattern[row - 1] == window[column - 1] ? 0 : 1
                table[row * width + column] = min(
                    table[(row - 1) * width + column - 1] + change,
                    table[(row - 1) * width + column] + 1,
                    table[row * width + column - 1] + 1)
            }
        }
        return Match(
            distance: table[pattern.count * width + width - 1],
            boundaries: boundaries(table, width, window).map { $0 + start })
    }

    private func boundaries(_ table: [Int], _ width: Int, _ window: [UInt32]) -> [Int] {
        var result = [Int](repeating: 0, count: pattern.count + 1)
        var row = pattern.count
        var column = width - 1
        result[row] = column
        while row > 0 {
            let here = table[row * width + column]
            let change = column > 0 && pattern[row - 1] == window[column - 1] ? 0 : 1
            if column > 0, here == table[(row - 1) * width + column - 1] + change {
                row -= 1
                column -= 1
            } else if here == table[(row - 1) * width + column] + 1 {
                row -= 1
            } else {
                column -= 1
                continue
            }
            result[row] = column
        }
        return result
    }
}
