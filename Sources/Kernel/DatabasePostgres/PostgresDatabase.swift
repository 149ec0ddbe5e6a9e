import Core
public import Database
import Foundation
import Synchronization

/// A database on a PostgreSQL server, which many nodes may share.
public enum PostgresDatabase {
    /// Opens the database that `url` names: `postgresql://user@host/name` or `host=/run/postgresql dbname=name`.
    ///
    /// At most `poolSize` connections serve reads and writes, and `reportThreads` more serve long reads. They are opened
    /// when first needed; one is opened at once, so that a wrong address is known here.
    public static func open(url: String, poolSize: Int = 8, reportThreads: Int = 2) throws -> Database {
        Database(try PostgresEngine(url: url, poolSize: poolSize, reportThreads: reportThreads))
    }

    /// Runs one statement outside of any transaction, such as `CREATE DATABASE`. It waits for the network on the
    /// caller's thread: for tools and tests.
    public static func administer(url: String, _ statement: String) throws {
        try PostgresConnection(url: url).script(statement)
    }

    /// Puts a copy that ``Database/copy(to:_:)`` made into the database that `url` names, in one transaction. It waits for the
    /// server on the caller's thread: for tools.
    /// - Parameter replacing: whether what is there may be replaced; else the database must be empty.
    public static func load(_ path: String, into url: String, replacing: Bool) throws {
        try PostgresTools(url: url).load(path, replacing: replacing)
    }

    /// Whether a site lies in the database that `url` names.
    public static func isInUse(url: String) throws -> Bool {
        try PostgresConnection(url: url).one("SELECT to_regclass('stoa_migration') IS NOT NULL" as Query<Bool>)
    }
}

/// A pool of connections, as many threads to wait on them, and one more connection that listens.
final class PostgresEngine: DatabaseEngine {
    private struct Pool: Sendable {
        var idle: [PostgresConnection] = []
        var isClosed = false
        var listener: PostgresListener?
    }

    /// Carries the body of a read to the thread that runs it, past the compiler, which cannot see that the lender waits.
    ///
    /// Unchecked, yet safe: the lender fills it and then waits; the one borrower empties it before it answers.
    private final class Lent: @unchecked Sendable {
        private var body: ((any Connection) throws -> Void)?

        init(_ body: @escaping (any Connection) throws -> Void) { self.body = body }

        /// Emptied, because the lender may go on, and its body be gone, while the thread still holds this box.
        func take() throws -> (any Connection) throws -> Void {
            defer { body = nil }
            guard let body else { throw DatabaseError.closed }
            return body
        }
    }

    let dialect = Dialect.postgres
    private let url: String
    private let listeners = Listeners()
    private let threads: WorkerThreads
    private let reports: WorkerThreads
    /// Guards the connections that nobody uses; the last one back is the first one out.
    private let pool: Mutex<Pool>
    /// A write that keeps losing against others is given up after this many attempts.
    private static let attemptLimit = 20
    /// From the third attempt on, writes take turns; what was taken so often is taken indeed.
    private static let takenLimit = 5
    /// A write whose connection broke runs again on a fresh one; when that breaks too, the server is away, and whoever waits is told.
    private static let connectionLimit = 3

    init(url: String, poolSize: Int, reportThreads: Int) throws {
        self.url = url
        threads = WorkerThreads(name: "stoa-postgres", limit: poolSize)
        reports = WorkerThreads(name: "stoa-report", limit: reportThreads)
        pool = Mutex(Pool(idle: [try PostgresConnection(url: url)]))
    }

    func read(_ body: (any Connection) throws -> Void) async throws {
        // Safe for the same reason as `Lent`: this function waits here until the pool's thread has returned from `body`.
        nonisolated(unsafe) let body = body
        try await withoutActuallyEscaping(body) { body in
            try await self.snapshotOnPool(Lent(body))
        }
    }

    func readInBackground<T: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        try await onPool(reports) { try self.snapshot(body) }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        try await onPool(threads) { try self.transaction(body) }
    }

    func listen(_ channel: String, _ handler: @escaping @Sendable () -> Void) -> Listening {
        let listening = listeners.add(channel, handler)
        startListener()
        return listening
    }

    func send(_ messages: [String], on channel: String) async throws {
        try await write { db in
            for message in messages {
                let payload = "\(channel) \(message)"
                _ = try db.first("SELECT 1 FROM pg_notify(\(PostgresListener.channel), \(payload))" as Query<Int>)
            }
        }
    }

    func receive(_ channel: String, _ handler: @escaping @Sendable (String) -> Void) -> Listening {
        let listening = listeners.add(channel, receiver: handler)
        startListener()
        return listening
    }

    private func startListener() {
        pool.withLock { pool in
            if pool.listener == nil, !pool.isClosed { pool.listener = PostgresListener(url: url, listeners: listeners) }
        }
    }

    func copy<T: Sendable>(to path: String, _ inspect: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        let tools = try PostgresTools(url: url)
        return try await readInBackground { db in
            // The copy and what is read here share one snapshot.
            let snapshot = try db.one("SELECT pg_export_snapshot()" as Query<String>)
            let answer = try inspect(db)
            try tools.run("pg_dump", ["--format=custom", "--no-owner", "--no-privileges", "--snapshot=\(snapshot)", "--file=\(path)"])
            return answer
        }
    }

    func withCopy<T: Sendable>(at path: String, _ body: @Sendable (Database) async throws -> T) async throws -> T {
        let tools = try PostgresTools(url: url)
        let name = "stoa_copy_\(UInt64.random(in: 0...UInt64.max))"
        let (main, url) = (url, try tools.url(ofDatabase: name))
        try await reports.run { try PostgresDatabase.administer(url: main, "CREATE DATABASE \(name) TEMPLATE template0") }
        let outcome: Result<T, any Error>
        do {
            try await reports.run { try tools.load(path, into: name) }
            let copy = try PostgresDatabase.open(url: url, poolSize: 2, reportThreads: 1)
            do { outcome = .success(try await body(copy)) } catch { outcome = .failure(error) }
            await copy.close()
        } catch {
            outcome = .failure(error)
        }
        try await reports.run { try PostgresDatabase.administer(url: main, "DROP DATABASE \(name) WITH (FORCE)") }
        return try outcome.get()
    }

    func close() async {
        threads.stop()
        reports.stop()
        pool.withLock { pool in
            pool.isClosed = true
            pool.idle = []
            pool.listener?.stop()
            pool.listener = nil
        }
    }

    private func onPool<T: Sendable>(_ threads: WorkerThreads, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        do {
            return try await threads.run(body)
        } catch WorkerThreads.Failure.stopped {
            throw DatabaseError.closed
        }
    }

    private func snapshotOnPool(_ lent: Lent) async throws {
        try await onPool(threads) { try self.snapshot(lent.take()) }
    }

    // MARK: On a thread of the pool

    private func snapshot<T>(_ body: (any Connection) throws -> T) throws -> T {
        try withConnection(begin: "REPEATABLE READ READ ONLY") { connection in
            let value = try body(connection)
            try connection.commit()
            return value
        }
    }

    private func transaction<T>(_ body: (any Connection) throws -> T) throws -> T {
        var attempt = 1
        var timesTaken = 0
        while true {
            var hasConflict = false
            var isCommitting = false
            do {
                return try withConnection(begin: "SERIALIZABLE", inTurn: attempt > 2) { connection in
                    defer { hasConflict = connection.hasConflict }
                    let value = try body(connection)
                    // A body may have swallowed the error; what it saw is no longer true all the same.
                    guard !connection.hasConflict else { throw DatabaseError.busy }
                    isCommitting = true
                    try connection.commit()
                    return value
                }
            } catch {
                // A connection that broke before the commit has changed nothing; after that nobody knows.
                let isBroken = if case DatabaseError.disconnected = error { true } else { false }
                // What is there twice may have come from a transaction that this one could not see yet. On a second look it is seen.
                let isTaken = if case DatabaseError.constraint(.unique, _) = error { true } else { false }
                if isTaken { timesTaken += 1 }
                let isUndone = isBroken ? !isCommitting : hasConflict || isTaken && timesTaken < Self.takenLimit
                guard isUndone, attempt < (isBroken ? Self.connectionLimit : Self.attemptLimit) else { throw error }
                // Those who collided come back at different times.
                usleep(UInt32.random(in: 0...(1000 << min(attempt, 6))))
                attempt += 1
            }
        }
    }

    /// Lends a connection with an open transaction, and puts it back in order whatever happens.
    private func withConnection<T>(
        begin mode: String, inTurn: Bool = false, _ body: (PostgresConnection) throws -> T
    ) throws -> T {
        let connection = try take(begin: mode, inTurn: inTurn)
        do {
            let value = try body(connection)
            give(connection)
            return value
        } catch {
            connection.rollback()
            give(connection)
            throw error
        }
    }

    private func take(begin mode: String, inTurn: Bool) throws -> PostgresConnection {
        while let idle = try pool.withLock({ pool in
            guard !pool.isClosed else { throw DatabaseError.closed }
            return pool.idle.popLast()
        }) {
            // A connection that broke while it lay here shows it now, before anything has been done with it.
            do {
                try idle.begin(mode, inTurn: inTurn)
                return idle
            } catch DatabaseError.disconnected {
                continue
            }
        }
        let fresh = try PostgresConnection(url: url)
        try fresh.begin(mode, inTurn: inTurn)
        return fresh
    }

    private func give(_ connection: PostgresConnection) {
        connection.endTurn()
        guard connection.isUsable else { return }
        pool.withLock { pool in
            if !pool.isClosed { pool.idle.append(connection) }
        }
    }
}
