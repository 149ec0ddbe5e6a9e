import CPostgres
import Core
import Database

/// One connection to a database server. Its calls wait for the network: only threads of the pool make them.
///
/// Unchecked, yet safe: a connection lies in the pool's `Mutex`, and the thread that takes it out is alone with it until
/// it puts it back.
final class PostgresConnection: Connection, @unchecked Sendable {
    private struct Key: Hashable {
        let text: String
        let types: [UInt32]
    }

    private let handle: OpaquePointer
    /// The server's names of prepared statements.
    private var statements: [Key: String] = [:]
    private var counter = 0
    /// Whether a statement of this transaction lost against another transaction, so that all of it should run again.
    private(set) var hasConflict = false
    private var isWorn = false
    private var hasTurn = false
    /// Whether the transaction was opened for writing.
    private var mayWrite = true
    /// Any number, the same on all nodes.
    private static let turnLock = 7_306_096
    private static let statementLimit = 400
    /// Seconds that a statement waits for what another transaction has locked.
    private static let lockWait = 10

    let dialect = Dialect.postgres

    /// Connects; `url` is whatever libpq takes: `postgresql://…` or `host=/run/postgresql dbname=stoa`.
    init(url: String) throws {
        // Later words win, so the address itself may choose another time limit.
        // A server that vanished without a word is noticed within half a minute.
        let words = [
            ("connect_timeout", "10"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "4"),
            ("tcp_user_timeout", "30000"), ("client_encoding", "UTF8"), ("fallback_application_name", "stoa"), ("dbname", url),
        ]
        let opened = withCStrings(words.map(\.0)) { names in
            withCStrings(words.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
        }
        guard let opened else { throw DatabaseError.disconnected("Out of memory.") }
        guard PQstatus(opened) == CONNECTION_OK else {
            let failure = PostgresFailure(nil, on: opened)
            PQfinish(opened)
            throw DatabaseError.disconnected(failure.message)
        }
        handle = opened
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try script(
            "SET client_min_messages = warning; SET timezone = 'UTC'; SET synchronous_commit = on; SET lock_timeout = '\(Self.lockWait)s'")
    }

    deinit { PQfinish(handle) }

    /// Whether it may be used again.
    var isUsable: Bool { !isWorn && isConnected && PQtransactionStatus(handle) == PQTRANS_IDLE }

    private var isConnected: Bool { PQstatus(handle) == CONNECTION_OK }

    /// The socket, for waiting.
    var socket: Int32 { PQsocket(handle) }

    // MARK: Connection

    func perform(_ sql: SQL, _ row: (inout RowReader) throws -> Bool) throws -> Int {
        let parameters = PostgresParameters(sql)
        let name = try prepare(Key(text: sql.text, types: parameters.types))
        let rows = try check(
            parameters.withPointers { values, lengths, formats in
                PQexecPrepared(handle, name, Int32(values.count), values, lengths, formats, 1)
            })
        _ = try hand(rows, to: row)
        return rows.changes
    }

    func stream(_ sql: SQL, _ row: (inout RowReader) throws -> Bool) throws {
        counter += 1
        let cursor = "stoa_cursor_\(counter)"
        try execute("DECLARE \(raw: cursor) NO SCROLL CURSOR FOR \(sql)")
        while true {
            let rows = try execute("FETCH 500 FROM \(raw: cursor)")
            guard try hand(rows, to: row), rows.count == 500 else { break }
        }
        try execute("CLOSE \(raw: cursor)")
    }

    func script(_ sql: String) throws { _ = try check(PQexec(handle, sql)) }

    func notify(_ channel: String) throws {
        _ = try first("SELECT 1 FROM pg_notify(\(PostgresListener.channel), \(channel))" as Query<Int>)
    }

    /// Hands rows over; false when `row` wanted no more.
    private func hand(_ rows: PostgresRows, to row: (inout RowReader) throws -> Bool) throws -> Bool {
        for number in 0..<rows.count {
            rows.row = Int32(truncatingIfNeeded: number)
            var reader = RowReader(rows)
            guard try row(&reader) else { return false }
        }
        return true
    }

    /// Runs a statement without keeping it prepared.
    @discardableResult
    private func execute(_ sql: SQL) throws -> PostgresRows {
        let parameters = PostgresParameters(sql)
        return try check(
            parameters.withPointers { values, lengths, formats in
                PQexecParams(handle, sql.text, Int32(values.count), parameters.types, values, lengths, formats, 1)
            })
    }

    private func prepare(_ key: Key) throws -> String {
        if let name = statements[key] { return name }
        if statements.count >= Self.statementLimit {
            try script("DEALLOCATE ALL")
            statements.removeAll()
        }
        counter += 1
        let name = "s\(counter)"
        _ = try check(PQprepare(handle, name, key.text, Int32(key.types.count), key.types))
        statements[key] = name
        return name
    }

    private func check(_ result: OpaquePointer?) throws -> PostgresRows {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            guard let result else { throw DatabaseError.failed("No answer.") }
            return PostgresRows(result)
        default:
            let failure = PostgresFailure(result, on: handle)
            PQclear(result)
            if failure.isConflict { hasConflict = true }
            if failure.isOurs { isWorn = true }
            if failure.isStalePlan {
                hasConflict = true
                isWorn = true
            }
            throw failure.error(isConnected: isConnected, mayWrite: mayWrite)
        }
    }

    // MARK: Transactions

    /// Opens a transaction. `inTurn` first waits until no other transaction that asked for its turn is open: those that
    /// lost before then no longer take each other's place.
    func begin(_ mode: String, inTurn: Bool = false) throws {
        hasConflict = false
        mayWrite = !mode.hasSuffix("READ ONLY")
        if inTurn {
            try script("SELECT pg_advisory_lock(\(Self.turnLock))")
            hasTurn = true
        }
        do {
            try script("BEGIN ISOLATION LEVEL \(mode)")
        } catch {
            endTurn()
            throw error
        }
    }

    /// Lets the next one in.
    func endTurn() {
        guard hasTurn else { return }
        hasTurn = false
        // Fails only with the connection, and the lock ends with that too.
        do { try script("SELECT pg_advisory_unlock(\(Self.turnLock))") } catch { isWorn = true }
    }

    /// Undoes the transaction; a connection on which even that fails is not used again.
    func rollback() {
        do { try script("ROLLBACK") } catch { isWorn = true }
    }

    func commit() throws {
        let rows = try check(PQexec(handle, "COMMIT"))
        // PostgreSQL answers the commit of a transaction that it gave up with a friendly ROLLBACK.
        guard rows.tag == "COMMIT" else {
            throw DatabaseError.failed("A statement failed and its error was caught outside of a savepoint.")
        }
    }

    // MARK: Notifications

    /// Takes in what has arrived; `nil` when the connection is gone.
    func arrivedNotifications() -> [String]? {
        guard PQconsumeInput(handle) == 1 else { return nil }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            if let payload = notification.pointee.extra { payloads.append(String(cString: payload)) }
            PQfreemem(notification)
        }
        return payloads
    }
}

/// Lends strings to C as one list of addresses with a NULL at its end.
private func withCStrings<T>(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> T) -> T {
    func lend(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> T {
        guard index < strings.count else { return body(pointers + [nil]) }
        return strings[index].withCString { lend(index + 1, pointers + [$0]) }
    }
    return lend(0, [])
}
