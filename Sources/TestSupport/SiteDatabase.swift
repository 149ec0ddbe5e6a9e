import Core
import Database
import DatabasePostgres
import DatabaseSQLite
import Foundation
import Platform
import Search
import Synchronization

/// Runs `body` with a fresh database that holds the schema of the given parts and apps, and what the site's own opening registers on it.
public func withSiteDatabase<T>(of members: [any App.Type], on engine: Engine, _ body: (Database) async throws -> T) async throws -> T {
    let migrations = KernelMigrations.with(members)
    switch engine {
    case .sqlite:
        let file = try await SchemaTemplates.sqlite.value(for: migrations.map(\.id)) { try await migratedFile(migrations) }
        return try await withTemporaryFolder { folder in
            let path = folder.appending(path: "stoa.db")
            try file.write(to: path)
            return try await closing(SQLiteDatabase.open(path: path.path, tokenizers: [SearchTokenizer.fullText]), body)
        }
    case .postgres:
        let template = try await SchemaTemplates.postgres.value(for: migrations.map(\.id)) { try await migratedTemplate(migrations) }
        return try await withPostgresURL(template: template) { url in
            try await closing(PostgresDatabase.open(url: url, poolSize: 4), body)
        }
    }
}

/// Migrated databases, each made by the first test that needs its schema and copied by all: migrating took longer than most tests.
private final class SchemaTemplates<Template: Sendable>: Sendable {
    /// By the ids of the migrations.
    private let made = Mutex<[[String]: Task<Template, any Error>]>([:])

    func value(for migrations: [String], make: @escaping @Sendable () async throws -> Template) async throws -> Template {
        let task = made.withLock { made in
            if let known = made[migrations] { return known }
            let task = Task { try await make() }
            made[migrations] = task
            return task
        }
        return try await task.value
    }
}

extension SchemaTemplates<Data> {
    /// Whole files.
    static let sqlite = SchemaTemplates<Data>()
}

extension SchemaTemplates<String> {
    /// Names of databases of the cluster, which nobody opens.
    static let postgres = SchemaTemplates<String>()
}

private func migratedFile(_ migrations: [Migration]) async throws -> Data {
    try await withTemporaryFolder { folder in
        let path = folder.appending(path: "template.db")
        try await closing(SQLiteDatabase.open(path: path.path, tokenizers: [SearchTokenizer.fullText])) {
            try await $0.migrate(migrations, clock: ManualClock().clock)
        }
        return try Data(contentsOf: path)
    }
}

private func migratedTemplate(_ migrations: [Migration]) async throws -> String {
    let cluster = try PostgresCluster.shared()
    let name = "stoa_template_\(UInt64.random(in: 0...UInt64.max))"
    try PostgresDatabase.administer(url: cluster.url, "CREATE DATABASE \(name) TEMPLATE template0")
    try await closing(PostgresDatabase.open(url: "\(cluster.url) dbname=\(name)", poolSize: 1)) {
        try await $0.migrate(migrations, clock: ManualClock().clock)
    }
    return name
}
