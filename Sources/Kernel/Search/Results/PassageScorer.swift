import Foundation

/// Judges how well a text answers the words that were typed.
///
/// It reads the text alone, so both engines put their answers in the same order. All words of the query together, in their order and one
/// after another, count most; then how near they stand; a word as it was typed before another form of it; and rare words before common ones.
struct PassageScorer {
    /// The typed words in order, as places in `words`.
    private let sequence: [Int]
    private let words: [String]
    private let weights: [Double]
    private let exact: SoughtWords
    /// The words by their stem.
    private let english: SoughtWords
    private let swedish: SoughtWords

    /// What a text that says exactly what was typed, and nothing else, comes to.
    static let best = 190.0
    private static let form = 0.8

    /// - Parameter weight: how much a word says, from 0 to 1.
    init(_ spoken: [String], _ tokenizer: SearchTokenizer, weight: (String) -> Double) {
        var numbers: [String: Int] = [:]
        var words: [String] = []
        for word in spoken where numbers[word] == nil {
            numbers[word] = words.count
            words.append(word)
        }
        self.words = words
        sequence = spoken.compactMap { numbers[$0] }
        weights = words.map(weight)
        let sought = words.enumerated().map { (word: Array($0.element.utf8), number: $0.offset) }
        exact = SoughtWords(sought)
        (english, swedish) = tokenizer.withStemmer { stemmer in
            func stemmed(_ language: StemmedLanguage) -> SoughtWords {
                guard let stemmer else { return SoughtWords([]) }
                return SoughtWords(sought.map { one in (one.word.withUnsafeBufferPointer { stemmer.stem(of: $0, in: language) }, one.number) })
            }
            return (stemmed(.english), stemmed(.swedish))
        }
    }

    /// What a text is worth.
    struct Judgement {
        /// From 0, where no word stands in it, to ``best``.
        var score = 0.0
        /// The share of the query that stands in it, by what its words say.
        var coverage = 0.0
        /// How many words the text has.
        var length = 0
        /// The share of the text's letters that were typed.
        var share = 0.0
        /// Whether the whole query stands in it as it was typed.
        var isVerbatim = false
    }

    /// A sought word in a text.
    private struct Match {
        let place: Int
        let word: Int
        let isExact: Bool
    }

    /// Judges a text in a language, both of which a row of the index knows.
    func judge(_ text: String, in language: String?, _ stemmer: Stemmer?) -> Judgement {
        var matches: [Match] = []
        var length = 0
        var letters = 0
        var lettersFound = 0
        let languages = StemmedLanguage.of(language)
        let (isEnglish, isSwedish) = (languages.contains(.english), languages.contains(.swedish))
        // No stem begins unlike its word, so other words are passed over at once.
        let firstBytes = exact.firstBytes
        exact.withReader { exact in
            english.withReader { english in
                swedish.withReader { swedish in
                    WordScanner.scan(text) { word in
                        if !word.isColocated {
                            length += 1
                            letters += word.folded.count
                        }
                        guard let first = word.folded.first, firstBytes.contains(first) else { return true }
                        let same = exact.number(of: word.folded)
                        var number = same
                        if number == nil, isEnglish { number = stemmer?.withStem(of: word.folded, in: .english, english.number) }
                        if number == nil, isSwedish { number = stemmer?.withStem(of: word.folded, in: .swedish, swedish.number) }
                        guard let number else { return true }
                        matches.append(Match(place: length - 1, word: number, isExact: same != nil))
                        lettersFound += word.folded.count
                        return true
                    }
                }
            }
        }
        guard !matches.isEmpty, length > 0 else { return Judgement(length: length) }
        var judgement = judged(matches, length)
        judgement.share = min(1, Double(lettersFound) / Double(max(letters, 1)))
        return judgement
    }

    private func judged(_ matches: [Match], _ length: Int) -> Judgement {
        var quality = Array(repeating: 0.0, count: words.count)
        for match in matches { quality[match.word] = max(quality[match.word], match.isExact ? 1 : Self.form) }
        let all = weights.reduce(0, +)
        let coverage = zip(quality, weights).reduce(0) { $0 + $1.0 * $1.1 } / max(all, 0.001)
        let (order, verbatimAt) = inOrder(matches)
        let near = nearness(matches, of: quality.count { $0 > 0 })
        var score = 90 * coverage + 45 * order + 15 * near * coverage
        if let verbatimAt {
            score += 30 + (verbatimAt == 0 ? 4 : verbatimAt < 3 ? 2 : 0)
            score += 6 * min(1, Double(sequence.count) / Double(length))
        } else {
            score += 3 * min(1, Double(quality.count { $0 > 0 }) / Double(length))
        }
        return Judgement(score: score, coverage: coverage, length: length, isVerbatim: verbatimAt != nil)
    }

    /// The share of neighbours in the query that are neighbours in the text, by what they say, and where the whole query begins as typed.
    private func inOrder(_ matches: [Match]) -> (share: Double, verbatimAt: Int?) {
        // Found in order, the matches of a place stand together.
        func stands(_ word: Int, at place: Int) -> Double {
            var low = 0
            var high = matches.count
            while low < high {
                let middle = (low + high) / 2
                if matches[middle].place < place { low = middle + 1 } else { high = middle }
            }
            while low < matches.count, matches[low].place == place {
                if matches[low].word == word { return matches[low].isExact ? 1 : Self.form }
                low += 1
            }
            return 0
        }
        guard sequence.count > 1 else {
            let first = matches.first { $0.isExact }
            return (first == nil ? Self.form : 1, first?.place)
        }
        var verbatim: Int?
        for match in matches where match.word == sequence[0] && match.isExact && verbatim == nil {
            let isWhole = sequence.enumerated().allSatisfy { number, word in stands(word, at: match.place + number) == 1 }
            if isWhole { verbatim = match.place }
        }
        var found = 0.0
        var all = 0.0
        for (one, next) in zip(sequence, sequence.dropFirst()) {
            let worth = weights[one] + weights[next]
            all += worth
            var best = 0.0
            for match in matches where match.word == one && best < 1 {
                let here = match.isExact ? 1 : Self.form
                best = max(best, here * stands(next, at: match.place + 1))
                // A word or two between them is how people remember.
                best = max(best, 0.6 * here * max(stands(next, at: match.place + 2), stands(next, at: match.place + 3)))
            }
            found += worth * best
        }
        return (found / max(all, 0.001), verbatim)
    }

    /// How closely the words stand together: 1 for next to each other, less for each word between them.
    private func nearness(_ matches: [Match], of different: Int) -> Double {
        guard different > 1 else { return different == 1 && words.count == 1 ? 1 : 0 }
        var counts = Array(repeating: 0, count: words.count)
        var inside = 0
        var start = 0
        var narrowest = Int.max
        for end in matches.indices {
            if counts[matches[end].word] == 0 { inside += 1 }
            counts[matches[end].word] += 1
            while inside == different {
                narrowest = min(narrowest, matches[end].place - matches[start].place + 1)
                counts[matches[start].word] -= 1
                if counts[matches[start].word] == 0 { inside -= 1 }
                start += 1
            }
        }
        return narrowest == Int.max ? 0 : min(1, Double(different) / Double(max(narrowest, 1)))
    }
}
