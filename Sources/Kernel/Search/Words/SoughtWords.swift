import Core

/// Words that are sought, each with a number, to be found by their bytes.
///
/// A text is read word by word, thousands of times a second. Looking a word up costs no copy of it, and whoever looks holds plain pointers:
/// a closure over arrays and dictionaries counts references for each word of the text, which was a fifth of a search.
struct SoughtWords {
    /// One byte after another, word after word.
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// Open addressing: a place in `entries`, or -1. Never more than half full.
    private var slots: [Int32]
    /// With which bytes a word begins.
    private(set) var firstBytes = ByteSet()

    fileprivate struct Entry {
        let start: Int
        let count: Int
        let number: Int
    }

    /// Of words that are the same the first one counts.
    init(_ words: [(word: [UInt8], number: Int)]) {
        var size = 8
        while size < 2 * words.count { size *= 2 }
        slots = Array(repeating: -1, count: size)
        for (word, number) in words {
            let (slot, isNew) = word.withUnsafeBufferPointer { word in
                withReader { reader in
                    let slot = reader.slot(of: word)
                    return (slot, reader.slots[slot] < 0)
                }
            }
            guard isNew, let first = word.first else { continue }
            slots[slot] = Int32(entries.count)
            entries.append(Entry(start: bytes.count, count: word.count, number: number))
            bytes += word
            firstBytes.insert(first)
        }
    }

    /// Lends what finds words.
    func withReader<T>(_ body: (Reader) throws -> T) rethrows -> T {
        try bytes.withUnsafeBufferPointer { bytes in
            try entries.withUnsafeBufferPointer { entries in
                try slots.withUnsafeBufferPointer { slots in try body(Reader(bytes: bytes, entries: entries, slots: slots)) }
            }
        }
    }

    /// Finds words as long as it is lent.
    struct Reader {
        fileprivate let bytes: UnsafeBufferPointer<UInt8>
        fileprivate let entries: UnsafeBufferPointer<Entry>
        fileprivate let slots: UnsafeBufferPointer<Int32>

        /// The number of a word; nil where it is not sought.
        func number(of word: UnsafeBufferPointer<UInt8>) -> Int? {
            let entry = slots[slot(of: word)]
            return entry < 0 ? nil : entries[Int(entry)].number
        }

        /// Where the word stands, or the empty slot where it would.
        fileprivate func slot(of word: UnsafeBufferPointer<UInt8>) -> Int {
            var slot = Int(UInt32.fnv1a(word)) & (slots.count - 1)
            while slots[slot] >= 0, !isEqual(entries[Int(slots[slot])], word) { slot = (slot + 1) & (slots.count - 1) }
            return slot
        }

        private func isEqual(_ entry: Entry, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
            guard entry.count == word.count else { return false }
            for place in 0..<entry.count where bytes[entry.start + place] != word[place] { return false }
            return true
        }
    }
}

/// A set of bytes.
struct ByteSet {
    private var bits = SIMD4<UInt64>()

    mutating func insert(_ byte: UInt8) { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    func contains(_ byte: UInt8) -> Bool { bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }
}
