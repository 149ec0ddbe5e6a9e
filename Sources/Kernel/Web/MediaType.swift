/// A media type with its parameters (RFC 9110 §8.3.1), read tolerantly: what is malformed is left out.
public struct MediaType: Sendable {
    /// `type/subtype` in lower case; empty when there was none.
    public let name: String
    /// Parameters by lower-case name.
    public let parameters: [String: String]

    /// Reads a header value such as `text/html; charset=utf-8` or `form-data; name="a"; filename="b;c.txt"`.
    public init(_ text: String) {
        var parts = Self.split(text).makeIterator()
        name = (parts.next() ?? "").lowercased()
        var parameters: [String: String] = [:]
        while let part = parts.next() {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let key = Self.trimmed(part[..<equals]).lowercased()
            // The first one counts: a second `name` must not override what was checked.
            guard parameters[key] == nil else { continue }
            parameters[key] = Self.unquoted(Self.trimmed(part[part.index(after: equals)...]))
        }
        self.parameters = parameters
    }

    /// `application/json` or any `…+json`.
    public var isJSON: Bool { name == "application/json" || (name.hasPrefix("application/") && name.hasSuffix("+json")) }
    /// An ordinary form.
    public var isForm: Bool { name == "application/x-www-form-urlencoded" }

    private static func split(_ text: String) -> [String] {
        var parts: [String] = []
        var begin = text.utf8.startIndex
        var quoted = false
        var escaped = false
        for place in text.utf8.indices {
            switch text.utf8[place] {
            case _ where escaped: escaped = false
            case UInt8(ascii: "\\") where quoted: escaped = true
            case UInt8(ascii: "\""): quoted.toggle()
            case UInt8(ascii: ";") where !quoted:
                parts.append(trimmed(text[begin..<place]))
                begin = text.utf8.index(after: place)
            default: break
            }
        }
        return parts + [trimmed(text[begin...])]
    }

    private static func unquoted(_ text: String) -> String {
        guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") else { return text }
        var result = String.UnicodeScalarView()
        var escaped = false
        for character in text.unicodeScalars.dropFirst().dropLast() {
            // Browsers send a backslash of a file name bare; only an escaped quote or backslash is an escape.
            if character == "\\" && !escaped {
                escaped = true
                continue
            }
            if escaped && character != "\"" && character != "\\" { result.append("\\") }
            escaped = false
            result.append(character)
        }
        return String(result)
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text).utf8
        while let first = rest.first, isBlank(first) { rest.removeFirst() }
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(Substring(rest))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
