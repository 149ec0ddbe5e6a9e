import CPostgres
import Database

/// A failure of one statement, by PostgreSQL's five-character code (its manual, appendix A).
struct PostgresFailure {
    let state: String
    let message: String

    init(_ result: OpaquePointer?, on connection: OpaquePointer) {
        state =
            result.flatMap { PQresultErrorField($0, Int32(UInt8(ascii: "C"))) }.map { String(cString: $0) } ?? ""
        let primary = result.flatMap { PQresultErrorField($0, Int32(UInt8(ascii: "M"))) } ?? PQerrorMessage(connection)
        message = primary.map { String(cString: $0) } ?? "unknown"
    }

    /// Two transactions stood in each other's way; the one that lost may simply run again.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// The schema moved under a prepared statement, which then stays unusable on this connection.
    var isStalePlan: Bool { state == "0A000" && message.contains("cached plan") }

    /// The library itself speaks, because no answer came. It may still call the connection good.
    var isOurs: Bool { state.isEmpty }

    /// As the house speaks of it. A write where only reads are asked for is a mistake of ours and not the server's state.
    func error(isConnected: Bool, mayWrite: Bool) -> DatabaseError {
        guard isConnected, !isOurs, !state.hasPrefix("08"), !state.hasPrefix("57P") else { return .disconnected(message) }
        switch state {
        case "23505", "23P01": return .constraint(.unique, message)
        case "23503", "23001": return .constraint(.foreignKey, message)
        case "23514": return .constraint(.check, message)
        case "23502": return .constraint(.notNull, message)
        case "P0001": return .constraint(.rule, message)
        case "40001", "40P01", "55P03", "53300", "57014": return .busy
        case "25006" where mayWrite: return .readOnly(message)
        case "53100": return .full(message)
        default: return .failed("\(message) (\(state))")
        }
    }
}
