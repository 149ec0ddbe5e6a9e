/// What the classifier looks at: the words of a text and pairs of words, the runs of letters inside each word as a reader sees it, and
/// what the words mean. Each is hashed to a bucket; the trained weights belong to exactly these features, so a change here asks for a
/// new training.
struct ClassifierFeatures {
    /// How many buckets there are.
    static let buckets = 1 << 16

    /// What a model may read.
    enum Group: String, Codable, Sendable, CaseIterable {
        case words, runs, concepts
    }

    /// The buckets of each word: itself, what it is besides a word, and its pair with the word before.
    let words: [[Int]]
    /// The buckets of each word's concepts, and of their pairs with those of the words that follow in the sentence.
    let concepts: [[Int]]
    private let groups: [Group: Set<Int>]

    /// Reads a text.
    init(_ glyphs: [Glyph], tokens: [FilterToken], concepts known: Concepts) {
        words = Self.words(of: tokens)
        let meanings = tokens.map(known.of)
        concepts = Self.near(meanings, tokens)
        var runs: Set<Int> = []
        for word in Self.seen(glyphs) { Self.addRuns(of: word, to: &runs) }
        groups = [.words: Set(words.joined()), .runs: runs, .concepts: Set(concepts.joined()).union(Self.together(meanings))]
    }

    /// The buckets of some groups, each once, in rising order.
    func buckets(_ wanted: some Sequence<Group>) -> [Int] {
        wanted.reduce(into: Set<Int>()) { $0.formUnion(groups[$1] ?? []) }.sorted()
    }

    private static func words(of tokens: [FilterToken]) -> [[Int]] {
        var previous: UInt32?
        return tokens.map { token in
            let word = hash(seen(token).utf8, from: start(kind: 1))
            var found = [bucket(word)] + token.classes.map { bucket(hash($0.utf8, from: start(kind: 2))) }
            if let previous { found.append(bucket((previous ^ word.byteSwapped) &* prime)) }
            previous = word
            return found
        }
    }

    /// How many words further a concept still belongs to another.
    private static let reach = 5

    private static func near(_ meanings: [[String]], _ tokens: [FilterToken]) -> [[Int]] {
        meanings.indices.map { place in
            var found = meanings[place].map { bucket(hash($0.utf8, from: start(kind: 5))) }
            for other in meanings.indices[(place + 1)...].prefix(reach) {
                if tokens[other].beginsSentence { break }
                for first in meanings[place] {
                    for second in meanings[other] { found.append(bucket(hash("\(first)>\(second)".utf8, from: start(kind: 6)))) }
                }
            }
            return found
        }
    }

    /// Which concepts meet anywhere in the text.
    private static func together(_ meanings: [[String]]) -> [Int] {
        let all = Set(meanings.joined()).sorted()
        return all.indices.flatMap { first in
            all[(first + 1)...].map { bucket(hash("\(all[first])+\($0)".utf8, from: start(kind: 7))) }
        }
    }

    /// A word as it stands; a number is only its length.
    private static func seen(_ token: FilterToken) -> String {
        token.classes.contains("{number}") ? String(repeating: "0", count: min(token.text.utf8.count, 12)) : token.text
    }

    /// Each run without spaces as the letters it seems to say: symbols and digits are letters, other marks are gone, what is repeated is said at most twice.
    private static func seen(_ glyphs: [Glyph]) -> [[UInt8]] {
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
