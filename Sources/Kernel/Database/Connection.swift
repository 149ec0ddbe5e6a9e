public import Core

/// What a read or write closure works on: one transaction, synchronous, gone when the closure returns.
public protocol Connection: AnyObject {
    /// Which engine this is.
    var dialect: Dialect { get }

    /// Runs one statement and hands over its rows until `row` answers false; answers how many rows were changed.
    func perform(_ sql: SQL, _ row: (inout RowReader) throws -> Bool) throws -> Int

    /// Like `perform`, without ever holding more than a part of the answer in memory.
    func stream(_ sql: SQL, _ row: (inout RowReader) throws -> Bool) throws

    /// Runs several statements without values: for migrations only.
    func script(_ sql: String) throws

    /// Wakes whoever listens to `channel` once this transaction is committed, and never if it is not.
    func notify(_ channel: String) throws
}

extension Connection {
    /// Every row.
    @inlinable
    public func all<R>(_ query: Query<R>) throws -> [R] {
        var rows: [R] = []
        _ = try perform(query.sql) { reader in
            rows.append(try R(row: &reader))
            return true
        }
        return rows
    }

    /// The first row, if there is one.
    @inlinable
    public func first<R>(_ query: Query<R>) throws -> R? {
        var row: R?
        _ = try perform(query.sql) { reader in
            row = try R(row: &reader)
            return false
        }
        return row
    }

    /// The first row; throws ``DatabaseError/missing`` when there is none.
    @inlinable
    public func one<R>(_ query: Query<R>) throws -> R {
        guard let row = try first(query) else { throw DatabaseError.missing }
        return row
    }

    /// Hands over row after row, for answers too long to hold.
    @inlinable
    public func each<R>(_ query: Query<R>, _ body: (R) throws -> Void) throws {
        try stream(query.sql) { reader in
            try body(R(row: &reader))
            return true
        }
    }

    /// Runs a statement and answers how many rows it changed.
    @discardableResult
    public func run(_ sql: SQL) throws -> Int {
        try perform(sql) { _ in true }
    }

    /// Runs an `INSERT` and answers the `id` of its row; throws ``DatabaseError/missing`` when none was inserted
    /// (`ON CONFLICT DO NOTHING`).
    @discardableResult
    public func insert(_ sql: SQL) throws -> Int64 {
        try one("\(sql: sql) RETURNING id")
    }

    /// The same, as a typed id.
    public func insert<Subject>(_ sql: SQL) throws -> ID<Subject> {
        ID(try insert(sql) as Int64)
    }

    /// Runs `body` so that what it changed is undone, and only that, if it throws. The one way to catch a constraint
    /// error and go on: PostgreSQL gives up a transaction after an error outside of it.
    public func savepoint<T>(_ body: () throws -> T) throws -> T {
        try run("SAVEPOINT inner_step")
        do {
            let value = try body()
            try run("RELEASE SAVEPOINT inner_step")
            return value
        } catch {
            try run("ROLLBACK TO SAVEPOINT inner_step")
            try run("RELEASE SAVEPOINT inner_step")
            throw error
        }
    }
}
