import Accounts
import Audit
import Core
import Database
import Foundation
import Media
import Platform
import TestSupport
import Testing
import Web

@testable import Hosting
@testable import Operations

/// A site with a file, a backup of it, and that backup's place.
private func withBackup(on engine: Engine, _ body: (TestApp, URL) async throws -> Void) async throws {
    try await withOperations(on: engine) { app in
        _ = try await app.person(.ada)
        _ = try await app.storeFile(Array("a page that must not be lost".utf8))
        let answer = try await app.signedIn(.admin).post("/admin/backups")
        #expect(answer.status == .seeOther)
        try await app.runJobs()
        let name = try #require(try BackupName.all(in: app.site.folder).first { $0.reason == .asked })
        try await body(app, app.site.folder.backups.appending(path: name.text))
    }
}

@Suite struct `Backups` {
    @Test(.covers("LIB-142", "CORE-040"), arguments: Engine.available)
    func `the button makes a backup, and a drill proves that it can be restored`(on engine: Engine) async throws {
        try await withBackup(on: engine) { app, file in
            let manifest = try BackupArchive(file).check()
            #expect(manifest.engine == engine.rawValue)
            #expect(manifest.rows["account_person"] == 2)
            #expect(manifest.files.map(\.name).contains("site.key"))
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let record = try #require(try await app.site.database.read { try $0.first(.backup(named: file.lastPathComponent)) })
            #expect(record.report?.problems == [])
            #expect(record.report?.auditEntries == manifest.audit.entries && manifest.audit.entries > 0)
            let page = try await app.signedIn(.admin).get("/admin/backups").text
            #expect(page.contains("Passed") && page.contains(file.lastPathComponent))
            let left = try FileManager.default.contentsOfDirectory(atPath: app.site.folder.temporary.path)
            #expect(left == [])
        }
    }

    @Test(.covers("CORE-040"))
    func `two backups of the same second both stay, and the later one counts as newer`() async throws {
        try await withOperations(on: .sqlite) { app in
            let backups = Operations.Backups(site: app.site, alerts: try app.alerts)
            let made = [try await backups.makeNow(), try await backups.makeNow(), try await backups.makeNow()].map(\.lastPathComponent)
            let names = try BackupName.all(in: app.site.folder)
            #expect(names.map(\.text) == made.reversed())
            #expect(Set(names.map(\.madeAt)).count == 1)
            let records = try await app.site.database.read { try $0.all(.backups(limit: 10)) }
            #expect(Set(records.compactMap(\.name)) == Set(made))
        }
    }

    @Test(.covers("CORE-040"), arguments: Engine.available)
    func `a drill notices a stored file that rotted before it was copied`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let reference = try await app.storeFile(Array("a page".utf8))
            try Data("a pagX".utf8).write(to: app.site.media.url(reference))
            _ = try await app.signedIn(.admin).post("/admin/backups")
            try await app.runJobs()
            let record = try #require(try await app.site.database.read { try $0.all(.backups(limit: 5)) }.first)
            #expect(record.report?.problems.count == 1)
            #expect(record.isProven == false)
            let page = try await app.signedIn(.admin).get("/admin/backups").text
            #expect(page.contains("is not what its name says"))
        }
    }

    @Test(.covers("CORE-040"), arguments: Engine.available)
    func `a file whose maker died before it was noted is taken in by the next check, and drilled`(on engine: Engine) async throws {
        try await withBackup(on: engine) { app, file in
            // Between the file and its record the process ended.
            let damaged = app.site.folder.backups.appending(path: BackupName(app.clock.clock.now() + .seconds(5), .scheduled).text)
            try Data(contentsOf: file).dropLast(5000).write(to: damaged)
            try await app.site.database.write { try $0.run("DELETE FROM operations_backup") }
            let waiting = try await app.signedIn(.admin).get("/admin/backups").text
            #expect(waiting.contains("Waiting for its test"))
            app.clock.advance(by: .seconds(86_400))
            try await app.runJobs()
            let records = try await app.site.database.read { try $0.all(.backups(limit: 10)) }
            #expect(records.first { $0.name == file.lastPathComponent }?.isProven == true)
            let broken = records.first { $0.name == damaged.lastPathComponent }
            #expect(broken?.report?.problems.isEmpty == false)
            #expect(records.count == 2)
            app.clock.advance(by: .seconds(86_400))
            try await app.runJobs()
            let again = try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM operations_backup" as Query<Int>) }
            #expect(again == 2, "once is enough")
        }
    }

    @Test(.covers("LIB-142", "RES-022"))
    func `a backup is made by itself when the last one is old, and old ones go`() async throws {
        try await withOperations(on: .sqlite) { app in
            try await app.runJobs()
            for _ in 1...40 {
                app.clock.advance(by: .seconds(86_400))
                try await app.runJobs()
            }
            let names = try BackupName.all(in: app.site.folder).filter { $0.reason == .scheduled }
            #expect(names.count == OperationsSettings.backupsKept.initial)
            let gaps = zip(names, names.dropFirst()).map { ($0.madeAt - $1.madeAt).components.seconds / 86_400 }
            #expect(gaps == [7, 7, 7])
        }
    }
}
