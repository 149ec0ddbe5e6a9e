import Core
import Foundation

/// Where the next page of a list begins: opaque to whoever asks. Only a request can read one, with the site's key: see
/// ``Request/after(_:)``.
public struct Cursor: Sendable, Hashable, Codable {
    /// Base64url without padding.
    public let text: String

    fileprivate init(text: String) { self.text = text }

    /// Reads it from a single string.
    public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    /// Writes it as a single string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The lists that take each other's cursors, and the sort key that these carry, e.g. a struct of the columns in `ORDER BY`.
public struct CursorScope<Key: Codable & Sendable>: Sendable {
    /// Unlike that of any other scope of the site, e.g. `library.items`; without NUL.
    public let name: String

    /// A scope by its name.
    public init(_ name: String) { self.name = name }
}

/// Makes and reads the cursors of a site. What a cursor says can be trusted as far as the site wrote it in the same scope; what it
/// leads to is checked like any request.
public struct CursorSigner: Sendable {
    /// Bytes of the code that stands before the key.
    public static let codeSize = 16
    private static let longest = 4096
    private let code: @Sendable (_ message: [UInt8]) -> [UInt8]

    /// Signs with `code`, which makes ``codeSize`` bytes of a message that nobody without the key can make.
    public init(code: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]) { self.code = code }

    /// For requests that no site has taken in yet: refuses every cursor.
    static let none = CursorSigner { _ in [] }

    /// The cursor behind the entry with this sort key.
    public func cursor<Key>(_ scope: CursorScope<Key>, after key: Key) throws -> Cursor {
        let bytes = try JSONWriter.encode(key)
        return Cursor(text: (code(Self.message(scope.name, bytes)) + bytes).base64URL)
    }

    /// The sort key in a cursor.
    /// - Throws: a ``Problem`` when this site did not make the text in this scope.
    func key<Key>(_ scope: CursorScope<Key>, in text: String) throws(Problem) -> Key {
        guard text.utf8.count < Self.longest, let bytes = [UInt8](base64URL: text), bytes.count > Self.codeSize,
            Self.isEqual(code(Self.message(scope.name, bytes[Self.codeSize...])), bytes[..<Self.codeSize]),
            let key = try? JSONDecoder().decode(Key.self, from: Data(bytes[Self.codeSize...]))
        else { throw .badCursor }
        return key
    }

    private static func message(_ scope: String, _ key: some Sequence<UInt8>) -> [UInt8] { Array(scope.utf8) + [0] + key }

    /// In the same time wherever they differ.
    private static func isEqual(_ one: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
        one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Request {
    /// The sort key of `?after=`; `nil` on the first page.
    /// - Throws: ``Core/Problem/badCursor`` unless this site made it for these lists.
    public func after<Key>(_ scope: CursorScope<Key>) throws(Problem) -> Key? {
        guard let text = query.chosen("after") else { return nil }
        return try cursors.key(scope, in: text)
    }

    /// What `?after=` takes to go on behind the entry with this sort key.
    public func cursor<Key>(_ scope: CursorScope<Key>, after key: Key) throws -> Cursor { try cursors.cursor(scope, after: key) }
}

extension Problem {
    /// A list was to go on from a place that is none of its own.
    public static let badCursor = Problem(
        .badRequest, "request.bad-cursor", "That page of the list no longer exists.", remedy: "Start again from the first page.")
}
