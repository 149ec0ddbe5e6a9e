/// What an engine does; ``Database`` is what the rest of the house holds.
public protocol DatabaseEngine: Sendable {
    /// Which engine this is.
    var dialect: Dialect { get }
    /// See ``Database/read(_:)``.
    func read(_ body: (any Connection) throws -> Void) async throws
    /// See ``Database/report(_:)``.
    func readInBackground<T: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> T) async throws -> T
    /// See ``Database/write(_:)``.
    func write<T: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> T) async throws -> T
    /// See ``Database/listen(_:_:)``.
    func listen(_ channel: String, _ handler: @escaping @Sendable () -> Void) -> Listening
    /// See ``Database/send(_:on:)``.
    func send(_ messages: [String], on channel: String) async throws
    /// See ``Database/receive(_:_:)``.
    func receive(_ channel: String, _ handler: @escaping @Sendable (String) -> Void) -> Listening
    /// See ``Database/copy(to:_:)``.
    func copy<T: Sendable>(to path: String, _ inspect: @escaping @Sendable (any Connection) throws -> T) async throws -> T
    /// See ``Database/withCopy(at:_:)``.
    func withCopy<T: Sendable>(at path: String, _ body: @Sendable (Database) async throws -> T) async throws -> T
    /// See ``Database/close()``.
    func close() async
}

/// One database, whichever engine holds it.
public struct Database: Sendable {
    @usableFromInline let engine: any DatabaseEngine
    /// Which engine this is.
    public let dialect: Dialect

    /// Wraps an engine.
    public init(_ engine: any DatabaseEngine) {
        self.engine = engine
        dialect = engine.dialect
    }

    /// Reads one consistent snapshot; a write inside throws.
    ///
    /// On SQLite `body` runs here and now, on the caller's thread, and must be quick (5 ms); on PostgreSQL the caller
    /// waits while it runs on a pooled connection. `body` runs once.
    @inlinable
    public func read<T>(_ body: (any Connection) throws -> T) async throws -> T {
        var answer: T?
        try await engine.read { answer = try body($0) }
        guard let answer else { throw DatabaseError.closed }
        return answer
    }

    /// Reads one consistent snapshot on a small pool of threads: for reads that may take longer than 5 ms.
    public func readInBackground<T: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        try await engine.readInBackground(body)
    }

    /// Runs `body` in a transaction of its own and answers once it is on disk. Whatever `body` throws undoes all that it
    /// changed.
    ///
    /// `body` may run twice, so it touches nothing but its connection; what must follow from it is a job row.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        try await engine.write(body)
    }

    /// Calls `handler` after every commit that notified `channel` (see ``Connection/notify(_:)``), by whichever process
    /// shares the database, and after gaps in which that may have happened. Handlers must be quick.
    public func listen(_ channel: String, _ handler: @escaping @Sendable () -> Void) -> Listening {
        engine.listen(channel, handler)
    }

    /// Hands messages to all processes that share the database and receive `channel`, this one among them, without keeping them:
    /// whoever is cut off misses them. Each is ASCII of at most 7,900 bytes together with the channel's name. Nobody shares SQLite's
    /// file, and there it does nothing.
    public func send(_ messages: [String], on channel: String) async throws {
        try await engine.send(messages, on: channel)
    }

    /// Calls `handler` with every message that ``send(_:on:)`` hands to `channel`. Handlers must be quick.
    public func receive(_ channel: String, _ handler: @escaping @Sendable (String) -> Void) -> Listening {
        engine.receive(channel, handler)
    }

    /// Writes a whole and consistent copy to a new file, while others read and write: a database file of SQLite, or an archive
    /// of `pg_dump`. `inspect` reads exactly what the copy holds.
    /// - Throws: ``DatabaseError/failed(_:)``, also where the tools of PostgreSQL are missing.
    @discardableResult
    public func copy<T: Sendable>(to path: String, _ inspect: @escaping @Sendable (any Connection) throws -> T) async throws -> T {
        try await engine.copy(to: path, inspect)
    }

    /// Opens a copy that ``copy(to:_:)`` made, somewhere beside this database and only until `body` returns.
    /// - Throws: ``DatabaseError/failed(_:)``, also where the server does not let us make a database for it.
    public func withCopy<T: Sendable>(at path: String, _ body: @Sendable (Database) async throws -> T) async throws -> T {
        try await engine.withCopy(at: path, body)
    }

    /// Finishes what was asked for and lets the files or connections go. Later calls throw ``DatabaseError/closed``.
    public func close() async {
        await engine.close()
    }
}
