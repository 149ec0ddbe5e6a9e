import Core
import Documents

/// Makes XHTML of the safe HTML that sections are kept in, as EPUB 3 asks for it: written as XML, with each element where the standard allows it.
///
/// Browsers forgive a paragraph inside emphasis, an item without a list or a link to nowhere. Reading programs refuse a book for less. What may not stand
/// where it stands becomes a plain box or a plain stretch of words; its words are always kept.
struct XHTML {
    /// Names of the pictures and sounds that the book has.
    let resources: Set<String>
    /// Every id of the book. Those of different sections differ.
    let anchors: Set<String>
    /// The files of the sections.
    let files: [String]

    init(sections: [String], resources: Set<String>, files: [String]) {
        self.resources = resources
        self.files = files
        var anchors: Set<String> = []
        for html in sections {
            for token in XHTMLToken.all(of: html) {
                if case .start(let tag) = token, let id = tag["id"] { anchors.insert(id) }
            }
        }
        self.anchors = anchors
    }

    func body(_ html: String) -> String {
        var writer = XHTMLWriter(book: self, tokens: XHTMLToken.all(of: html))
        return writer.written()
    }

    /// Without the characters that XML has no place for, not even by their numbers.
    static func allowed(_ words: String) -> String {
        let isForbidden = { (scalar: Unicode.Scalar) in
            scalar.value < 32 && scalar != "\t" && scalar != "\n" && scalar != "\r" || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        }
        guard words.unicodeScalars.contains(where: isForbidden) else { return words }
        var kept = String.UnicodeScalarView()
        for scalar in words.unicodeScalars where !isForbidden(scalar) { kept.append(scalar) }
        return String(kept)
    }

    /// Where a link leads, as it is written in the book; nil where it leads nowhere.
    func address(_ href: String) -> String? {
        let parts = href.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        if let first = parts.first, let number = Int(first) {
            guard files.indices.contains(number) else { return nil }
            guard parts.count == 2, anchors.contains(String(parts[1])) else { return files[number] }
            return "\(files[number])#\(parts[1])"
        }
        return WebAddress(href)?.text
    }
}

/// A piece of HTML in the one form in which converters write it.
enum XHTMLToken {
    case text(Substring)
    case start(XHTMLTag)
    case end

    static func all(of html: String) -> [XHTMLToken] {
        var tokens: [XHTMLToken] = []
        var rest = html[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
            if open > rest.startIndex { tokens.append(.text(rest[..<open])) }
            rest = rest[open...]
            let end = SectionHTML.endOfTag(rest)
            let tag = rest[..<end]
            tokens.append(tag.utf8.dropFirst().first == UInt8(ascii: "/") ? .end : .start(XHTMLTag(tag)))
            rest = rest[end...]
        }
        if !rest.isEmpty { tokens.append(.text(rest)) }
        return tokens
    }
}

/// A start tag.
struct XHTMLTag {
    let name: String
    /// Values as they stand in the HTML, with `&amp;` and its like; those of bare names are nil.
    var attributes: [(name: String, value: String?)] = []

    init(_ tag: Substring) {
        var rest = tag.dropFirst().utf8
        func word() -> String {
            let word = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
            rest = rest.dropFirst(word.count)
            return String(Substring(word))
        }
        name = word()
        while rest.first == UInt8(ascii: " ") {
            rest = rest.dropFirst()
            let attribute = word()
            guard !attribute.isEmpty else { break }
            guard rest.starts(with: "=\"".utf8) else {
                attributes.append((attribute, nil))
                continue
            }
            rest = rest.dropFirst(2)
            let value = rest.prefix { $0 != UInt8(ascii: "\"") }
            rest = rest.dropFirst(value.count + 1)
            attributes.append((attribute, String(Substring(value))))
        }
    }

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value ?? nil }
}

/// An address outside the book, with everything in its path that URLs have no place for written by its number.
struct WebAddress {
    /// For an attribute.
    let text: String

    /// Nil for what no program could follow.
    init?(_ href: String) {
        let address = href.replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = address[..<colon].lowercased()
        var rest = address[address.utf8.index(after: colon)...]
        var written = scheme + ":"
        if scheme == "http" || scheme == "https" {
            guard rest.hasPrefix("//") else { return nil }
            rest = rest.dropFirst(2)
            let host = rest.prefix { !"/?#".contains($0) }
            guard Self.isHost(host) else { return nil }
            rest = rest[host.endIndex...]
            written += "//\(host)"
        } else if scheme != "mailto", scheme != "tel" {
            return nil
        }
        written += Self.encoded(rest)
        guard written.utf8.count > scheme.utf8.count + 1 else { return nil }
        text = written.replacing("&", with: "&amp;")
    }

    /// A name or a number, maybe with a port; no name of a user before it, which people are deceived with.
    private static func isHost(_ host: Substring) -> Bool {
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        guard let name = parts.first, parts.count <= 2, !name.isEmpty, name.utf8.count <= 253 else { return false }
        if parts.count == 2, !parts[1].utf8.allSatisfy({ $0.isASCIIDigit }) { return false }
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0 == "-" || $0 == "_" || $0.isLetter || $0.isNumber }
        }
    }

    private static func encoded(_ words: Substring) -> String {
        var result = ""
        var hasFragment = false
        let bytes = Array(words.utf8)
        for (index, byte) in bytes.enumerated() {
            let isPlain: Bool
            switch byte {
            case UInt8(ascii: "%"): isPlain = index + 2 < bytes.count && bytes[(index + 1)...(index + 2)].allSatisfy(Self.isHex)
            case UInt8(ascii: "#"):
                isPlain = !hasFragment
                hasFragment = true
            default: isPlain = byte.isASCIILetter || byte.isASCIIDigit || "-._~:/?@!$&'()*+,;=".utf8.contains(byte)
            }
            if isPlain {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 32)
    }
}
