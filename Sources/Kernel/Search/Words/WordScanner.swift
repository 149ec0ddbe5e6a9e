/// One word as the scanner found it. The bytes are gone when the scanner goes on.
struct ScannedWord {
    /// The folded form: lower case, without accents, at most ``WordScanner/longest`` bytes.
    let folded: UnsafeBufferPointer<UInt8>
    /// Where it stands in the text, in bytes.
    let start: Int
    let end: Int
    /// Whether it stands at the position of the word before it: `brien` of `o'brien`.
    let isColocated: Bool
}

/// Finds the words of a UTF-8 text and folds them. Anything is a text, broken UTF-8 too.
///
/// Folding a folded word gives the word itself, so a list of words can be scanned again.
enum WordScanner {
    /// Longer words are cut off here, in the index and in queries alike: beyond it lies nothing that people type.
    static let longest = 64

    /// Calls `body` for each word in order, until it answers false.
    static func scan(_ text: UnsafeBufferPointer<UInt8>, _ body: (ScannedWord) throws -> Bool) rethrows {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest + 8) { buffer in
            try Folding.ascii.withUnsafeBufferPointer { ascii in
                var scan = Scan(text: text, ascii: ascii, buffer: buffer)
                while try scan.word(body) {}
            }
        }
    }

    /// Calls `body` for each word of `text` in order, until it answers false.
    static func scan(_ text: String, _ body: (ScannedWord) throws -> Bool) rethrows {
        var text = text
        try text.withUTF8 { try scan($0, body) }
    }
}

/// The state of one scan.
private struct Scan {
    let text: UnsafeBufferPointer<UInt8>
    let ascii: UnsafeBufferPointer<UInt8>
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var index = 0
    var count = 0
    /// How many folded bytes stood before the first apostrophe of the word.
    var apostrophe: Int?

    /// Hands over the next word; false at the end of the text or when no more are wanted.
    mutating func word(_ body: (ScannedWord) throws -> Bool) rethrows -> Bool {
        count = 0
        apostrophe = nil
        var start = 0
        var end = 0
        scanning: while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                let folded = ascii[Int(byte)]
                if folded != 0 {
                    if count == 0 { start = index }
                    append(folded)
                    index += 1
                    end = index
                    continue
                }
                if byte == UInt8(ascii: "'"), count > 0 {
                    joinOnApostrophe()
                    index += 1
                    continue
                }
                if count > 0 { break scanning }
                index += 1
                continue
            }
            let (scalar, length) = decode(text, at: index)
            let folded = scalar.map(Folding.fold) ?? FoldedScalar(.separator)
            switch folded.role {
            case .separator:
                if count > 0 { break scanning }
            case .silent:
                if count > 0 { end = index + length }
            case .apostrophe:
                if count > 0 { joinOnApostrophe() }
            case .single:
                if count > 0 { break scanning }
                for place in 0..<folded.count { append(folded.byte(place)) }
                let from = index
                index += length
                return try finishSingle(from, body)
            case .letter:
                if count == 0 { start = index }
                if count + folded.count <= WordScanner.longest {
                    for place in 0..<folded.count { append(folded.byte(place)) }
                }
                end = index + length
            }
            index += length
        }
        guard count > 0 else { return false }
        return try finish(start, end, body)
    }

    private mutating func append(_ byte: UInt8) {
        guard count < WordScanner.longest else { return }
        buffer[count] = byte
        count += 1
    }

    private mutating func joinOnApostrophe() {
        if apostrophe == nil { apostrophe = count }
    }

    private func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer[range]) }

    /// `น` is a word; `ำ` is the two that it is composed of, for somebody may have typed them apart.
    private func finishSingle(_ start: Int, _ body: (ScannedWord) throws -> Bool) rethrows -> Bool {
        var from = 0
        while from < count {
            let to = from + decode(bytes(from..<count), at: 0).1
            guard try body(ScannedWord(folded: bytes(from..<to), start: start, end: index, isColocated: false)) else { return false }
            from = to
        }
        return true
    }

    /// `lord's` is `lord`; `don't` is `dont`; `l'homme` is `lhomme` and, at the same place, `homme`.
    private func finish(_ start: Int, _ end: Int, _ body: (ScannedWord) throws -> Bool) rethrows -> Bool {
        guard let joint = apostrophe, joint < count else {
            return try body(ScannedWord(folded: bytes(0..<count), start: start, end: end, isColocated: false))
        }
        if count == joint + 1, buffer[joint] == UInt8(ascii: "s") {
            return try body(ScannedWord(folded: bytes(0..<joint), start: start, end: end, isColocated: false))
        }
        guard try body(ScannedWord(folded: bytes(0..<count), start: start, end: end, isColocated: false)) else { return false }
        guard joint <= 2, count - joint >= 3 else { return true }
        return try body(ScannedWord(folded: bytes(joint..<count), start: start, end: end, isColocated: true))
    }
}

/// The character at `index` and its length in bytes; no character, and one byte, where the text is not UTF-8.
func decode(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar?, Int) {
    let lead = text[index]
    let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, index + length <= text.count else { return (nil, 1) }
    guard length > 1 else { return (Unicode.Scalar(lead), 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
        let next = text[index + offset]
        guard next & 0xC0 == 0x80 else { return (nil, 1) }
        value = value << 6 | UInt32(next & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
}
