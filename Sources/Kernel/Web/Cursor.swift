import Core
import Foundation

/// Where the next page of a list begins: opaque to whoever asks, made of the sort key of the last entry.
public struct Cursor: Sendable, Hashable, Codable {
    /// Base64url without padding.
    public let text: String

    /// Makes a cursor of a sort key, e.g. a struct of the columns in `ORDER BY`.
    public init(_ key: some Encodable) throws {
        let bytes = try JSONWriter.encode(key)
        text = (Self.checksum(bytes) + bytes).base64URL
    }

    /// Takes what came with a request; it is checked when the key is read.
    public init(text: String) { self.text = text }

    /// Reads it from a single string.
    public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    /// Writes it as a single string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The sort key.
    /// - Throws: a ``Problem`` when the text did not come from us in this form.
    public func key<Key: Decodable>(_ type: Key.Type) throws(Problem) -> Key {
        guard let bytes = [UInt8](base64URL: text), bytes.count > 4, bytes.count < 4096, Self.checksum(Array(bytes[4...])) == Array(bytes[..<4]),
            let key = try? JSONDecoder().decode(Key.self, from: Data(bytes[4...]))
        else {
            throw Problem(
                .badRequest, "request.bad-cursor", "This list cannot be continued from there.", remedy: "Begin again with the first page.")
        }
        return key
    }

    /// Notices a damaged cursor. It is no secret; what a cursor leads to is checked like any request.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let hash = UInt32.fnv1a(bytes)
        return (0..<4).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    }
}

extension QueryItems {
    /// The sort key of `?after=`; `nil` on the first page.
    public func after<Key: Decodable>(_ type: Key.Type) throws(Problem) -> Key? {
        guard let text = self["after"], !text.isEmpty else { return nil }
        return try Cursor(text: text).key(type)
    }
}
