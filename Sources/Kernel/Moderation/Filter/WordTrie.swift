/// Patterns as a tree of letters, so that a text is compared with all of them at once.
struct WordTrie: Sendable {
    struct Node: Sendable {
        /// The letters that lead on; bit 31 for a gap between words.
        var mask: UInt32 = 0
        /// Where each of those letters leads, in the order of the bits.
        var next: [Int32] = []
        /// The patterns that end here.
        var ends: [Int32] = []
    }

    private(set) var nodes = [Node()]

    /// Builds the tree; a pattern is known by its place in the array.
    init(_ patterns: [WordPattern]) {
        for (index, pattern) in patterns.enumerated() {
            var node = 0
            for letter in pattern.letters { node = child(of: node, by: letter) }
            nodes[node].ends.append(Int32(index))
        }
    }

    /// The node a letter leads to.
    func step(from node: Int, by letter: UInt8) -> Int? {
        let bit = UInt32(1) << UInt32(letter)
        guard nodes[node].mask & bit != 0 else { return nil }
        return Int(nodes[node].next[(nodes[node].mask & (bit - 1)).nonzeroBitCount])
    }

    private mutating func child(of node: Int, by letter: UInt8) -> Int {
        if let known = step(from: node, by: letter) { return known }
        let bit = UInt32(1) << UInt32(letter)
        nodes.append(Node())
        nodes[node].next.insert(Int32(nodes.count - 1), at: (nodes[node].mask & (bit - 1)).nonzeroBitCount)
        nodes[node].mask |= bit
        return nodes.count - 1
    }
}
