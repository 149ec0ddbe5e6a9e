import Accounts
import Audit
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing

@testable import Hosting

/// A site with a file, a backup of it, and that backup's place.
private func withBackup(_ body: (TestApp, URL) async throws -> Void) async throws {
    try await withTestApp(on: .sqlite) { app in
        _ = try await app.person(.ada)
        _ = try await app.storeFile(Array("a page that must not be lost".utf8))
        let made = try await SiteBackup(folder: app.site.folder, database: app.site.database, clock: app.clock.clock).make(.asked)
        try await body(app, made.file)
    }
}

private func refusal(_ body: () async throws -> Void) async -> BackupRefusal? {
    do {
        try await body()
        return nil
    } catch {
        return error as? BackupRefusal
    }
}

@Suite struct RestoreTests {
    @Test(.covers("CORE-040"))
    func `a restored site has the people, the files and the key of the old one`() async throws {
        try await withBackup { app, file in
            try await withTemporaryFolder { place in
                let target = SiteFolder(place.appending(path: "site"))
                let restore = SiteRestore(file, migrations: KernelMigrations.with(app.site.moduleTypes))
                let outcome = try await restore.restore(to: target, replacing: false)
                #expect(outcome.kept == nil)
                #expect(try Data(contentsOf: target.key) == Data(contentsOf: app.site.folder.key))
                let again = try await RunningSite.open(target, apps: [], parts: app.site.moduleTypes, log: .silent)
                let name = try await again.site.database.read {
                    try $0.one("SELECT name FROM account_person WHERE email = 'ada@stoa.example'" as Query<String>)
                }
                #expect(name == "Ada")
                let log = try await again.site.database.read { try again.site.audit.entries(.init(entity: "operations.restore"), in: $0) }
                #expect(log.count == 1)
                // In use now, and full.
                let occupied = await refusal { _ = try await restore.restore(to: target, replacing: false) }
                #expect(occupied == .exists(target.url.path))
                await #expect(throws: SiteRefusal.self) { _ = try await restore.restore(to: target, replacing: true) }
                await again.close()
                try FileManager.default.createDirectory(at: target.backups, withIntermediateDirectories: true)
                try Data("earlier".utf8).write(to: target.backups.appending(path: "earlier.tar"))
                let second = try await restore.restore(to: target, replacing: true)
                let kept = try #require(second.kept)
                #expect(FileManager.default.fileExists(atPath: kept.appending(path: "stoa.db").path))
                #expect(FileManager.default.fileExists(atPath: target.backups.appending(path: "earlier.tar").path))
                let link = place.appending(path: "link")
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target.url)
                _ = try await restore.restore(to: SiteFolder(link), replacing: true)
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.url.path, "the link still leads there")
                #expect(FileManager.default.fileExists(atPath: target.backups.appending(path: "earlier.tar").path))
                let newer = await refusal {
                    _ = try await SiteRestore(file, migrations: []).restore(to: SiteFolder(place.appending(path: "b")), replacing: false)
                }
                guard case .newer = newer else { throw TestFailure("A backup of a newer program was taken: \(String(describing: newer))") }
            }
        }
    }

    @Test(.covers("CORE-031", "CORE-040"))
    func `a damaged, shortened or poisoned backup is refused, and nothing is written`() async throws {
        try await withBackup { app, file in
            let whole = try Data(contentsOf: file)
            try await withTemporaryFolder { place in
                func attempt(_ bytes: Data) async throws -> BackupRefusal? {
                    let broken = place.appending(path: "broken.tar")
                    try bytes.write(to: broken)
                    let migrations = KernelMigrations.with(app.site.moduleTypes)
                    let found = await refusal {
                        _ = try await SiteRestore(broken, migrations: migrations).restore(
                            to: SiteFolder(place.appending(path: "site")), replacing: false)
                    }
                    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["broken.tar"])
                    return found
                }
                var flipped = whole
                flipped[5000] ^= 1
                #expect(try await attempt(flipped) == .damaged("stoa.db"))
                for length in [0, 100, 512, whole.count / 2, whole.count - 4000] { #expect(try await attempt(whole.prefix(length)) != nil) }
                #expect(try await attempt(Data("Dear diary".utf8) + Data(count: 2000)) == .notABackup)

                for name in ["../../etc/cron.d/evil", "../\u{301}../\u{301}evil", "/\u{301}etc/evil"] {
                    let escape = place.appending(path: "evil.tar")
                    var tar = try TarWriter(creating: escape)
                    try tar.add(Data("#!/bin/sh".utf8), as: name)
                    try tar.finish()
                    let bytes = try Data(contentsOf: escape)
                    try FileManager.default.removeItem(at: escape)
                    #expect(try await attempt(bytes) == .badName(name))
                }
            }
        }
    }
}
