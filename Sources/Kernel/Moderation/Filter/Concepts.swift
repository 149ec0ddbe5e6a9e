import Core

/// Words that mean the same to the classifier, in every language it reads: what it learns of "pay" it knows of "betala" too.
struct Concepts: Sendable {
    /// What stands for a concept's name.
    typealias ID = UInt32

    // By the hash of the word, of its beginning, or of its end read backwards: a text asks for every beginning and end of its words.
    private var words: [UInt64: [ID]] = [:]
    private var stems: [UInt64: [ID]] = [:]
    private var ends: [UInt64: [ID]] = [:]

    /// Reads the file `concepts`: a name, a colon, and words, stems (`betal*`) or ends (`*firma`) between commas.
    /// - Throws: the first line that is none of this.
    init(_ text: String) throws {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { throw FilterResources.Broken(line: String(line)) }
            let id = Self.id(parts[0])
            for word in parts[1].split(separator: ",").map({ $0.drop { $0 == " " } }) {
                if word.hasSuffix("*") {
                    stems[.fnv1a(word.dropLast().utf8), default: []].append(id)
                } else if word.hasPrefix("*") {
                    ends[.fnv1a(word.dropFirst().utf8.reversed()), default: []].append(id)
                } else {
                    words[.fnv1a(word.utf8), default: []].append(id)
                }
            }
        }
    }

    /// What a token means, in no double: its concepts, and its classes such as `{amount}`.
    func of(_ token: FilterToken) -> [ID] {
        var found = Set(token.classes.map(Self.id))
        for text in [token.text, token.disguised].compactMap({ $0 }) {
            found.formUnion(words[.fnv1a(text.utf8)] ?? [])
            Self.collect(stems, text.utf8, to: &found)
            Self.collect(ends, text.utf8.reversed(), to: &found)
        }
        return found.sorted()
    }

    /// No stem and no end is longer.
    private static let longest = 30

    private static func collect(_ known: [UInt64: [ID]], _ bytes: some Sequence<UInt8>, to found: inout Set<ID>) {
        var key = UInt64.fnv1a([])
        for byte in bytes.prefix(longest) {
            key = key.fnv1a(adding: byte)
            if let ids = known[key] { found.formUnion(ids) }
        }
    }

    private static func id(_ name: some StringProtocol) -> ID { ID(truncatingIfNeeded: UInt64.fnv1a(name.utf8)) }
}
