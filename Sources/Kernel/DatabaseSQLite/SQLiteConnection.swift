import CSQLite
import Core
import Database

/// One connection to a database file.
///
/// Unchecked, yet safe: a connection is in exactly one place at a time. The writer thread owns one from start to end; the
/// others lie in the pool's `Mutex`, and whoever takes one out is alone with it until it is put back. SQLite itself lets
/// a connection move between threads as long as two never use it at once.
final class SQLiteConnection: Connection, @unchecked Sendable {
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    /// What the present transaction wants to wake once it is committed.
    private(set) var notifications: [String] = []
    /// Why the transaction is gone before its end, as on a full disk.
    private var loss: (any Error)?
    /// How long the write-ahead log was after the last commit.
    private(set) var logPages = 0
    private let isWriter: Bool
    private var isClosed = false
    /// Statements kept ready; a program's own texts are far fewer, so this only bounds ones that are put together.
    private static let statementLimit = 400

    let dialect = Dialect.sqlite

    /// Counting SQLite's memory takes a lock of the whole process at each allocation, and nobody asks for the count. Only possible before the
    /// first connection.
    private static let countsNoMemory: Bool = stoa_sqlite3_count_memory(0) == SQLITE_OK

    init(path: String, isWriter: Bool, tokenizers: [FullTextTokenizer]) throws {
        _ = Self.countsNoMemory
        var opened: OpaquePointer?
        // One thread at a time uses it, so SQLite's own mutex would be paid for nothing.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (isWriter ? SQLITE_OPEN_CREATE : 0)
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let error = sqliteError(code, on: opened)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        self.isWriter = isWriter
        sqlite3_busy_timeout(handle, 5000)
        sqlite3_extended_result_codes(handle, 1)
        try configure()
        for tokenizer in tokenizers { try register(tokenizer, on: handle) }
        try registerFullTextWords(on: handle)
    }

    private func configure() throws {
        // 4 MB of pages for each reader: what is read often stays in the system's cache anyway, and that is shared. Nobody else changes
        // what the writer keeps, so it keeps more.
        try script("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = \(isWriter ? -16000 : -4000)")
        if isWriter {
            let mode = try one("PRAGMA journal_mode = WAL" as Query<String>)
            guard mode == "wal" else { throw DatabaseError.failed("The file system does not allow a write-ahead log.") }
            // FULL: a commit is on disk before it is answered. The log shrinks again after a rush.
            try script("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864")
            // Instead of the checkpoint that SQLite would do within the commit.
            sqlite3_wal_hook(
                handle,
                { connection, _, _, pages in
                    if let connection { Unmanaged<SQLiteConnection>.fromOpaque(connection).takeUnretainedValue().logPages = Int(pages) }
                    return SQLITE_OK
                }, Unmanaged.passUnretained(self).toOpaque())
        } else {
            try script("PRAGMA query_only = ON")
        }
    }

    deinit { close() }

    /// Lets the file go; the last connection to it folds the log back. Nothing may be asked of the connection afterwards.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Folds back what of the write-ahead log nobody reads. A checkpoint that fails loses nothing: the next one does its work.
    func checkpoint() {
        _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    // MARK: Connection

    func perform(_ sql: SQL, _ row: (inout RowReader) throws -> Bool) throws -> Int {
        let statement = try statement(for: sql.text)
        statement.isInUse = true
        defer {
            statement.reset()
            statement.isInUse = false
        }
        try statement.bind(sql)
        while try statement.step() {
            var reader = RowReader(statement)
            guard try row(&reader) else {
                // A change must run to its end, where SQLite checks foreign keys.
                if !statement.isReadOnly { while try statement.step() {} }
                break
            }
        }
        return statement.isReadOnly ? 0 : Int(sqlite3_changes64(handle))
    }

    func stream(_ sql: SQL, _ row: (inout RowReader) throws -> Bool) throws { _ = try perform(sql, row) }

    func script(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw sqliteError(code, on: handle) }
    }

    func notify(_ channel: String) throws {
        guard isWriter else { throw DatabaseError.failed("Only a write can notify.") }
        if !notifications.contains(channel) { notifications.append(channel) }
    }

    private func statement(for text: String) throws -> SQLiteStatement {
        let known = statements[text]
        if let known, !known.isInUse { return known }
        let statement = try SQLiteStatement(text, on: handle)
        if known == nil {
            if statements.count >= Self.statementLimit { statements = statements.filter(\.value.isInUse) }
            statements[text] = statement
        }
        return statement
    }

    // MARK: Transactions

    /// Runs `body` on one snapshot.
    func snapshot(_ body: (any Connection) throws -> Void) throws {
        try run("BEGIN")
        do {
            try body(self)
        } catch {
            try run("ROLLBACK")
            throw error
        }
        try run("COMMIT")
    }

    /// Runs `body` as one step of a shared transaction; what it changed is undone, alone, if it throws.
    func step<T>(_ body: (any Connection) throws -> T) throws -> T {
        let before = notifications.count
        try run("SAVEPOINT job")
        do {
            let value = try body(self)
            // Checked here and not at the shared commit, where it would fail everybody.
            guard !hasOpenForeignKeys else { throw DatabaseError.constraint(.foreignKey, "FOREIGN KEY constraint failed") }
            try run("RELEASE job")
            return value
        } catch {
            notifications.removeLast(notifications.count - before)
            // Gone already if the engine gave up the whole transaction (disk full, for one); the commit then says so.
            if isInTransaction {
                try run("ROLLBACK TO job")
                try run("RELEASE job")
            } else {
                loss = error
            }
            throw error
        }
    }

    /// Why the engine gave up the whole transaction; it is forgotten once it was asked for.
    func takeLoss() -> any Error {
        defer { loss = nil }
        return loss ?? DatabaseError.failed("The shared transaction was lost.")
    }

    /// Hands over what the transaction wanted to wake, and forgets it.
    func takeNotifications() -> [String] {
        defer { notifications.removeAll(keepingCapacity: true) }
        return notifications
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    private var hasOpenForeignKeys: Bool {
        var current: Int32 = 0
        var peak: Int32 = 0
        sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &peak, 0)
        return current != 0
    }
}
