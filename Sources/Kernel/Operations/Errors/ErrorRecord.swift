import Core
import Crypto
import Database

/// A failure as it is kept, by the id that the person saw (CORE-037).
struct ErrorRecord: SQLRow {
    /// Where it happened.
    enum Origin: String, Sendable, SQLConvertible, CaseIterable {
        case server, browser

        var name: Text { self == .server ? "On the server" : "In the browser" }
    }

    let id: ID<ErrorRecord>
    let requestID: String
    let origin: Origin
    let method: String
    let path: String
    let status: Int
    let person: PersonID?
    let fingerprint: String
    let cause: String
    /// What the person wrote about it.
    let words: String?
    let at: Instant

    static let columns: SQL = "id, request_id, origin, method, path, status, person_id, fingerprint, cause, words, changed_at"
    static let longestCause = 4000
    static let longestWords = 2000

    init(row: inout RowReader) throws {
        id = try row.next()
        requestID = try row.next()
        origin = try row.next()
        method = try row.next()
        path = try row.next()
        status = try row.next()
        person = try row.next()
        fingerprint = try row.next()
        let cause: String = try row.next()
        self.cause = cause.isEmpty ? Self.noCause(status) : cause
        words = try row.next()
        at = try row.next()
    }

    /// What stands in the place of a cause that nobody gave.
    static func noCause(_ status: Int) -> String { "no cause was given (status \(status))" }

    /// The same for failures that differ only in numbers, names in quotes and ids: what belongs together.
    static func fingerprint(_ origin: Origin, _ cause: String) -> String {
        let shape = cause.prefix(400)
            .replacing(/"[^"]*"/, with: "“”").replacing(/0x[0-9a-fA-F]+|[0-9a-fA-F]{16,}/, with: "#").replacing(/\d+/, with: "0")
        return String(sha256(Array((origin.rawValue + shape).utf8)).hex.prefix(16))
    }
}

/// Failures of one shape.
struct ErrorGroup: SQLRow {
    let fingerprint: String
    let count: Int
    let reported: Int
    let last: Instant
    let newest: ID<ErrorRecord>

    init(row: inout RowReader) throws {
        fingerprint = try row.next()
        count = try row.next()
        reported = try row.next()
        last = try row.next()
        newest = try row.next()
    }
}

/// What the form above the list asks for.
struct ErrorFilter: Sendable {
    var words = ""
    var origin: ErrorRecord.Origin?
    var fingerprint: String?
    var onlyReported = false
    var from: Instant?
    var until: Instant?
    var before: ID<ErrorRecord>?

    var clause: SQL {
        var terms: [SQL] = []
        if !words.isEmpty {
            let columns: [SQL] = ["lower(cause)", "lower(path)", "lower(COALESCE(words, ''))"]
            let found = columns.map { SQL.contains(words.lowercased(), in: $0) }
            terms.append("(request_id = \(words) OR \(sql: found.joined(by: " OR ")))")
        }
        if let origin { terms.append("origin = \(origin)") }
        if let fingerprint { terms.append("fingerprint = \(fingerprint)") }
        if onlyReported { terms.append("words IS NOT NULL") }
        if let from { terms.append("changed_at >= \(from)") }
        if let until { terms.append("changed_at < \(until)") }
        if let before { terms.append("id < \(before)") }
        return terms.isEmpty ? "" : "WHERE \(terms.joined(by: " AND "))"
    }
}
