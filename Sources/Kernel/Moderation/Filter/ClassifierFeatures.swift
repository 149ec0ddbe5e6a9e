/// What the classifier looks at: the words of a text, pairs of words, and the runs of letters inside each word as a reader sees it.
/// Each is hashed to a bucket; the trained weights belong to exactly these features, so a change here asks for a new training.
enum ClassifierFeatures {
    /// How many buckets there are.
    static let buckets = 1 << 16

    /// The buckets of a text, each once, in rising order.
    static func buckets(of glyphs: [Glyph], tokens: [FilterToken]) -> [Int] {
        var found: Set<Int> = []
        var previous: UInt32?
        for token in tokens {
            let word = hash(seen(token).utf8, from: start(kind: 1))
            found.insert(bucket(word))
            for name in token.classes { found.insert(bucket(hash(name.utf8, from: start(kind: 2)))) }
            if let previous { found.insert(bucket((previous ^ word.byteSwapped) &* prime)) }
            previous = word
        }
        for word in words(glyphs) { addRuns(of: word, to: &found) }
        return found.sorted()
    }

    /// A word as it stands; a number is only its length.
    private static func seen(_ token: FilterToken) -> String {
        token.classes.contains("{number}") ? String(repeating: "0", count: min(token.text.utf8.count, 12)) : token.text
    }

    /// Each run without spaces as the letters it seems to say: symbols and digits are letters, other marks are gone, what is repeated is said at most twice.
    private static func words(_ glyphs: [Glyph]) -> [[UInt8]] {
        glyphs.split { $0.role == .space }.map { run in
            var letters: [UInt8] = []
            for glyph in run where glyph.role != .mark {
                let letter: UInt8 = glyph.letters == .any ? 42 : glyph.letters.isEmpty ? 63 : UInt8(97 + glyph.letters.first)
                if letters.suffix(2).elementsEqual([letter, letter]) { continue }
                letters.append(letter)
            }
            return letters
        }
    }

    private static func addRuns(of word: [UInt8], to found: inout Set<Int>) {
        guard !word.isEmpty else { return }
        let framed = [95] + word.prefix(40) + [95]
        found.insert(bucket(hash(framed, from: start(kind: 3))))
        for from in framed.indices {
            var value = start(kind: 4)
            for (length, letter) in framed[from...].prefix(5).enumerated() {
                value = step(value, letter)
                if length >= 1 { found.insert(bucket(value)) }
            }
        }
    }

    // FNV-1a: small, fast, and the same on every machine.
    private static let prime: UInt32 = 16_777_619
    private static func step(_ value: UInt32, _ byte: UInt8) -> UInt32 { (value ^ UInt32(byte)) &* prime }
    private static func start(kind: UInt8) -> UInt32 { step(2_166_136_261, kind) }
    private static func hash(_ bytes: some Sequence<UInt8>, from start: UInt32) -> UInt32 { bytes.reduce(start, step) }
    private static func bucket(_ hash: UInt32) -> Int { Int((hash ^ hash >> 16) & UInt32(buckets - 1)) }
}
