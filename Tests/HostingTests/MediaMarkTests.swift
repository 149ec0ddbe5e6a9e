import Accounts
import Core
import Database
import Foundation
import Mail
import Media
import Platform
import TestSupport
import Testing

@testable import Hosting

@Suite struct `The folder of files` {
    private static let parts: [any App.Type] = [AccountsModule.self, MailModule.self]

    private func open(_ place: SiteFolder) async throws -> RunningSite {
        try await RunningSite.open(place, apps: [], parts: Self.parts, log: .silent)
    }

    /// The folder of a site whose files lie in another folder.
    private func site(_ folder: URL, media: URL?) throws -> SiteFolder {
        let place = SiteFolder(folder)
        var node = NodeConfiguration()
        node.media = media?.path
        try place.create()
        try place.write(node)
        return place
    }

    private func advice(_ place: SiteFolder) async -> [String] {
        await Doctor(place, migrations: KernelMigrations.with(Self.parts)).examine().filter { $0.weight == .failure }.map(\.words)
    }

    @Test(.covers("CORE-040"))
    func `belongs to one site, and another that was given it does not start`() async throws {
        try await withTemporaryFolder { folder in
            let media = folder.appending(path: "media", directoryHint: .isDirectory)
            let (first, second) = (try site(folder.appending(path: "one"), media: media), try site(folder.appending(path: "two"), media: media))
            try await open(first).close()
            let mark = media.appending(path: "site.id")
            let written = try Data(contentsOf: mark)
            #expect(written.count == 33)
            let refusal = await #expect(throws: SiteRefusal.self) { _ = try await open(second) }
            let words = try #require(refusal.map { "\($0)" })
            #expect(words.contains("files of another site") && words.contains("\"media\" in site.json") && words.contains(mark.path))
            #expect(try Data(contentsOf: mark) == written)
            #expect(await advice(second).contains(words))
            #expect(await !advice(first).contains { $0.contains("another site") })
            // Its own again after its start, and the other's in a folder of its own.
            try await open(first).close()
            try await open(try site(folder.appending(path: "two"), media: folder.appending(path: "other"))).close()
            #expect(await !advice(second).contains { $0.contains("another site") })
        }
    }

    @Test(.covers("CORE-040"))
    func `goes with its site, and a mark that a power cut left empty is written again`() async throws {
        try await withTemporaryFolder { folder in
            let place = try site(folder.appending(path: "one"), media: folder.appending(path: "media"))
            try await open(place).close()
            let (moved, elsewhere) = (folder.appending(path: "moved"), folder.appending(path: "elsewhere"))
            try FileManager.default.moveItem(at: place.url, to: moved)
            try FileManager.default.moveItem(at: folder.appending(path: "media"), to: elsewhere)
            let again = try site(moved, media: elsewhere)
            try await open(again).close()
            let mark = elsewhere.appending(path: "site.id")
            let written = try Data(contentsOf: mark)
            try Data().write(to: mark)
            try await open(again).close()
            #expect(try Data(contentsOf: mark) == written)
        }
    }

    @Test(.covers("CORE-040"))
    func `of a restored site is its own, from whatever folder its files came`() async throws {
        try await withTemporaryFolder { folder in
            let place = try site(folder.appending(path: "one"), media: folder.appending(path: "media"))
            let running = try await open(place)
            let kept = try await running.site.media.withLease { lease in
                let reference = try await lease.store(bytes: Array("a page that must not be lost".utf8))
                try await running.site.database.write { db in
                    try running.site.media.holds.retain(reference, by: MediaOwner("test.file", ID<RunningSite>(1)), in: db)
                }
                return reference
            }
            var shared = place
            shared.sharedMedia = folder.appending(path: "media", directoryHint: .isDirectory)
            let backup = SiteBackup(folder: shared, database: running.site.database, clock: .wall)
            let (whole, update) = (try await backup.make(.asked).file, try await backup.make(.update).file)
            await running.close()
            let migrations = KernelMigrations.with(Self.parts)
            let target = SiteFolder(folder.appending(path: "two"))
            for file in [whole, update] {
                _ = try await SiteRestore(file, migrations: migrations).restore(to: target, replacing: file == update)
                let restored = try await open(target)
                #expect(restored.site.media.contains(kept))
                await restored.close()
                #expect(await !advice(target).contains { $0.contains("another site") })
            }
            // The site from before goes on beside it.
            try await open(place).close()
        }
    }
}
