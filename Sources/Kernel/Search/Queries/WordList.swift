/// The distinct folded words of a document, sorted, one per line: small, and enough to know every word with a prefix.
struct WordList {
    let text: String

    /// What goes beyond is encoded data, or no language: it can still be found inside the document.
    private static let largest = 600_000

    init(text: String) { self.text = text }

    /// The words of all passages, and those of a list that was made before.
    init(of passages: [SearchPassage], and list: String = "") {
        var words = Set(list.split(separator: "\n").map(String.init))
        for passage in passages {
            WordScanner.scan(passage.text) { word in
                words.insert(String(decoding: word.folded, as: UTF8.self))
                return true
            }
        }
        var text = ""
        for word in words.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where text.utf8.count + word.utf8.count < Self.largest {
            text += word
            text += "\n"
        }
        self.text = text
    }

    /// Words that begin with `prefix`: the shortest ones, at most `limit`.
    func words(beginningWith prefix: String, limit: Int) -> [String] {
        var found: [String] = []
        let prefix = Array(prefix.utf8)
        var text = text
        text.withUTF8 { bytes in
            var start = Self.firstLine(notBefore: prefix, in: bytes)
            while start < bytes.count, bytes[start...].starts(with: prefix) {
                let end = bytes[start...].firstIndex(of: Self.feed) ?? bytes.count
                found.append(String(decoding: bytes[start..<end], as: UTF8.self))
                start = end + 1
            }
        }
        guard found.count > limit else { return found }
        return Array(found.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(limit))
    }

    private static let feed = UInt8(ascii: "\n")

    /// Where the first line begins that does not sort before `word`: halving, for the list may be long.
    private static func firstLine(notBefore word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var low = 0
        var high = bytes.count
        while low < high {
            var line = (low + high) / 2
            while line > low, bytes[line - 1] != feed { line -= 1 }
            let end = bytes[line...].firstIndex(of: feed) ?? bytes.count
            if bytes[line..<end].lexicographicallyPrecedes(word) { low = end + 1 } else { high = line }
        }
        return low
    }
}

extension SearchQuery.Clause {
    /// How many words a prefix may stand for inside one document: few while it says little.
    private static func mostExpansions(_ prefix: String) -> Int { prefix.utf8.count < 3 ? 6 : 16 }

    /// The clause with its prefix spelt out as the words that a document really has.
    func expanded(by words: WordList) -> Self {
        guard let prefix else { return self }
        var expanded = Self(alternatives: alternatives)
        for word in words.words(beginningWith: prefix, limit: Self.mostExpansions(prefix)) where !expanded.alternatives.contains(lead + [word]) {
            expanded.alternatives.append(lead + [word])
        }
        return expanded
    }
}
