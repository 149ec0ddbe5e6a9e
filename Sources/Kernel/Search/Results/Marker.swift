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
    /// The first bytes of all sought words: no stem begins unlike its word, so other words are passed over at once.
    private let firstBytes: Set<UInt8>

    /// A marker of `clauses`, whose prefixes need not have been spelt out.
    init(_ clauses: [SearchQuery.Clause]) {
        var singles: [(clause: Int, words: Set<String>, prefix: String?)] = []
        var phrases: [(clause: Int, words: [String])] = []
        for (number, clause) in clauses.enumerated() {
            let words = Set(clause.alternatives.filter { $0.count == 1 }.flatMap(\.self))
            let prefix = clause.lead.isEmpty ? clause.prefix : nil
            if !words.isEmpty || prefix != nil { singles.append((number, words, prefix)) }
            for phrase in clause.alternatives where phrase.count > 1 { phrases.append((number, phrase)) }
        }
        self.singles = singles
        self.phrases = phrases
        let sought = singles.flatMap { Array($0.words) + [$0.prefix].compactMap(\.self) } + phrases.compactMap(\.words.first)
        firstBytes = Set(sought.compactMap(\.utf8.first))
    }

    /// A word of the text with its stems, if it could be one of those sought.
    private struct Word {
        let forms: [String]
        let start: Int
        let end: Int
        let isColocated: Bool
    }

    /// The matches in `text`, in order and apart from each other.
    func matches(in text: String, _ tokenizer: SearchTokenizer) -> [Match] {
        let words = words(of: text, tokenizer)
        var matches: [Match] = []
        var number = -1
        for (index, word) in words.enumerated() {
            if !word.isColocated { number += 1 }
            guard let match = match(at: index, number, words) else { continue }
            // `o'brien` stands for two words at one place, and a phrase covers the words inside it.
            if let last = matches.last, match.start < last.end {
                if match.end > last.end { matches[matches.count - 1].end = match.end }
            } else {
                matches.append(match)
            }
        }
        return matches
    }

    private func match(at index: Int, _ number: Int, _ words: [Word]) -> Match? {
        let word = words[index]
        for (clause, phrase) in phrases where word.forms.first == phrase[0] {
            guard let end = end(of: phrase, at: index, words) else { continue }
            return Match(start: word.start, end: end, clause: clause, word: number)
        }
        for (clause, sought, prefix) in singles {
            let isSought = word.forms.contains { sought.contains($0) } || prefix.map { word.forms.first?.hasPrefix($0) ?? false } ?? false
            if isSought { return Match(start: word.start, end: word.end, clause: clause, word: number) }
        }
        return nil
    }

    private func end(of phrase: [String], at index: Int, _ words: [Word]) -> Int? {
        var place = index
        for sought in phrase.dropFirst() {
            place += 1
            while place < words.count, words[place].isColocated { place += 1 }
            guard place < words.count, words[place].forms.first == sought else { return nil }
        }
        return words[place].end
    }

    private func words(of text: String, _ tokenizer: SearchTokenizer) -> [Word] {
        var words: [Word] = []
        let needsEveryWord = !phrases.isEmpty
        tokenizer.withStemmer { stemmer in
            WordScanner.scan(text) { word in
                let isCandidate = word.folded.first.map(firstBytes.contains) ?? false
                var forms: [String] = []
                if isCandidate || needsEveryWord { forms.append(String(decoding: word.folded, as: UTF8.self)) }
                if isCandidate {
                    _ = stemmer?.stems(of: word.folded) {
                        forms.append(String(decoding: $0, as: UTF8.self))
                        return true
                    }
                }
                words.append(Word(forms: forms, start: word.start, end: word.end, isColocated: word.isColocated))
                return true
            }
        }
        return words
    }
}
