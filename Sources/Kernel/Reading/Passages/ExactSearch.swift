/// Finding one sequence of code points inside another: Horspool's algorithm, whose skips make long quotes cheap.
struct ExactSearch {
    let needle: [UInt32]
    private let skips: [UInt32: Int]

    init(_ needle: [UInt32]) {
        self.needle = needle
        var skips: [UInt32: Int] = [:]
        for (index, point) in needle.dropLast().enumerated() { skips[point] = needle.count - 1 - index }
        self.skips = skips
    }

    /// Where `needle` begins in `text`, in rising order, at most `limit` times. Nowhere when it is empty.
    func occurrences(in text: [UInt32], limit: Int = 1000) -> [Int] {
        guard let last = needle.last, needle.count <= text.count else { return [] }
        var found: [Int] = []
        var end = needle.count - 1
        while end < text.count, found.count < limit {
            let point = text[end]
            let start = end - needle.count + 1
            if point == last, text[start..<end].elementsEqual(needle.dropLast()) { found.append(start) }
            end += skips[point] ?? needle.count
        }
        return found
    }
}

/// How many code points `left` and `right` share at their ends.
func commonSuffix(_ left: ArraySlice<UInt32>, _ right: [UInt32]) -> Int {
    zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
}

/// How many code points `left` and `right` share at their beginnings.
func commonPrefix(_ left: ArraySlice<UInt32>, _ right: [UInt32]) -> Int {
    zip(left, right).prefix { $0 == $1 }.count
}
