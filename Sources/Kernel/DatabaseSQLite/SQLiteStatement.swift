import CSQLite
import Database

/// One prepared statement, and the cursor over its rows.
final class SQLiteStatement: ColumnSource {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private let parameterCount: Int
    /// Whether it changes nothing, so that it may stop before its last row.
    let isReadOnly: Bool
    let columnCount: Int
    /// Whether its rows are being read: the same text inside that loop needs a statement of its own.
    var isInUse = false

    init(_ text: String, on connection: OpaquePointer) throws {
        var text = text
        let (handle, tail): (OpaquePointer?, String) = try text.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return (nil, "") }
            return try start.withMemoryRebound(to: CChar.self, capacity: utf8.count) { start in
                var handle: OpaquePointer?
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    connection, start, Int32(utf8.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
                guard code == SQLITE_OK else { throw sqliteError(code, on: connection) }
                let used = tail.map { $0 - start } ?? utf8.count
                return (handle, String(decoding: utf8[used...], as: UTF8.self))
            }
        }
        guard let handle else { throw DatabaseError.failed("An empty statement.") }
        guard tail.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
            sqlite3_finalize(handle)
            throw DatabaseError.failed("More than one statement at a time.")
        }
        self.handle = handle
        self.connection = connection
        parameterCount = Int(sqlite3_bind_parameter_count(handle))
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
        columnCount = Int(sqlite3_column_count(handle))
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ sql: SQL) throws {
        guard sql.parameterCount == parameterCount else {
            throw DatabaseError.failed("The statement has \(parameterCount) parameters, and \(sql.parameterCount) values came with it.")
        }
        for index in 0..<parameterCount {
            let place = Int32(truncatingIfNeeded: index + 1)
            let code =
                switch sql.value(at: index) {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let value): sqlite3_bind_int64(handle, place, value)
                case .real(let value): sqlite3_bind_double(handle, place, value)
                case .text(let value): bind(value, at: place)
                case .blob(let value): bind(value, at: place)
                }
            guard code == SQLITE_OK else { throw sqliteError(code, on: connection) }
        }
    }

    private func bind(_ text: String, at place: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            // An empty Swift string may have no address at all, which SQLite would take for NULL.
            guard let start = utf8.baseAddress else { return sqlite3_bind_text(handle, place, "", 0, transient) }
            return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                sqlite3_bind_text64(handle, place, $0, UInt64(utf8.count), transient, UInt8(SQLITE_UTF8))
            }
        }
    }

    private func bind(_ blob: [UInt8], at place: Int32) -> Int32 {
        guard !blob.isEmpty else { return sqlite3_bind_zeroblob(handle, place, 0) }
        return sqlite3_bind_blob64(handle, place, blob, UInt64(blob.count), transient)
    }

    /// Moves to the next row; false after the last.
    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw sqliteError(code, on: connection) }
        return false
    }

    /// Back to before the first row, holding no locks and no values.
    func reset() {
        sqlite3_reset(handle)
        if parameterCount > 0 { sqlite3_clear_bindings(handle) }
    }

    // MARK: ColumnSource

    func isNull(_ index: Int) -> Bool { sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)) == SQLITE_NULL }

    func integer(_ index: Int) throws -> Int64 {
        let column = Int32(truncatingIfNeeded: index)
        guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { throw unreadable(column, .integer) }
        return sqlite3_column_int64(handle, column)
    }

    func real(_ index: Int) throws -> Double {
        let column = Int32(truncatingIfNeeded: index)
        let type = sqlite3_column_type(handle, column)
        guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { throw unreadable(column, .real) }
        return sqlite3_column_double(handle, column)
    }

    func text(_ index: Int) throws -> String {
        let column = Int32(truncatingIfNeeded: index)
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT, let start = sqlite3_column_text(handle, column) else {
            throw unreadable(column, .text)
        }
        return String(
            decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
    }

    func blob(_ index: Int) throws -> [UInt8] {
        let column = Int32(truncatingIfNeeded: index)
        guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { throw unreadable(column, .blob) }
        // An empty blob has no address.
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    func value(_ index: Int) throws -> SQLValue {
        switch sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)) {
        case SQLITE_INTEGER: .integer(try integer(index))
        case SQLITE_FLOAT: .real(try real(index))
        case SQLITE_TEXT: .text(try text(index))
        case SQLITE_BLOB: .blob(try blob(index))
        default: .null
        }
    }

    private func unreadable(_ column: Int32, _ wanted: SQLType) -> DatabaseError {
        guard column < columnCount else { return .unreadable("The row has only \(columnCount) columns.") }
        let name = sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "column \(column)"
        let found =
            switch sqlite3_column_type(handle, column) {
            case SQLITE_INTEGER: "an integer"
            case SQLITE_FLOAT: "a real number"
            case SQLITE_TEXT: "text"
            case SQLITE_BLOB: "a blob"
            default: "NULL"
            }
        return .unreadable("\(name) is \(found), not of type \(wanted)")
    }
}

/// Tells SQLite to copy a bound value at once (`SQLITE_TRANSIENT`, a cast that the importer cannot express).
var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
