import Audit
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Operations

@Suite struct `Archiving the log` {
    @Test(.covers("LIB-113", "CORE-041"), arguments: Engine.available)
    func `an administrator archives in two steps, a supervisor cannot`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            for number in 1...30 { try await app.note(.update, "garden.tree", "\(number)") }
            app.clock.advance(by: .seconds(20 * 86_400))
            try await app.note(.update, "garden.tree", "31")
            let admin = try await app.signedIn(.admin)
            let shut = try await app.signedIn(.supervisor).post("/admin/log/archive", ["days": "10", "confirmed": "true"])
            #expect(shut.status == .notFound)
            let question = try await admin.post("/admin/log/archive", ["days": "10", "entries": ""])
            #expect(question.text.contains("button-danger"))
            try await app.runJobs()
            let before = try await app.site.database.read { try app.site.audit.counts(in: $0) }
            #expect(before.archived == 0)
            let done = try await admin.post("/admin/log/archive", ["days": "10", "confirmed": "true"])
            #expect(done.status == .seeOther)
            try await app.runJobs()
            let after = try await app.site.database.read { try app.site.audit.counts(in: $0) }
            #expect(after.archived >= 30 && after.here >= 2)
            let page = try await admin.get("/admin/log/archive")
            #expect(page.count(".jsonl.gz") == 1)
            let verdict = try await AuditSeal(site: app.site).verify()
            guard case .intact = verdict else { throw TestFailure("\(verdict)") }
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `the site notes the end of its log, and misses entries that were cut off`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let seal = AuditSeal(site: app.site)
            for number in 1...3 { try await app.note(.update, "garden.tree", "\(number)") }
            try await seal.note()
            let noted = try #require(seal.noted)
            #expect(noted.entry == 3)
            let drop: String = engine == .sqlite ? "DROP TRIGGER audit_entry_no_delete" : "ALTER TABLE audit_entry DISABLE TRIGGER USER"
            try await app.site.database.write { db in
                try db.script(drop)
                try db.script("DELETE FROM audit_entry WHERE id = 3")
            }
            let verdict = try await seal.verify()
            #expect(verdict == .cutOff(at: 3))
            // A shorter log is never noted as the new end, not even when it has grown again.
            try await seal.note()
            #expect(seal.noted == noted)
            try await app.note(.update, "garden.tree", "4")
            try await app.note(.update, "garden.tree", "5")
            try await seal.note()
            #expect(seal.noted == noted)
            #expect(try await seal.verify() == .cutOff(at: 3))
            try Data("forged".utf8).write(to: app.site.folder.auditSeal)
            #expect(try await seal.verify() == .unsealed)
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `a log whose seals are gone is not taken for whole, until its operator says so`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let seal = AuditSeal(site: app.site)
            for number in 1...3 { try await app.note(.update, "garden.tree", "\(number)") }
            try await seal.note()
            // As the attacker did it, without the key: no triggers, no tail, no file; then also no copy in the database.
            let drop: String = engine == .sqlite ? "DROP TRIGGER audit_entry_no_delete" : "ALTER TABLE audit_entry DISABLE TRIGGER USER"
            try await app.site.database.write { db in
                try db.script(drop)
                try db.script("DELETE FROM audit_entry WHERE id = 3")
            }
            try FileManager.default.removeItem(at: app.site.folder.auditSeal)
            #expect(try await seal.verify() == .unsealed)
            // The server does not make good what is missing.
            try await seal.note()
            #expect(try await seal.verify() == .unsealed)
            try await app.site.database.write { db in try db.script("DELETE FROM platform_seal WHERE name = 'audit.end'") }
            try await seal.note()
            #expect(try await seal.verify() == .unsealed)
            try await seal.accept()
            guard case .intact(entries: 2, _) = try await seal.verify() else { throw TestFailure("not accepted") }
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `the copy in the database holds the end as well, and comes back where it is missing`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let seal = AuditSeal(site: app.site)
            for number in 1...2 { try await app.note(.update, "garden.tree", "\(number)") }
            try await seal.note()
            let old = try Data(contentsOf: app.site.folder.auditSeal)
            try await app.note(.update, "garden.tree", "3")
            try await seal.note()
            // An older file of this very site, and the log cut to fit it.
            try old.write(to: app.site.folder.auditSeal)
            let drop: String = engine == .sqlite ? "DROP TRIGGER audit_entry_no_delete" : "ALTER TABLE audit_entry DISABLE TRIGGER USER"
            try await app.site.database.write { db in
                try db.script(drop)
                try db.script("DELETE FROM audit_entry WHERE id = 3")
            }
            #expect(try await seal.verify() == .cutOff(at: 3))
            // A site from before the copy has none; the next minute makes it.
            try await app.site.database.write { db in try db.script("DELETE FROM platform_seal WHERE name = 'audit.end'") }
            try await seal.note()
            let copies: Int = try await app.site.database.read { try $0.one("SELECT count(*) FROM platform_seal WHERE name = 'audit.end'") }
            #expect(copies == 1)
        }
    }
}
