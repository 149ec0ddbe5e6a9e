import Foundation

/// Tells the tags and the text of an XML document, one after the other.
struct XMLReader {
    enum Piece {
        /// Names are without their namespace.
        case start(Substring, attributes: [Substring: String], isEmpty: Bool)
        case end(Substring)
        case text(String)
    }

    private var rest: Substring

    init(_ text: String) {
        rest = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : Substring(text)
    }

    /// The next piece; nil at the end.
    mutating func next() throws(GPXFile.Fault) -> Piece? {
        while !rest.isEmpty {
            guard rest.first == "<" else {
                let text = rest.prefix { $0 != "<" }
                rest = rest[text.endIndex...]
                return .text(Self.plain(text))
            }
            if rest.hasPrefix("<!--") {
                try skip(past: "-->")
            } else if rest.hasPrefix("<![CDATA[") {
                let words = rest.dropFirst(9)
                try skip(past: "]]>")
                return .text(String(words[..<words.index(rest.startIndex, offsetBy: -3)]))
            } else if rest.hasPrefix("<!") {
                throw .entities
            } else if rest.hasPrefix("<?") {
                try skip(past: "?>")
            } else {
                return try tag()
            }
        }
        return nil
    }

    private mutating func skip(past end: String) throws(GPXFile.Fault) {
        guard let found = rest.range(of: end) else { throw .damaged }
        rest = rest[found.upperBound...]
    }

    private mutating func tag() throws(GPXFile.Fault) -> Piece {
        rest.removeFirst()
        let isEnd = rest.first == "/"
        if isEnd { rest.removeFirst() }
        let name = try word()
        var attributes: [Substring: String] = [:]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            switch rest.first {
            case ">":
                rest.removeFirst()
                return isEnd ? .end(name) : .start(name, attributes: attributes, isEmpty: false)
            case "/" where !isEnd:
                rest.removeFirst()
                guard rest.first == ">" else { throw .damaged }
                rest.removeFirst()
                return .start(name, attributes: attributes, isEmpty: true)
            case nil: throw .damaged
            default:
                let attribute = try word()
                rest = rest.drop(while: \.isWhitespace)
                guard !isEnd, rest.first == "=" else { throw .damaged }
                rest = rest.dropFirst().drop(while: \.isWhitespace)
                guard let quote = rest.first, quote == "\"" || quote == "'" else { throw .damaged }
                let value = rest.dropFirst().prefix { $0 != quote }
                guard value.endIndex < rest.endIndex, attributes.count < 64 else { throw .damaged }
                attributes[attribute] = Self.plain(value)
                rest = rest[value.endIndex...].dropFirst()
            }
        }
    }

    /// A name, without what stands before its colon.
    private mutating func word() throws(GPXFile.Fault) -> Substring {
        let name = rest.prefix { !$0.isWhitespace && !"=<>/\"'".contains($0) }
        guard !name.isEmpty else { throw .damaged }
        rest = rest[name.endIndex...]
        return name.split(separator: ":").last ?? name
    }

    private static func plain(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
