import Core

/// Walks over markup in the one form in which we write it. Anything else ends the walk before the end.
struct MarkupScanner {
    struct Attribute {
        let name: String
        /// As it stands between its quotes; nil for a bare name.
        let value: String?
    }

    struct Tag {
        let name: String
        let isEnd: Bool
        let attributes: [Attribute]
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var isBroken = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether everything was walked over and had its form.
    var isAtEnd: Bool { !isBroken && position == bytes.count }

    /// The next tag; nil at the end, or where the form is broken.
    mutating func next() -> Tag? {
        guard !isBroken, skipText(to: UInt8(ascii: "<")), position < bytes.count else { return nil }
        position += 1
        let isEnd = take(UInt8(ascii: "/"))
        let name = word()
        guard !name.isEmpty else { return broken() }
        var attributes: [Attribute] = []
        while take(UInt8(ascii: " ")) {
            guard !isEnd, let attribute = attribute() else { return broken() }
            attributes.append(attribute)
        }
        guard take(UInt8(ascii: ">")) else { return broken() }
        return Tag(name: name, isEnd: isEnd, attributes: attributes)
    }

    private mutating func broken() -> Tag? {
        isBroken = true
        return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// A name: letters, digits, `-` and `:`.
    private mutating func word() -> String {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            guard byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") else { break }
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func attribute() -> Attribute? {
        let name = word()
        guard !name.isEmpty else { return nil }
        guard take(UInt8(ascii: "=")) else { return Attribute(name: name, value: nil) }
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        guard skipText(to: UInt8(ascii: "\"")), position < bytes.count else { return nil }
        defer { position += 1 }
        return Attribute(name: name, value: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Stands at the next `end`, or at the end of all; false where a bare `<`, `>` or `&` comes before.
    private mutating func skipText(to end: UInt8) -> Bool {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == end { return true }
            // `&`, `<`, `>` and NUL; most bytes are none of them.
            if byte < 63 {
                if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == 0 { return fail() }
                if byte == UInt8(ascii: "&"), !isReference() { return fail() }
            }
            position += 1
        }
        return true
    }

    private mutating func fail() -> Bool {
        isBroken = true
        return false
    }

    /// The four characters that we write by name.
    private func isReference() -> Bool {
        [Self.amp, Self.lt, Self.gt, Self.quot].contains { name in
            position + name.count <= bytes.count && bytes[position..<(position + name.count)].elementsEqual(name)
        }
    }

    private static let amp = Array("&amp;".utf8)
    private static let lt = Array("&lt;".utf8)
    private static let gt = Array("&gt;".utf8)
    private static let quot = Array("&quot;".utf8)
}
