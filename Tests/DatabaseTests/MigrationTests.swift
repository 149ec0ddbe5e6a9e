import Database
import TestSupport
import Testing

@Suite struct Migrations {
    private let first = Migration("a-001") { d in "CREATE TABLE a (id \(d.id)); CREATE TABLE b (id \(d.id))" }
    private let second = Migration("a-002") { _ in "ALTER TABLE a ADD COLUMN name TEXT" }

    @Test(arguments: Engine.available)
    func `steps run once, in order`(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            try await database.migrate([first])
            try await database.migrate([first, second])
            try await database.migrate([first, second])
            let done = try await database.read { db in try db.all("SELECT id FROM stoa_migration ORDER BY id" as Query<String>) }
            #expect(done == ["a-001", "a-002"])
        }
    }

    @Test(arguments: Engine.available)
    func `a step that was edited after it ran is refused`(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            try await database.migrate([first])
            let error = await databaseError { try await database.migrate([Migration("a-001") { _ in "CREATE TABLE c (id INTEGER)" }]) }
            guard case .migration(let words) = error else { throw error ?? .missing }
            #expect(words.contains("a-001"))
        }
    }

    @Test(arguments: Engine.available)
    func `a step that fails leaves nothing of its run`(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            let error = await databaseError { try await database.migrate([first, Migration("a-002") { _ in "CREATE TABLE" }]) }
            guard case .migration = error else { throw error ?? .missing }
            let left = try await count("stoa_migration", in: database)
            #expect(left == 0)
            try await database.migrate([first])
        }
    }

    @Test(arguments: Engine.available)
    func `several nodes may migrate at the same time`(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await database.migrate([first, second]) } }
                try await group.waitForAll()
            }
            let left = try await count("stoa_migration", in: database)
            #expect(left == 2)
        }
    }
}
