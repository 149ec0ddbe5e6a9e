import Core

/// The best stretch of one passage, ready to be shown.
struct Snippet {
    /// How well the passage answers: more parts of the query close together, then more matches.
    let score: Double
    let parts: [SnippetPart]
    let place: Passage

    /// How many words a snippet shows, and how many of them before the first match.
    private static let width = 32
    private static let before = 8
    /// The longest text that an address quotes as the match, in bytes.
    private static let longestQuote = 160
    /// How much of its surroundings an address carries on each side, in code points.
    private static let context = 32

    /// Nil when nothing of the query stands in the passage.
    init?(_ passage: SearchPassage, _ marker: Marker, _ tokenizer: SearchTokenizer) {
        let matches = marker.matches(in: passage.text, tokenizer)
        guard let window = Self.window(matches) else { return nil }
        let shown = matches[window]
        let text = Array(passage.text.utf8)
        let line = text.map { $0 == 0x0A ? 0x20 : $0 }
        let clauses = Set(shown.map(\.clause)).count
        score = Double(clauses * 10) + min(Double(matches.count), 8) / 2
        parts = Self.parts(line, shown, matches)
        place = Self.place(passage, text, shown)
    }

    /// The beginning of a passage, with what matches in it marked: for one that was found by its name.
    init(beginningOf passage: SearchPassage, _ marker: Marker? = nil, _ tokenizer: SearchTokenizer? = nil) {
        let text = Array(passage.text.utf8)
        let line = text.map { $0 == 0x0A ? 0x20 : $0 }
        let end = Self.place(text, words: Self.width, after: 0)
        let first = Marker.Match(start: 0, end: min(end, Self.characterStart(text, Self.longestQuote)), clause: 0, word: 0)
        var matches: [Marker.Match] = []
        if let marker, let tokenizer { matches = marker.matches(in: passage.text, tokenizer) }
        score = 0
        parts = Self.parts(line, [Marker.Match(start: 0, end: 0, clause: 0, word: 0)], matches)
        place = Self.place(passage, text, [first])
    }

    /// The matches that fit into one snippet and cover most of the query.
    private static func window(_ matches: [Marker.Match]) -> Range<Int>? {
        var best: (range: Range<Int>, score: Int)?
        var end = 0
        for start in matches.indices {
            end = max(end, start)
            while end < matches.count, matches[end].word - matches[start].word < width - before { end += 1 }
            // There are never more parts of a query than bits.
            let clauses = matches[start..<end].reduce(into: UInt32(0)) { $0 |= 1 << UInt32($1.clause) }
            let score = clauses.nonzeroBitCount * 100 + min(end - start, 50)
            if best.map({ score > $0.score }) ?? true { best = (start..<end, score) }
        }
        return best?.range
    }

    private static func parts(_ text: [UInt8], _ shown: ArraySlice<Marker.Match>, _ all: [Marker.Match]) -> [SnippetPart] {
        guard let first = shown.first else { return [] }
        let start = place(text, wordsBefore: first.start)
        let end = place(text, words: width, after: start)
        var parts: [SnippetPart] = []
        func add(_ range: Range<Int>, isMatch: Bool) {
            guard !range.isEmpty else { return }
            parts.append(SnippetPart(text: String(decoding: text[range], as: UTF8.self), isMatch: isMatch))
        }
        if start > 0 { parts.append(SnippetPart(text: "… ", isMatch: false)) }
        var position = start
        for match in all where match.start >= start && match.end <= max(end, first.end) {
            add(position..<match.start, isMatch: false)
            add(match.start..<match.end, isMatch: true)
            position = match.end
        }
        if position < end { add(position..<end, isMatch: false) }
        if max(position, end) < text.count { parts.append(SnippetPart(text: " …", isMatch: false)) }
        return parts
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    /// Where a snippet begins whose first match begins at `position`: some words earlier, or at the start of the text.
    private static func place(_ text: [UInt8], wordsBefore position: Int) -> Int {
        var index = position
        var words = 0
        while index > 0, position - index < 80 {
            if isSpace(text[index - 1]), index < position, !isSpace(text[index]) {
                words += 1
                if words == before { return index }
            }
            index -= 1
        }
        return characterStart(text, index)
    }

    /// Where a snippet ends that begins at `start`.
    private static func place(_ text: [UInt8], words: Int, after start: Int) -> Int {
        var index = start
        var count = 0
        while index < text.count, index - start < 280 {
            if isSpace(text[index]), !isSpace(text[max(index - 1, 0)]) {
                count += 1
                if count == words { return index }
            }
            index += 1
        }
        return characterStart(text, index)
    }

    /// The nearest place at or before `index` where a character begins.
    private static func characterStart(_ text: [UInt8], _ index: Int) -> Int {
        var index = index
        while index > 0, index < text.count, text[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }

    /// The address of the matches, or of the first one when they are far apart.
    private static func place(_ passage: SearchPassage, _ text: [UInt8], _ shown: ArraySlice<Marker.Match>) -> Passage {
        guard let first = shown.first else {
            return Passage(section: passage.section, quote: TextQuote(exact: ""), position: TextPosition(start: passage.start, end: passage.start))
        }
        let last = shown.last { $0.end - first.start <= longestQuote } ?? first
        let exact = String(decoding: text[first.start..<last.end], as: UTF8.self)
        let before = String(decoding: text[..<first.start], as: UTF8.self).unicodeScalars
        let after = String(decoding: text[last.end...], as: UTF8.self).unicodeScalars
        let start = passage.start + before.count
        return Passage(
            section: passage.section,
            quote: TextQuote(exact: exact, prefix: String(before.suffix(context)), suffix: String(after.prefix(context))),
            position: TextPosition(start: start, end: start + exact.unicodeScalars.count))
    }
}

extension Marker {
    /// A whole text, such as a title, with its matches marked.
    func marked(_ text: String, _ tokenizer: SearchTokenizer) -> [SnippetPart] {
        let bytes = Array(text.utf8)
        var parts: [SnippetPart] = []
        var position = 0
        func add(_ range: Range<Int>, isMatch: Bool) {
            guard !range.isEmpty else { return }
            parts.append(SnippetPart(text: String(decoding: bytes[range], as: UTF8.self), isMatch: isMatch))
        }
        for match in matches(in: text, tokenizer) {
            add(position..<match.start, isMatch: false)
            add(match.start..<match.end, isMatch: true)
            position = match.end
        }
        add(position..<bytes.count, isMatch: false)
        return parts
    }
}
