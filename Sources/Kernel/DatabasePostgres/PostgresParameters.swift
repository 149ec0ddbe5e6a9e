import Database

/// The values of one statement as PostgreSQL's wire protocol takes them: binary, each with its type.
///
/// Types are always sent where they are known. Left to itself PostgreSQL cannot place `$2 IS NULL`, and it would take a
/// number compared with text for text.
struct PostgresParameters {
    private(set) var types: [UInt32] = []
    private var bytes: [UInt8] = []
    /// Where each value lies in `bytes`; `nil` for NULL.
    private var ranges: [Range<Int>?] = []

    init(_ sql: SQL) {
        for index in 0..<sql.parameterCount {
            add(sql.value(at: index), declared: sql.type(at: index))
        }
    }

    private mutating func add(_ value: SQLValue, declared: SQLType?) {
        let start = bytes.count
        switch value {
        case .null:
            types.append(declared.map(PostgresType.parameter) ?? 0)
            ranges.append(nil)
            return
        case .integer(let number):
            types.append(PostgresType.int8)
            append(bigEndian: UInt64(bitPattern: number))
        case .real(let number):
            types.append(PostgresType.float8)
            append(bigEndian: number.bitPattern)
        case .text(let words):
            types.append(PostgresType.text)
            bytes.append(contentsOf: words.utf8)
            // PostgreSQL has no U+0000 in texts and would refuse the statement: what somebody typed then stands as a character
            // that could not be shown, and a search for it finds nothing.
            if bytes[start...].contains(0) {
                bytes.removeSubrange(start...)
                bytes.append(contentsOf: words.replacing("\0", with: "\u{FFFD}").utf8)
            }
        case .blob(let blob):
            types.append(PostgresType.bytea)
            bytes.append(contentsOf: blob)
        }
        ranges.append(start..<bytes.count)
    }

    private mutating func append(bigEndian number: UInt64) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Lends the addresses, lengths and formats to one call of libpq.
    func withPointers<T>(_ body: ([UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) -> T) -> T {
        // One spare byte gives even an empty value an address: without one libpq takes it for NULL.
        (bytes + [0]).withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            return body(
                ranges.map { range in range.flatMap { start?.advanced(by: $0.lowerBound) } },
                ranges.map { Int32(truncatingIfNeeded: $0?.count ?? 0) },
                Array(repeating: 1, count: ranges.count))
        }
    }
}

/// PostgreSQL's own numbers for its types (`pg_type.oid`), fixed since its beginnings.
enum PostgresType {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let oid: UInt32 = 26
    static let json: UInt32 = 114
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701
    static let unknown: UInt32 = 705
    static let bpchar: UInt32 = 1042
    static let varchar: UInt32 = 1043
    static let numeric: UInt32 = 1700

    static func parameter(_ type: SQLType) -> UInt32 {
        switch type {
        case .integer: int8
        case .real: float8
        case .text: text
        case .blob: bytea
        }
    }
}
