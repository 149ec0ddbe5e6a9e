import Accounts
import Core
import Database
import Foundation
import Hosting
import Mail
import Platform
import TestSupport
import Testing

@Suite struct UpdateBackupTests {
    @Test func `before an update changes a database in use, it is copied`() async throws {
        try await withTemporaryFolder { folder in
            let site = try await RunningSite.open(SiteFolder(folder), apps: [], parts: [], log: .silent)
            await site.close()
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "backups").path))
            let updated = try await RunningSite.open(
                SiteFolder(folder), apps: [], parts: [AccountsModule.self, MailModule.self], log: .silent, beforeUpdate: UpdateBackup.make)
            await updated.close()
            let copies = try BackupName.all(in: SiteFolder(folder))
            #expect(copies.map(\.reason) == [.update])
            let copy = try #require(copies.first)
            let manifest = try BackupArchive(folder.appending(path: "backups/\(copy.text)")).check()
            #expect(manifest.files.map(\.name) == ["stoa.db", "site.json", "site.key"])
        }
    }

    @Test func `an update does not happen where the step before it fails`() async throws {
        try await withTemporaryFolder { folder in
            let site = try await RunningSite.open(SiteFolder(folder), apps: [], parts: [], log: .silent)
            await site.close()
            await #expect(throws: BackupRefusal.self) {
                _ = try await RunningSite.open(
                    SiteFolder(folder), apps: [], parts: [AccountsModule.self, MailModule.self], log: .silent,
                    beforeUpdate: { _ in throw BackupRefusal.noSpace(needed: 2, free: 1) })
            }
            let again = try await RunningSite.open(SiteFolder(folder), apps: [], parts: [], log: .silent)
            let tables = try await again.site.database.read {
                try $0.all("SELECT name FROM sqlite_master WHERE name = 'account_person'" as Query<String>)
            }
            #expect(tables == [])
            await again.close()
        }
    }
}
