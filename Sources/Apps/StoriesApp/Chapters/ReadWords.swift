import Documents

/// The words of a chapter that its readers read: those of its Markdown without addresses, pictures, tags, numbers of lists and marks of footnotes.
/// words.js counts by the same rule.
///
/// Each line counts by itself, so a change is counted by the lines that it touches.
enum ReadWords {
    static func count(_ markdown: String) -> Int {
        markdown.utf8.split(separator: Sign.newline).reduce(0) { $0 + words(of: $1) }
    }

    /// How many words more there are once `change` was made in `text`, where its words stand at `place`.
    static func added(by change: TextSplice, at place: Range<String.Index>, in text: String) -> Int {
        let bytes = text.utf8
        let from = bytes[..<place.lowerBound].lastIndex(of: Sign.newline).map { bytes.index(after: $0) } ?? bytes.startIndex
        let to = bytes[place.upperBound...].firstIndex(of: Sign.newline) ?? bytes.endIndex
        let (head, tail) = (text[from..<place.lowerBound], text[place.upperBound..<to])
        return count(head + change.inserted + tail) - count(String(text[from..<to]))
    }

    private static func words(of line: Substring.UTF8View) -> Int {
        guard LineReader.isNeeded(for: line) else { return WordCount.of(String(Substring(line))) }
        var reader = LineReader(line)
        return WordCount.of(reader.visible())
    }
}

private enum Sign {
    static let newline = UInt8(ascii: "\n")
}

/// Reads one line as its readers see it.
private struct LineReader {
    /// What a link leads to is shorter than this; more isn't looked through for its end.
    private static let longest = 2_000

    private let bytes: [UInt8]
    private var at = 0
    private var seen: [UInt8] = []

    init(_ line: Substring.UTF8View) { bytes = Array(line) }

    /// Nearly every line has words alone.
    static func isNeeded(for line: Substring.UTF8View) -> Bool {
        if let first = line.first(where: { !isLead($0) }), isDigit(first) { return true }
        return line.contains { byte in
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "\\"), UInt8(ascii: "`"),
                UInt8(ascii: "~"):
                true
            default: false
            }
        }
    }

    mutating func visible() -> String {
        guard begins() else { return "" }
        while at < bytes.count { take() }
        return String(decoding: seen, as: UTF8.self)
    }

    /// Passes what a line begins with.
    /// - Returns: whether readers see anything of it.
    private mutating func begins() -> Bool {
        while let byte = self[at], Self.isLead(byte) { at += 1 }
        if matches("```") || matches("~~~") { return false }
        var end = at
        while let byte = self[end], Self.isDigit(byte), end < at + 9 { end += 1 }
        if end > at, let mark = self[end], mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")"), self[end + 1] == UInt8(ascii: " ") { at = end + 1 }
        // Where a footnote or an address is written down.
        guard matches("["), let close = place(of: UInt8(ascii: "]"), from: at), self[close + 1] == UInt8(ascii: ":") else { return true }
        let isNote = matches("[^")
        at = close + 2
        return isNote
    }

    private mutating func take() {
        let byte = bytes[at]
        switch byte {
        case UInt8(ascii: "\\"):
            if let next = self[at + 1] { seen.append(next) }
            at += 2
        // Emphasis may be inside a word.
        case UInt8(ascii: "*"): at += 1
        case UInt8(ascii: "!") where matches("!["):
            guard let close = place(of: UInt8(ascii: "]"), from: at), let end = target(after: close) else { return copy() }
            rest(at: end)
        case UInt8(ascii: "[") where matches("[^"):
            guard let close = place(of: UInt8(ascii: "]"), from: at) else { return copy() }
            rest(at: close + 1)
        case UInt8(ascii: "]"):
            guard let end = target(after: at) else { return copy() }
            rest(at: end)
        case UInt8(ascii: "<"):
            guard let first = self[at + 1], Self.isLetter(first) || first == UInt8(ascii: "/") || first == UInt8(ascii: "!"),
                let close = place(of: UInt8(ascii: ">"), from: at)
            else { return copy() }
            // An address in angle brackets is read as it stands.
            if bytes[at..<close].contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }),
                !bytes[at..<close].contains(UInt8(ascii: " "))
            {
                return copy()
            }
            rest(at: close + 1)
        case UInt8(ascii: "&"):
            var end = at + 1
            while let byte = self[end], Self.isLetter(byte) || Self.isDigit(byte) || byte == UInt8(ascii: "#"), end < at + 32 { end += 1 }
            guard end > at + 1, self[end] == UInt8(ascii: ";") else { return copy() }
            rest(at: end + 1)
        default: copy()
        }
    }

    /// Where what stands behind a link's words ends: its address in parentheses, or its name in brackets.
    private func target(after close: Int) -> Int? {
        if self[close + 1] == UInt8(ascii: "[") { return place(of: UInt8(ascii: "]"), from: close + 1).map { $0 + 1 } }
        guard self[close + 1] == UInt8(ascii: "(") else { return nil }
        var depth = 0
        for index in (close + 1)..<min(bytes.count, close + Self.longest) {
            if bytes[index] == UInt8(ascii: "(") { depth += 1 }
            if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0 { return index + 1 }
        }
        return nil
    }

    /// Goes on at a place; what is on both sides of what was left out are two words.
    private mutating func rest(at place: Int) {
        seen.append(UInt8(ascii: " "))
        at = place
    }

    private mutating func copy() {
        seen.append(bytes[at])
        at += 1
    }

    private subscript(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private func matches(_ signs: StaticString) -> Bool {
        signs.withUTF8Buffer { signs in at + signs.count <= bytes.count && bytes[at..<(at + signs.count)].elementsEqual(signs) }
    }

    private func place(of sign: UInt8, from start: Int) -> Int? { bytes[start..<min(bytes.count, start + Self.longest)].firstIndex(of: sign) }

    /// What stands before the words of a quotation or of a line that is set in.
    private static func isLead(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: ">") }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0b1101_1111) }
}
