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

    private let singles: [(clause: Int, words: Set<String>, prefix: String?)]
    private let phrases: [(clause: Int, words: [String])]
    /// By first byte, whether a sought word begins so: no stem begins unlike its word, so other words are passed over at once.
    private let firstBytes: [Bool]

    /// A marker of `clauses`, whose prefixes need not have been spelt out.
    init(_ clauses: [SearchQuery.Clause]) {
        var singles: [(clause: Int, words: Set<String>, prefix: String?)] = []
        var phrases: [(clause: Int, words: [String])] = []
        var firstBytes = Array(repeating: false, count: 256)
        func note(_ word: String?) {
            if let byte = word?.utf8.first { firstBytes[Int(byte)] = true }
        }
        for (number, clause) in clauses.enumerated() {
            let words = Set(clause.alternatives.filter { $0.count == 1 }.flatMap(\.self))
            let prefix = clause.lead.isEmpty ? clause.prefix : nil
            if !words.isEmpty || prefix != nil { singles.append((number, words, prefix)) }
            words.forEach(note)
            note(prefix)
            for phrase in clause.alternatives where phrase.count > 1 {
                phrases.append((number, phrase))
                note(phrase[0])
            }
        }
        self.singles = singles
        self.phrases = phrases
        self.firstBytes = firstBytes
    }

    /// The matches in `text`, in order and apart from each other.
    func matches(in text: String, _ tokenizer: SearchTokenizer) -> [Match] {
        var matches: [Match] = []
        var pending = PendingPhrases(phrases)
        var number = -1
        tokenizer.withStemmer { stemmer in
            WordScanner.scan(text) { word in
                if !word.isColocated { number += 1 }
                let isCandidate = word.folded.first.map { firstBytes[Int($0)] } ?? false
                guard isCandidate || pending.isOpen else { return true }
                let plain = String(decoding: word.folded, as: UTF8.self)
                if !phrases.isEmpty, !word.isColocated, let match = pending.next(plain, word, number) { note(match, &matches) }
                if isCandidate, let clause = clause(of: plain, word.folded, stemmer) {
                    note(Match(start: word.start, end: word.end, clause: clause, word: number), &matches)
                }
                return true
            }
        }
        return matches
    }

    /// A phrase takes the place of the matches inside it; a match inside one is none of its own.
    private func note(_ match: Match, _ matches: inout [Match]) {
        while let last = matches.last, last.start >= match.start, last.end <= match.end { matches.removeLast() }
        if let last = matches.last, match.start < last.end { return }
        matches.append(match)
    }

    private func clause(of word: String, _ folded: UnsafeBufferPointer<UInt8>, _ stemmer: Stemmer?) -> Int? {
        for (clause, sought, prefix) in singles where sought.contains(word) || prefix.map(word.hasPrefix) ?? false { return clause }
        var found: Int?
        _ = stemmer?.stems(of: folded) { stem in
            let stem = String(decoding: stem, as: UTF8.self)
            found = singles.first { $0.words.contains(stem) }?.clause
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
