import Core
public import Database
import Synchronization

/// A database in one file, with a write-ahead log beside it.
public enum SQLiteDatabase {
    /// Opens the file at `path`, and creates it if it is not there.
    ///
    /// One process at a time may hold a database open. `reportThreads` bounds how many long reads run at once.
    public static func open(path: String, tokenizers: [FullTextTokenizer] = [], reportThreads: Int = 2) throws -> Database {
        Database(try SQLiteEngine(path: path, tokenizers: tokenizers, reportThreads: reportThreads))
    }
}

/// One writer thread, any number of readers.
final class SQLiteEngine: DatabaseEngine {
    private struct Pool: Sendable {
        var idle: [SQLiteConnection] = []
        var isClosed = false
    }

    let dialect = Dialect.sqlite
    private let path: String
    private let tokenizers: [FullTextTokenizer]
    private let writer: SQLiteWriter
    private let listeners = Listeners()
    private let reports: WorkerThreads
    /// Guards the read connections that nobody uses; the last one back is the first one out, its cache still warm.
    private let pool = Mutex(Pool())
    /// More than there are threads that read at once would only hold memory.
    private static let idleLimit = 8

    init(path: String, tokenizers: [FullTextTokenizer], reportThreads: Int) throws {
        self.path = path
        self.tokenizers = tokenizers
        writer = SQLiteWriter(
            try SQLiteConnection(path: path, isWriter: true, tokenizers: tokenizers), listeners: listeners,
            checkpoints: SQLiteCheckpoints(path: path))
        reports = WorkerThreads(name: "stoa-report", limit: reportThreads)
    }

    func read(_ body: (any Connection) throws -> Void) async throws {
        try withReader { try $0.snapshot(body) }
    }

    func readInBackground<T: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        do {
            return try await reports.run {
                try self.withReader { reader in
                    var answer: T?
                    try reader.snapshot { answer = try body($0) }
                    guard let answer else { throw DatabaseError.closed }
                    return answer
                }
            }
        } catch WorkerThreads.Failure.stopped {
            throw DatabaseError.closed
        }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        try await writer.write(body)
    }

    func listen(_ channel: String, _ handler: @escaping @Sendable () -> Void) -> Listening {
        listeners.add(channel, handler)
    }

    /// There is nobody else to tell.
    func send(_ messages: [String], on channel: String) async throws {}

    func receive(_ channel: String, _ handler: @escaping @Sendable (String) -> Void) -> Listening {
        listeners.add(channel, receiver: handler)
    }

    func copy<T: Sendable>(to target: String, _ inspect: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        let (source, tokenizers) = (path, tokenizers)
        return try await reports.run {
            // A connection of its own: VACUUM does not run inside the transaction that a pooled reader is in.
            let connection = try SQLiteConnection(path: source, isWriter: false, tokenizers: [])
            // It writes to the copy, and to SQLite that is a write.
            try connection.script("PRAGMA query_only = OFF")
            try connection.run("VACUUM INTO \(target)")
            return try inspect(SQLiteConnection(path: target, isWriter: false, tokenizers: tokenizers))
        }
    }

    func withCopy<T: Sendable>(at path: String, _ body: @Sendable (Database) async throws -> T) async throws -> T {
        let copy = try SQLiteDatabase.open(path: path, tokenizers: tokenizers)
        do {
            let answer = try await body(copy)
            await copy.close()
            return answer
        } catch {
            await copy.close()
            throw error
        }
    }

    func close() async {
        // Readers first, so that the writer is the last to close and folds the log back into the file.
        pool.withLock { pool in
            pool.isClosed = true
            pool.idle = []
        }
        reports.stop()
        await writer.close()
    }

    /// Takes a reader out of the pool, or opens one: there are never more than threads that read at once.
    private func withReader<T>(_ body: (SQLiteConnection) throws -> T) throws -> T {
        let (idle, isClosed) = pool.withLock { ($0.idle.popLast(), $0.isClosed) }
        guard !isClosed else { throw DatabaseError.closed }
        let reader = try idle ?? SQLiteConnection(path: path, isWriter: false, tokenizers: tokenizers)
        defer {
            pool.withLock { pool in
                if !pool.isClosed, pool.idle.count < Self.idleLimit { pool.idle.append(reader) }
            }
        }
        return try body(reader)
    }
}
