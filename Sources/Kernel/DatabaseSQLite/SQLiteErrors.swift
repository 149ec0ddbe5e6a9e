import CSQLite
import Core
import Database

/// The connection's last failure as the house speaks of it.
func sqliteError(_ code: Int32, on connection: OpaquePointer?) -> DatabaseError {
    let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "SQLite error \(code)"
    let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
    // The low byte is the family, the rest its detail.
    switch extended & 0xFF {
    case SQLITE_CONSTRAINT:
        return constraintKind(extended >> 8).map { .constraint($0, message) } ?? .failed("\(message) (\(extended))")
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_FULL: return .full(message)
    // The file of shared memory beside the database cannot grow, or none can be made: only the system knows why.
    case SQLITE_IOERR where DiskRoom.isMissing(connection.map { sqlite3_system_errno($0) } ?? 0),
        SQLITE_CANTOPEN where DiskRoom.isMissing(connection.map { sqlite3_system_errno($0) } ?? 0):
        return .full(message)
    default: return .failed("\(message) (\(extended))")
    }
}

/// By SQLite's number: `SQLITE_CONSTRAINT_CHECK` and its siblings are composed macros, which do not reach Swift.
private func constraintKind(_ detail: Int32) -> ConstraintKind? {
    switch detail {
    case 1: .check
    case 3: .foreignKey
    case 5: .notNull
    case 6, 8, 10: .unique  // primary key, unique index, rowid
    case 7: .rule  // a trigger's RAISE
    default: nil
    }
}
