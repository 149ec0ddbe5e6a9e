public import Database
import DatabasePostgres
import DatabaseSQLite
public import Foundation

/// The engines that every promise about data is tested on.
public enum Engine: String, CaseIterable, Sendable {
    case sqlite, postgres

    /// The engines of this machine; PostgreSQL is left out where it is not installed and no server was handed in.
    public static let available: [Engine] = PostgresCluster.isAvailable ? [.sqlite, .postgres] : [.sqlite]
}

/// Runs `body` with a fresh, empty database, which is gone afterwards.
public func withDatabase<T>(
    on engine: Engine, tokenizers: [FullTextTokenizer] = [], _ body: (Database) async throws -> T
) async throws -> T {
    switch engine {
    case .sqlite:
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "stoa.db").path
            return try await closing(SQLiteDatabase.open(path: path, tokenizers: tokenizers), body)
        }
    case .postgres:
        try await withPostgresURL { url in
            try await closing(PostgresDatabase.open(url: url, poolSize: 4), body)
        }
    }
}

/// Runs `body` with the address of a fresh database, for tests in which several nodes share one; it is empty, or a copy of `template`.
public func withPostgresURL<T>(template: String = "template0", _ body: (String) async throws -> T) async throws -> T {
    let cluster = try PostgresCluster.shared()
    let name = "stoa_test_\(UInt64.random(in: 0...UInt64.max))"
    // Nobody is connected to a template, so tests that start at once do not disturb each other.
    try PostgresDatabase.administer(url: cluster.url, "CREATE DATABASE \(name) TEMPLATE \(template)")
    do {
        let answer = try await body("\(cluster.url) dbname=\(name)")
        try PostgresDatabase.administer(url: cluster.url, "DROP DATABASE \(name) WITH (FORCE)")
        return answer
    } catch {
        try PostgresDatabase.administer(url: cluster.url, "DROP DATABASE \(name) WITH (FORCE)")
        throw error
    }
}

/// Runs `body` with an empty folder, which is gone afterwards.
public func withTemporaryFolder<T>(_ body: (URL) async throws -> T) async throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(path: "stoa-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Runs `body` with a database, and closes it whatever comes of it.
func closing<T>(_ database: Database, _ body: (Database) async throws -> T) async throws -> T {
    do {
        let answer = try await body(database)
        await database.close()
        return answer
    } catch {
        await database.close()
        throw error
    }
}
