/// The tokens of a text as PostgreSQL's `tsvector` literal: the same words and stems that FTS5 gets from the tokenizer.
struct LexemeList {
    /// The places of each word, in `tsvector` notation, e.g. `3,17,41B`.
    private var places: [String: String] = [:]
    /// PostgreSQL's own limits.
    private static let lastPosition = 16_383
    private static let largest = 1_000_000
    private var size = 0

    /// Adds the words of `text` with their stems: one after another, or all at one place, where only presence counts.
    mutating func add(_ text: String, weight: String, at place: Int?, _ stemmer: Stemmer?) {
        var position = 0
        WordScanner.scan(text) { word in
            if !word.isColocated { position = min(position + 1, Self.lastPosition) }
            let mark = "\(place ?? position)\(weight)"
            note(word.folded, mark)
            _ = stemmer?.stems(of: word.folded) { stem in
                note(stem, mark)
                return true
            }
            return size < Self.largest
        }
    }

    private mutating func note(_ token: UnsafeBufferPointer<UInt8>, _ mark: String) {
        let word = String(decoding: token, as: UTF8.self)
        guard let known = places[word] else {
            places[word] = mark
            // A word takes its bytes, its place, and padding.
            size += token.count + 8
            return
        }
        guard known != mark, !known.hasSuffix(",\(mark)") else { return }
        places[word] = "\(known),\(mark)"
        size += 2
    }

    /// Words hold letters and digits only, so the quotation marks need no care.
    var text: String {
        var text = ""
        for (word, places) in places { text += "'\(word)':\(places) " }
        return text
    }
}
