import Core

/// What the classifier looks at: the words of a text and pairs of words, runs of letters, what the words mean, and how the text looks. Each
/// is hashed to a bucket; the trained weights belong to exactly these features, so a change here asks for a new training.
struct ClassifierFeatures {
    /// How many buckets there are.
    static let buckets = 1 << 16

    /// What a model may read.
    enum Group: String, Codable, Sendable, CaseIterable {
        /// Words, their classes, and pairs of words.
        case words
        /// Runs of two to five letters as a reader sees them, whatever they are disguised as.
        case runs
        /// Runs of four and five letters of the words as they are written: stems, endings, the parts of compounds.
        case parts
        /// What words mean, and what meanings follow each other in a sentence.
        case concepts
        /// How the text looks.
        case shape
    }

    /// The buckets of each word: itself, what it is besides a word, and its pair with the word before.
    let words: [[Int]]
    /// The buckets of the parts of each word.
    let parts: [[Int]]
    /// The buckets of each word's concepts, and of their pairs with those of the words that follow in the sentence.
    let concepts: [[Int]]
    private let groups: [Group: [Int]]

    /// Reads a text.
    init(_ text: GlyphText, tokens: [FilterToken], concepts known: Concepts) {
        words = Self.words(of: tokens)
        parts = tokens.map(Self.parts)
        concepts = Self.near(tokens.map(known.of), tokens)
        let runs = Self.seen(text.glyphs).flatMap(Self.runs)
        let shape = TextShape(text, words: tokens.count).traits.map { Self.bucket(Self.hash($0.utf8, kind: 8)) }
        groups = [
            .words: Array(words.joined()), .runs: runs, .parts: Array(parts.joined()), .concepts: Array(concepts.joined()), .shape: shape,
        ]
    }

    /// The buckets of some groups, each once.
    func buckets(_ wanted: some Sequence<Group>) -> [Int] {
        var isKnown = [Bool](repeating: false, count: Self.buckets)
        var found: [Int] = []
        for group in wanted {
            for bucket in groups[group] ?? [] where !isKnown[bucket] {
                isKnown[bucket] = true
                found.append(bucket)
            }
        }
        return found
    }

    private static func words(of tokens: [FilterToken]) -> [[Int]] {
        var previous: UInt32?
        return tokens.map { token in
            let word = hash(seen(token).utf8, kind: 1)
            var found = [bucket(word)] + token.classes.map { bucket(hash($0.utf8, kind: 2)) }
            if let previous { found.append(bucket((previous ^ word.byteSwapped) &* .fnvPrime)) }
            previous = word
            return found
        }
    }

    private static func parts(of token: FilterToken) -> [Int] {
        // One byte tells the letters of our languages apart.
        let letters = [95] + seen(token).unicodeScalars.prefix(40).map { UInt8(truncatingIfNeeded: $0.value) } + [95]
        guard letters.count >= 4 else { return [] }
        return (0...letters.count - 4).flatMap { first in
            let four = hash(letters[first..<first + 4], kind: 7)
            return first + 4 < letters.count ? [bucket(four), bucket(four.fnv1a(adding: letters[first + 4]))] : [bucket(four)]
        }
    }

    /// How many words further a concept still belongs to another.
    private static let reach = 5

    private static func near(_ meanings: [[Concepts.ID]], _ tokens: [FilterToken]) -> [[Int]] {
        meanings.indices.map { place in
            var found = meanings[place].map { bucket($0.fnv1a(adding: 5)) }
            for other in meanings.indices[(place + 1)...].prefix(reach) {
                if tokens[other].beginsSentence { break }
                for first in meanings[place] {
                    for second in meanings[other] { found.append(bucket((first &* .fnvPrime ^ second.byteSwapped) &* .fnvPrime)) }
                }
            }
            return found
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

    private static func runs(of word: [UInt8]) -> [Int] {
        guard !word.isEmpty else { return [] }
        let framed = [95] + word.prefix(40) + [95]
        var found = [bucket(hash(framed, kind: 3))]
        for from in framed.indices {
            var value = hash([], kind: 4)
            for (length, letter) in framed[from...].prefix(5).enumerated() {
                value = value.fnv1a(adding: letter)
                if length >= 1 { found.append(bucket(value)) }
            }
        }
        return found
    }

    private static func hash(_ bytes: some Sequence<UInt8>, kind: UInt8) -> UInt32 { .fnv1a(bytes, from: .fnv1a([kind])) }
    private static func bucket(_ hash: UInt32) -> Int { Int((hash ^ hash >> 16) & UInt32(buckets - 1)) }
}
