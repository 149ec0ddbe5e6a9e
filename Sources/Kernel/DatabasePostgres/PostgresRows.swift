import CPostgres
import Database

/// The rows of one answer, in PostgreSQL's binary form.
final class PostgresRows: ColumnSource {
    private let result: OpaquePointer
    private let types: [UInt32]
    let count: Int
    /// The present row.
    var row: Int32 = 0

    /// Takes over `result` and clears it at the end.
    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
        types = (0..<PQnfields(result)).map { PQftype(result, $0) }
    }

    deinit { PQclear(result) }

    /// What the server says it did: `INSERT 0 1`, `COMMIT` …
    var tag: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

    /// Changed rows, as the server counted them.
    var changes: Int {
        // A SELECT counts its rows in the same place.
        guard !tag.hasPrefix("SELECT"), let number = PQcmdTuples(result) else { return 0 }
        return Int(String(cString: number)) ?? 0
    }

    var columnCount: Int { types.count }

    private func bytes(_ index: Int) throws -> UnsafeRawBufferPointer {
        guard index < types.count else { throw DatabaseError.unreadable("The row has only \(types.count) columns.") }
        let column = Int32(truncatingIfNeeded: index)
        guard PQgetisnull(result, row, column) == 0 else { throw unreadable(index, "a value", found: "NULL") }
        return UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }

    func isNull(_ index: Int) -> Bool { PQgetisnull(result, row, Int32(truncatingIfNeeded: index)) == 1 }

    func integer(_ index: Int) throws -> Int64 {
        let bytes = try bytes(index)
        switch types[index] {
        case PostgresType.int8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case PostgresType.int4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case PostgresType.int2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case PostgresType.oid: return Int64(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        case PostgresType.bool: return bytes.first == 1 ? 1 : 0
        // What SUM over integers comes to.
        case PostgresType.numeric:
            guard let number = PostgresNumeric(bytes).integer else { throw unreadable(index, "an integer") }
            return number
        default: throw unreadable(index, "an integer")
        }
    }

    func real(_ index: Int) throws -> Double {
        let bytes = try bytes(index)
        switch types[index] {
        case PostgresType.float8: return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
        case PostgresType.float4: return Double(Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
        case PostgresType.numeric: return PostgresNumeric(bytes).real
        case PostgresType.int8, PostgresType.int4, PostgresType.int2: return Double(try integer(index))
        default: throw unreadable(index, "a number")
        }
    }

    func text(_ index: Int) throws -> String {
        let bytes = try bytes(index)
        switch types[index] {
        case PostgresType.text, PostgresType.varchar, PostgresType.bpchar, PostgresType.name, PostgresType.json, PostgresType.unknown:
            return String(decoding: bytes, as: UTF8.self)
        default: throw unreadable(index, "text")
        }
    }

    func blob(_ index: Int) throws -> [UInt8] {
        let bytes = try bytes(index)
        guard types[index] == PostgresType.bytea else { throw unreadable(index, "a blob") }
        return Array(bytes)
    }

    func value(_ index: Int) throws -> SQLValue {
        guard index >= types.count || !isNull(index) else { return .null }
        _ = try bytes(index)
        return switch types[index] {
        case PostgresType.int8, PostgresType.int4, PostgresType.int2, PostgresType.oid, PostgresType.bool: .integer(try integer(index))
        case PostgresType.float8, PostgresType.float4, PostgresType.numeric: .real(try real(index))
        case PostgresType.bytea: .blob(try blob(index))
        default: .text(try text(index))
        }
    }

    private func unreadable(_ index: Int, _ wanted: String, found: String? = nil) -> DatabaseError {
        let name = PQfname(result, Int32(truncatingIfNeeded: index)).map { String(cString: $0) } ?? "column \(index)"
        return .unreadable("\(name) is \(found ?? "of PostgreSQL's type \(types[index])"), not \(wanted)")
    }
}

/// PostgreSQL's exact decimal: digits to the base of 10,000.
private struct PostgresNumeric {
    private let digits: [Int64]
    private let weight: Int
    private let sign: UInt16

    init(_ bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt16 { UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)) }
        // count, weight of the first digit, sign, digits shown after the point, then the digits
        let count = bytes.count / 2 - 4
        digits = count > 0 ? (0..<count).map { Int64(word($0 + 4)) } : []
        weight = bytes.count >= 8 ? Int(Int16(bitPattern: word(1))) : 0
        sign = bytes.count >= 8 ? word(2) : 0
    }

    /// The value if it is whole and fits.
    var integer: Int64? {
        guard sign == 0 || sign == 0x4000 else { return nil }
        guard !digits.isEmpty else { return 0 }
        guard weight >= 0, weight < 5, digits.dropFirst(weight + 1).allSatisfy({ $0 == 0 }) else { return nil }
        var total: Int64 = 0
        for place in 0...weight {
            let (product, tooLarge) = total.multipliedReportingOverflow(by: 10_000)
            let (sum, stillTooLarge) = product.addingReportingOverflow(place < digits.count ? digits[place] : 0)
            guard !tooLarge, !stillTooLarge else { return nil }
            total = sum
        }
        return sign == 0 ? total : -total
    }

    /// The nearest floating-point number.
    var real: Double {
        var total = 0.0
        for digit in digits { total = total * 10_000 + Double(digit) }
        for _ in 0..<max(0, weight + 1 - digits.count) { total *= 10_000 }
        for _ in 0..<max(0, digits.count - weight - 1) { total /= 10_000 }
        return switch sign {
        case 0: total
        case 0x4000: -total
        default: .nan
        }
    }
}
