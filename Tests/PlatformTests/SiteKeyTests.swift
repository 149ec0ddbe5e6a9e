import Accounts
import Core
import Database
import DatabasePostgres
import Foundation
import Mail
import TestSupport
import Testing

@testable import Platform

@Suite struct `The site's key` {
    /// Opens one and the same site again and again.
    private func withSite(on engine: Engine, _ body: (SiteFolder, _ open: () async throws -> RunningSite) async throws -> Void) async throws {
        try await withTemporaryFolder { url in
            let folder = SiteFolder(url)
            switch engine {
            case .sqlite:
                try await body(folder) { try await RunningSite.open(folder, apps: [], parts: [AccountsModule.self, MailModule.self], log: .silent) }
            case .postgres:
                try await withPostgresURL { address in
                    try await body(folder) {
                        let database = try PostgresDatabase.open(url: address, poolSize: 4)
                        do {
                            return try await RunningSite.open(
                                folder, apps: [], parts: [AccountsModule.self, MailModule.self], log: .silent, database: database)
                        } catch {
                            await database.close()
                            throw error
                        }
                    }
                }
            }
        }
    }

    @Test(.covers("CORE-049"), arguments: Engine.available)
    func `is neither replaced nor mistaken for another`(on engine: Engine) async throws {
        try await withSite(on: engine) { folder, open in
            try await open().close()
            let key = try Data(contentsOf: folder.key)
            try FileManager.default.removeItem(at: folder.key)
            await #expect { try await open() } throws: {
                guard case SiteRefusal.keyMissing = $0 else { return false }
                return true
            }
            #expect(!FileManager.default.fileExists(atPath: folder.key.path))
            try Data(key.reversed()).write(to: folder.key)
            await #expect { try await open() } throws: {
                guard case SiteRefusal.keyIsAnother = $0 else { return false }
                return true
            }
            try Data(key.dropLast()).write(to: folder.key)
            await #expect { try await open() } throws: {
                guard case SiteRefusal.keyDamaged = $0 else { return false }
                return true
            }
            try key.write(to: folder.key)
            try await open().close()
        }
    }

    @Test(.covers("CORE-049"), arguments: Engine.available)
    func `of a site that is older than its check is taken as it is, once`(on engine: Engine) async throws {
        try await withSite(on: engine) { folder, open in
            let first = try await open()
            try await first.site.database.write { _ = try $0.run("DELETE FROM platform_seal") }
            await first.close()
            try await open().close()
            let key = try Data(contentsOf: folder.key)
            try Data(key.reversed()).write(to: folder.key)
            await #expect(throws: SiteRefusal.self) { try await open() }
        }
    }
}
