import Foundation

/// An email that the stand-in took.
struct SinkEmail: Sendable {
    let sender: String
    let receivers: [String]
    /// As it came, header and body.
    let lines: [String]

    /// A field of the header, its words decoded (RFC 2047); empty when it is not there.
    func field(_ name: String) -> String {
        guard let start = lines.firstIndex(where: { $0.lowercased().hasPrefix(name.lowercased() + ":") }) else { return "" }
        let more = lines[(start + 1)...].prefix { $0.hasPrefix(" ") || $0.hasPrefix("\t") }
        let words = [String(lines[start].dropFirst(name.count + 1))] + more
        return words.map { Self.decoded($0.trimmingCharacters(in: .whitespaces)) }.joined()
    }

    /// The part without HTML, decoded.
    var text: String {
        guard let type = lines.firstIndex(where: { $0.hasPrefix("Content-Type: text/plain") }),
            let start = lines[type...].firstIndex(of: "")
        else { return lines.joined(separator: "\n") }
        let part = lines[(start + 1)...].prefix { !$0.hasPrefix("--stoa-") }
        return Self.unquoted(part.joined(separator: "\n"))
    }

    private static func decoded(_ word: String) -> String {
        guard word.hasPrefix("=?UTF-8?B?"), word.hasSuffix("?="), let bytes = Data(base64Encoded: String(word.dropFirst(10).dropLast(2))) else {
            return word
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Quoted-printable (RFC 2045, 6.7).
    private static func unquoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.replacing("=\n", with: "").utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "="), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
