/// Finds the words of a list in a text, also in disguise: look-alikes, digits and symbols for letters, repeated letters,
/// letters held apart by spaces or dots, and stars that hide letters. Words with a listed word inside that mean no harm are left alone.
struct WordMatcher: Sendable {
    /// A pattern found between two glyphs.
    struct Hit: Sendable {
        let pattern: Int
        let range: Range<Int>
    }

    let patterns: [WordPattern]
    private let trie: WordTrie
    private let innocents: [WordPattern]
    private let innocentTrie: WordTrie

    init(_ patterns: [WordPattern], innocents: [WordPattern]) {
        self.patterns = patterns
        self.innocents = innocents
        trie = WordTrie(patterns)
        innocentTrie = WordTrie(innocents)
    }

    /// Everything that is found.
    func hits(in glyphs: [Glyph]) -> [Hit] {
        var hits = Self.search(glyphs, trie, patterns, inDisguise: true)
        guard !hits.isEmpty else { return [] }
        let harmless = Self.search(glyphs, innocentTrie, innocents, inDisguise: false).map(\.range)
        hits.removeAll { hit in harmless.contains { $0.lowerBound <= hit.range.lowerBound && hit.range.upperBound <= $0.upperBound } }
        return hits
    }

    /// The longest hit of each place; of two as long, the pattern that comes first.
    static func longest(_ hits: [Hit]) -> [Hit] {
        let sorted = hits.sorted { ($0.range.lowerBound, -$0.range.count, $0.pattern) < ($1.range.lowerBound, -$1.range.count, $1.pattern) }
        var kept: [Hit] = []
        for hit in sorted where kept.last.map({ hit.range.upperBound > $0.range.upperBound }) ?? true { kept.append(hit) }
        return kept
    }

    private static func search(_ glyphs: [Glyph], _ trie: WordTrie, _ patterns: [WordPattern], inDisguise: Bool) -> [Hit] {
        var walk = Walk(glyphs: glyphs, trie: trie, patterns: patterns, inDisguise: inDisguise)
        for start in glyphs.indices where !glyphs[start].letters.isEmpty && glyphs[start].letters != .any { walk.begin(at: start) }
        return walk.hits
    }
}

/// One search through a text.
private struct Walk {
    /// How the letters of a candidate were read.
    struct Trail {
        /// Letters that are letters, and those behind digits and symbols.
        var plain = 0
        var symbols = 0
        var digits = 0
        /// Symbols that may be any letter.
        var hidden = 0
        /// Marks and spaces inside a word.
        var marks = 0
        var spaces = 0
        /// Words of one letter among those between spaces.
        var single = 0
        var sinceBreak = 0
        /// Letters that stand twice where the pattern has one.
        var doubled = 0
    }

    let glyphs: [Glyph]
    let trie: WordTrie
    let patterns: [WordPattern]
    let inDisguise: Bool
    var hits: [WordMatcher.Hit] = []
    private var start = 0
    /// Steps that may still be taken from this start: a text made to be slow is read less closely, not slowly.
    private var patience = 0
    private static let patience = 400
    /// Letters that are words of English or Swedish.
    private static let words: Set<Unicode.Scalar> = ["a", "i", "o", "å", "ö"]

    init(glyphs: [Glyph], trie: WordTrie, patterns: [WordPattern], inDisguise: Bool) {
        self.glyphs = glyphs
        self.trie = trie
        self.patterns = patterns
        self.inDisguise = inDisguise
    }

    mutating func begin(at start: Int) {
        self.start = start
        patience = Self.patience
        advance(0, start, Trail())
    }

    private mutating func advance(_ node: Int, _ place: Int, _ trail: Trail) {
        for end in trie.nodes[node].ends where accepts(patterns[Int(end)], end: place, trail) {
            hits.append(.init(pattern: Int(end), range: start..<place))
        }
        patience -= 1
        guard trie.nodes[node].mask != 0, patience > 0 else { return }
        if let next = trie.step(from: node, by: WordPattern.gap) { crossGap(next, place, trail) }
        guard place < glyphs.count else { return }
        let glyph = glyphs[place]
        if glyph.isBreak {
            if inDisguise, node != 0 { crossBreak(node, place, trail) }
            return
        }
        guard inDisguise || glyph.role == .letter else { return }
        var letters = glyph.letters.rawValue & trie.nodes[node].mask
        guard letters != 0 else { return }
        var read = trail
        read.sinceBreak += 1
        if glyph.letters == .any {
            guard trail.hidden < 3 else { return }
            read.hidden += 1
        } else if glyph.role == .letter {
            read.plain += 1
        } else if glyph.role == .digit {
            read.digits += 1
        } else {
            read.symbols += 1
        }
        while letters != 0 {
            let letter = UInt8(letters.trailingZeroBitCount)
            letters &= letters - 1
            guard let next = trie.step(from: node, by: letter) else { continue }
            advance(next, place + 1, read)
            if inDisguise { crossRepeats(of: letter, from: glyph, next, place + 1, read) }
        }
    }

    /// Letters that are said again: `daaarn`.
    private mutating func crossRepeats(of letter: UInt8, from glyph: Glyph, _ node: Int, _ place: Int, _ trail: Trail) {
        guard glyph.letters != .any else { return }
        var end = place
        while end < glyphs.count, glyphs[end].scalar == glyph.scalar { end += 1 }
        guard end > place else { return }
        var read = trail
        if end == place + 1 { read.doubled += 1 }
        advance(node, end, read)
    }

    /// Marks or spaces between the letters of one word: `d.a.r.n`, `d a r n`.
    private mutating func crossBreak(_ node: Int, _ place: Int, _ trail: Trail) {
        var read = trail
        var end = place
        while end < glyphs.count, glyphs[end].isBreak, end - place < 3 {
            if "'’/&".unicodeScalars.contains(glyphs[end].scalar) { return }
            if glyphs[end].role == .space { read.spaces += 1 } else { read.marks += 1 }
            end += 1
        }
        guard end < glyphs.count, !glyphs[end].isBreak else { return }
        if read.sinceBreak == 1, !Self.words.contains(glyphs[place - 1].scalar) { read.single += 1 }
        read.sinceBreak = 0
        advance(node, end, read)
    }

    /// What stands between two words of a phrase, or nothing.
    private mutating func crossGap(_ node: Int, _ place: Int, _ trail: Trail) {
        var end = place
        while end < glyphs.count, glyphs[end].isBreak, end - place < 4 { end += 1 }
        var read = trail
        read.sinceBreak = 0
        advance(node, end, read)
    }

    private func accepts(_ pattern: WordPattern, end: Int, _ trail: Trail) -> Bool {
        let length = pattern.letters.count
        if !pattern.opensAtStart, start > 0, isLetter(start - 1) { return false }
        if !pattern.opensAtEnd, !isEnd(end) { return false }
        guard inDisguise else { return true }
        if trail.plain == 0, trail.symbols + trail.hidden < 2 || trail.hidden > 0 { return false }
        if trail.digits > 0, trail.plain == 0 || (trail.plain < 2 && length < 4) { return false }
        if trail.hidden > 0, length < 4 || trail.hidden * 2 > length { return false }
        if trail.doubled > 0, length < 4 || !isWhole(end) || !(pattern.opensAtStart || pattern.opensAtEnd) { return false }
        if trail.spaces > 0 { return isSpelledOut(end: end, trail, length: length) }
        if trail.marks > 0 { return isWhole(end) && length >= 4 || trail.marks >= length - 1 }
        return true
    }

    /// Whether letters that are held apart by spaces are one word: it begins and ends with a word, and its parts are no words.
    private func isSpelledOut(end: Int, _ trail: Trail, length: Int) -> Bool {
        guard isWhole(end), trail.digits == 0, trail.hidden == 0, length >= 3 else { return false }
        let parts = trail.single + (trail.sinceBreak == 1 && !Self.words.contains(glyphs[end - 1].scalar) ? 1 : 0)
        return parts >= max(2, length - 2) && trail.spaces >= length - 2 || (parts >= 1 && length >= 5 && trail.plain == length)
    }

    private func isWhole(_ end: Int) -> Bool { (start == 0 || !isLetter(start - 1)) && isEnd(end) }
    private func isLetter(_ place: Int) -> Bool { glyphs[place].role == .letter }

    /// Whether a word ends here, perhaps with a plural's s.
    private func isEnd(_ place: Int) -> Bool {
        guard place < glyphs.count, isLetter(place) else { return true }
        guard glyphs[place].scalar == "s" || glyphs[place].scalar == "z", glyphs[place - 1].scalar != "s" else { return false }
        return place + 1 >= glyphs.count || !isLetter(place + 1)
    }
}
