/// What somebody typed, understood: words that must all be there, phrases in quotation marks, and words that must not be.
///
/// Every text is a query; one without a single word finds nothing. `"…"`, `„…“`, `”…”` and `«…»` hold phrases, and a
/// hyphen before a word or phrase excludes it. Nothing else means anything: `AND`, `*` or `:` are words or nothing.
struct SearchQuery: Sendable {
    /// One thing that must be there.
    struct Clause: Sendable, Equatable {
        /// Any of these will do; each is a word, or several words in a row.
        var alternatives: [[String]]
        /// So will any word that begins like this, right after the words of `lead`.
        var prefix: String?
        /// The words before the prefix.
        var lead: [String] = []
        /// Whether words in a row are asked for, which only the passages can tell.
        var isPhrase: Bool { alternatives.contains { $0.count > 1 } || !lead.isEmpty }
    }

    /// What must be there.
    let clauses: [Clause]
    /// What must not.
    let excluded: [Clause]
    /// All the words that must be there, in the order in which they were typed, each as often as it was.
    let spoken: [String]
    /// Whether something stood in quotation marks: it is meant to the letter.
    let isLiteral: Bool

    /// Whether there is nothing to look for.
    var isEmpty: Bool { clauses.isEmpty }

    /// What was typed, as words in a row.
    var words: [String] { clauses.compactMap(\.alternatives.first).flatMap(\.self) }

    /// Whether that says it all.
    var isPlain: Bool { excluded.isEmpty && !clauses.contains(where: \.isPhrase) }

    /// The clause with the longest words: long words are rarer than short ones.
    var mostTelling: Clause? {
        func length(_ clause: Clause) -> Int { clause.alternatives[0].reduce(0) { $0 + $1.utf8.count } }
        return clauses.max { length($0) < length($1) }
    }

    private static let longestText = 400
    private static let mostClauses = 12
    private static let longestPhrase = 12
    private static let mostSpoken = 16

    /// Understands `text`; while it is being typed, the last word may go on.
    init(_ text: String, isTyping: Bool = false, tokenizer: SearchTokenizer) {
        var clauses: [Clause] = []
        var excluded: [Clause] = []
        var spoken: [String] = []
        let chunks = Self.chunks(of: String(text.unicodeScalars.prefix(Self.longestText)))
        for (number, chunk) in chunks.enumerated() {
            let words = Array(SearchTokenizer.words(of: chunk.text).prefix(Self.longestPhrase))
            guard !words.isEmpty else { continue }
            let mayGoOn = isTyping && number == chunks.count - 1 && !chunk.isClosed && chunk.endsInWord
            let clause = Self.clause(words, isQuoted: chunk.isQuoted, mayGoOn: mayGoOn, tokenizer)
            if !chunk.isExcluded { spoken += words }
            if chunk.isExcluded {
                if excluded.count < Self.mostClauses { excluded.append(clause) }
            } else if clauses.count < Self.mostClauses, !clauses.contains(clause) {
                clauses.append(clause)
            }
        }
        self.clauses = clauses
        self.excluded = excluded
        isLiteral = chunks.contains(where: \.isQuoted)
        self.spoken = Array(spoken.prefix(Self.mostSpoken))
    }

    private static func clause(_ words: [String], isQuoted: Bool, mayGoOn: Bool, _ tokenizer: SearchTokenizer) -> Clause {
        var alternatives = [words]
        if words.count == 1, !isQuoted { alternatives += tokenizer.stems(of: words[0]).map { [$0] } }
        guard mayGoOn, let last = words.last else { return Clause(alternatives: alternatives) }
        return Clause(alternatives: alternatives, prefix: last, lead: Array(words.dropLast()))
    }

    /// A stretch of the text between spaces, or between quotation marks.
    private struct Chunk {
        var text = ""
        var isQuoted = false
        var isExcluded = false
        /// Whether white space or a quotation mark has ended it.
        var isClosed = false
        /// Whether a letter or digit stands last.
        var endsInWord: Bool {
            text.unicodeScalars.last.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
        }
    }

    private static func chunks(of text: String) -> [Chunk] {
        var chunks: [Chunk] = []
        var chunk = Chunk()
        func finish() {
            chunk.isClosed = true
            if !chunk.text.isEmpty { chunks.append(chunk) }
            chunk = Chunk()
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "“", "”", "„", "«", "»", "‟":
                let opens = !chunk.isQuoted
                let isExcluded = opens && chunk.isExcluded && chunk.text.isEmpty
                finish()
                chunk.isQuoted = opens
                chunk.isExcluded = isExcluded
            case "-" where chunk.text.isEmpty && !chunk.isQuoted && !chunk.isExcluded,
                "−" where chunk.text.isEmpty && !chunk.isQuoted && !chunk.isExcluded:
                chunk.isExcluded = true
            case _ where scalar.properties.isWhitespace && !chunk.isQuoted:
                finish()
            default:
                chunk.text.unicodeScalars.append(scalar)
            }
        }
        if !chunk.text.isEmpty { chunks.append(chunk) }
        return chunks
    }
}
