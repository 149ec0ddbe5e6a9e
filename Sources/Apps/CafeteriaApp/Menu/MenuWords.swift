import Foundation

/// The words of every item in one run of bytes: a search of ten thousand items is then one walk through memory, and nothing is made on the way.
struct MenuWords: Sendable {
    /// How well an item fits a search; what doesn't fit has none.
    enum Rank: Int, CaseIterable, Comparable {
        case nameBegins, nameHasAll, found
        /// In the middle of a word, as tea is in steamed.
        case inside

        static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    /// For each item its name, ``edge``, its description, ``edge``, what else it is found by, ``edge``; all without case and accents.
    private let text: [UInt8]
    /// Where the name, the description and all of each item end.
    private let ends: [(name: Int, description: Int, all: Int)]
    /// Never part of UTF-8, so no word goes beyond it.
    private static let edge: UInt8 = 0xFF

    /// - Parameter also: further words for each item; they count from where a word begins.
    init(_ items: [MenuItem], also: [String]) {
        var text: [UInt8] = []
        var ends: [(Int, Int, Int)] = []
        ends.reserveCapacity(items.count)
        for (item, more) in zip(items, also) {
            text += Self.folded(item.name) + [Self.edge]
            let name = text.count
            text += Self.folded(item.description) + [Self.edge]
            let description = text.count
            text += Self.folded(more) + [Self.edge]
            ends.append((name, description, text.count))
        }
        (self.text, self.ends) = (text, ends)
    }

    /// As words are compared.
    static func folded(_ words: String) -> [UInt8] {
        // Most of a menu is ASCII, for which Foundation would take a hundred times as long.
        if words.utf8.allSatisfy({ $0 < 0x80 }) { return words.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        let plain = words.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: Locale(identifier: "en"))
        return Array(plain.precomposedStringWithCanonicalMapping.utf8)
    }

    /// How well each item fits the words, all of which it must have.
    func ranks(of words: String) -> [Rank?] {
        let words = Self.folded(words).split(separator: UInt8(ascii: " ")).map(Array.init)
        guard let first = words.first else { return Array(repeating: .nameBegins, count: ends.count) }
        var ranks = places(of: first)
        for word in words.dropFirst() {
            for (index, place) in places(of: word).enumerated() {
                guard let rank = ranks[index] else { continue }
                // Of the first word it counts whether the name begins with it, of the others whether the name has them.
                ranks[index] = place.map { rank == .nameBegins ? rank : max(rank, $0) }
            }
        }
        return ranks
    }

    /// Where each item has a word, at its best place.
    private func places(of word: [UInt8]) -> [Rank?] {
        var places: [Rank?] = Array(repeating: nil, count: ends.count)
        text.withUnsafeBytes { text in
            var (at, item) = (0, 0)
            while let hit = Self.next(word, in: text, from: at) {
                while ends[item].all <= hit { item += 1 }
                let start = item == 0 ? 0 : ends[item - 1].all
                if hit > start, Self.isLetter(text[hit - 1]) {
                    if hit < ends[item].description { places[item] = .inside }
                    at = hit + 1
                } else {
                    places[item] = hit == start ? .nameBegins : hit < ends[item].name ? .nameHasAll : .found
                    // A name comes before its description, so the first such hit is the best.
                    at = ends[item].all
                }
            }
        }
        return places
    }

    /// Whether a byte is part of a word; of what is beyond ASCII nearly everything is.
    static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A: true
        default: byte >= 0x80 && byte != edge
        }
    }

    /// Where a word begins, from a place on.
    private static func next(_ word: [UInt8], in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = text.baseAddress, let first = word.first else { return nil }
        var at = start
        while text.count - at >= word.count, let hit = memchr(base + at, Int32(first), text.count - at - word.count + 1) {
            if memcmp(hit, word, word.count) == 0 { return UnsafeRawPointer(hit) - base }
            at = UnsafeRawPointer(hit) - base + 1
        }
        return nil
    }
}
