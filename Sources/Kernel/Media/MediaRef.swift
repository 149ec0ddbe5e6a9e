public import Database

/// A stored file: what its bytes are, and thereby where they lie. Equal bytes are stored once.
public struct MediaRef: Hashable, Sendable, Codable {
    /// The SHA-256 of the bytes, 64 lower-case hexadecimal digits.
    public let digest: String
    /// How many bytes there are.
    public let size: Int

    /// A reference as it was stored; `nil` for a digest that is none, so that it can never lead out of the folder.
    public init?(digest: String, size: Int) {
        let digits = digest.utf8
        guard digits.count == 64, size >= 0, digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.digest = digest
        self.size = size
    }
}

extension MediaRef: SQLRow {
    /// Takes two columns: the digest and the size.
    public init(row: inout RowReader) throws {
        let digest: String = try row.next()
        let size: Int = try row.next()
        guard let reference = MediaRef(digest: digest, size: size) else { throw DatabaseError.unreadable("\(digest) is no digest") }
        self = reference
    }
}
