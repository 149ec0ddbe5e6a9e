import Core

/// Finds the sought words again in a text that the index has found, and cuts the text around them.
///
/// It works on the text alone, with the tokenizer, so both engines mark alike.
struct Marker {
    /// A word that is sought, and where it stands.
    struct Match {
        /// In bytes.
        var start: Int
        var end: Int
        /// Which part of the query it answers.
        var clause: Int
        /// Its number among the words of the text.
        var word: Int
    }

    /// Single words, by the first clause that they answer.
    private let singles: SoughtWords
    private let prefixes: [(clause: Int, prefix: [UInt8])]
    private let phrases: [(clause: Int, words: [String])]
    /// No stem begins unlike its word, so words that begin otherwise are passed over at once.
    private let firstBytes: ByteSet

    /// A marker of `clauses`, whose prefixes need not have been spelt out.
    init(_ clauses: [SearchQuery.Clause]) {
        var singles: [(word: [UInt8], number: Int)] = []
        var prefixes: [(clause: Int, prefix: [UInt8])] = []
        var phrases: [(clause: Int, words: [String])] = []
        for (number, clause) in clauses.enumerated() {
            singles += clause.alternatives.filter { $0.count == 1 }.map { (Array($0[0].utf8), number) }
            if clause.lead.isEmpty, let prefix = clause.prefix { prefixes.append((number, Array(prefix.utf8))) }
            phrases += clause.alternatives.filter { $0.count > 1 }.map { (number, $0) }
        }
        self.singles = SoughtWords(singles)
        (self.prefixes, self.phrases) = (prefixes, phrases)
        var firstBytes = self.singles.firstBytes
        for byte in prefixes.compactMap(\.prefix.first) + phrases.compactMap(\.words[0].utf8.first) { firstBytes.insert(byte) }
        self.firstBytes = firstBytes
    }

    /// The matches in `text`, in order and apart from each other.
    func matches(in text: String, _ tokenizer: SearchTokenizer) -> [Match] {
        var matches: [Match] = []
        var pending = PendingPhrases(phrases)
        var number = -1
        let (firstBytes, hasPhrases) = (firstBytes, !phrases.isEmpty)
        tokenizer.withStemmer { stemmer in
            singles.withReader { singles in
                prefixes.withUnsafeBufferPointer { prefixes in
                    WordScanner.scan(text) { word in
                        if !word.isColocated { number += 1 }
                        let isCandidate = word.folded.first.map(firstBytes.contains) ?? false
                        guard isCandidate || hasPhrases && pending.isOpen else { return true }
                        if hasPhrases, !word.isColocated, let match = pending.next(String(decoding: word.folded, as: UTF8.self), word, number) {
                            Self.note(match, &matches)
                        }
                        if isCandidate, let clause = Self.clause(of: word.folded, singles, prefixes, stemmer) {
                            Self.note(Match(start: word.start, end: word.end, clause: clause, word: number), &matches)
                        }
                        return true
                    }
                }
            }
        }
        return matches
    }

    /// A phrase takes the place of the matches inside it; a match inside one is none of its own.
    private static func note(_ match: Match, _ matches: inout [Match]) {
        while let last = matches.last, last.start >= match.start, last.end <= match.end { matches.removeLast() }
        if let last = matches.last, match.start < last.end { return }
        matches.append(match)
    }

    /// The first clause that a word answers: as it stands, or by one of its stems.
    private static func clause(
        of word: UnsafeBufferPointer<UInt8>, _ singles: SoughtWords.Reader, _ prefixes: UnsafeBufferPointer<(clause: Int, prefix: [UInt8])>,
        _ stemmer: Stemmer?
    ) -> Int? {
        let whole = singles.number(of: word)
        if let begun = prefixes.first(where: { word.starts(with: $0.prefix) })?.clause { return min(begun, whole ?? begun) }
        if let whole { return whole }
        var found: Int?
        _ = stemmer?.stems(of: word) { stem in
            found = singles.number(of: stem)
            return found == nil
        }
        return found
    }
}

/// Phrases that have begun and may go on with the next word.
private struct PendingPhrases {
    private struct Begun {
        let phrase: Int
        var length: Int
        let start: Int
        let word: Int
    }

    private let phrases: [(clause: Int, words: [String])]
    private var begun: [Begun] = []

    init(_ phrases: [(clause: Int, words: [String])]) { self.phrases = phrases }

    var isOpen: Bool { !begun.isEmpty }

    /// Takes the next word; answers a phrase that it completes.
    mutating func next(_ plain: String, _ word: ScannedWord, _ number: Int) -> Marker.Match? {
        begun = begun.compactMap { one in
            guard phrases[one.phrase].words[one.length] == plain else { return nil }
            var one = one
            one.length += 1
            return one
        }
        for (index, phrase) in phrases.enumerated() where phrase.words[0] == plain {
            begun.append(Begun(phrase: index, length: 1, start: word.start, word: number))
        }
        // Several may end at this word, as `"a b c"` and `"b c"` do; the one that began first holds the others.
        let complete = begun.filter { $0.length == phrases[$0.phrase].words.count }
        begun.removeAll { $0.length == phrases[$0.phrase].words.count }
        guard let one = complete.min(by: { $0.word < $1.word }) else { return nil }
        return Marker.Match(start: one.start, end: word.end, clause: phrases[one.phrase].clause, word: one.word)
    }
}
