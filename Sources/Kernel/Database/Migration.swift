import Core

/// One step of the schema. Steps are append-only: one that has run anywhere is never edited, only followed by another.
public struct Migration: Sendable {
    /// Unique in the whole house, e.g. `library-001-items`.
    public let id: String
    let sql: @Sendable (Dialect) -> String

    /// A step by its id and its statements, which may differ between the engines.
    public init(_ id: String, _ sql: @escaping @Sendable (Dialect) -> String) {
        self.id = id
        self.sql = sql
    }

    /// Of the text: it finds an edit by mistake, and is no defence against a wilful one.
    func checksum(_ dialect: Dialect) -> String {
        String(UInt64.fnv1a(sql(dialect).utf8), radix: 16)
    }
}

extension Database {
    /// Runs the steps that have not run yet, in their order and in one transaction: all of them or none.
    ///
    /// Several nodes may start at once; one migrates and the others wait.
    /// - Throws: ``DatabaseError/migration(_:)`` when a step that ran before reads differently now, or ids repeat.
    public func migrate(_ migrations: [Migration], clock: SiteClock = .wall) async throws {
        guard Set(migrations.map(\.id)).count == migrations.count else {
            throw DatabaseError.migration("Two migrations share an id.")
        }
        try await createMigrationTable()
        try await write { db in
            // First of all: PostgreSQL takes its snapshot at the first query, which must see what others have done.
            if db.dialect == .postgres {
                // Another node may be at it, for as long as it takes.
                try db.run("SET LOCAL lock_timeout = 0")
                try db.run("LOCK TABLE stoa_migration IN ACCESS EXCLUSIVE MODE")
            }
            let done = try db.all("SELECT id, checksum FROM stoa_migration" as Query<Row2<String, String>>)
            let checksums = Dictionary(done.map { ($0.first, $0.second) }) { first, _ in first }
            for migration in migrations {
                let checksum = migration.checksum(db.dialect)
                if let known = checksums[migration.id] {
                    guard known == checksum else {
                        throw DatabaseError.migration("\(migration.id) was edited after it ran here; add a new migration instead.")
                    }
                    continue
                }
                do {
                    try db.script(migration.sql(db.dialect))
                } catch DatabaseError.failed(let reason) {
                    throw DatabaseError.migration("\(migration.id): \(reason)")
                }
                try db.run(
                    """
                    INSERT INTO stoa_migration (id, checksum, changed_at, changed_by)
                    VALUES (\(migration.id), \(checksum), \(clock.now()), \(nil as PersonID?))
                    """)
            }
        }
    }

    /// The ids of the steps that ``migrate(_:clock:)`` would run; nil where no step has ever run: the database is new.
    public func pending(_ migrations: [Migration]) async throws -> [String]? {
        do {
            let done = Set(try await read { try $0.all("SELECT id FROM stoa_migration ORDER BY id" as Query<String>) })
            return done.isEmpty ? nil : migrations.map(\.id).filter { !done.contains($0) }
        } catch DatabaseError.failed {
            return nil
        }
    }

    private func createMigrationTable() async throws {
        let create: @Sendable (any Connection) throws -> Void = { db in
            try db.script(
                """
                CREATE TABLE IF NOT EXISTS stoa_migration (
                    id TEXT PRIMARY KEY, checksum TEXT NOT NULL,
                    changed_at \(db.dialect.integer) NOT NULL, changed_by \(db.dialect.integer)
                )
                """)
        }
        do {
            try await write(create)
        } catch {
            guard dialect == .postgres else { throw error }
            // Two nodes created it at the same moment: PostgreSQL lets one of them stumble over its own catalogue, in more than one way. A fault
            // that lasts comes again.
            try await write(create)
        }
    }
}
