import Accounts
import Audit
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Operations

@Suite struct LogSentenceTests {
    @Test(.covers("LIB-107"), arguments: Engine.available)
    func `the log says what happened as sentences, day by day, in the reader's language`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let (ada, admin) = (try await app.person(.ada), try await app.signedIn(.admin))
            let until = Instant(rfc3339: "2026-12-01T09:00:00Z")?.rfc3339 ?? ""
            let audit = app.site.audit
            try await app.site.database.write { db in
                _ = try audit.record(
                    AuditEntry(
                        actor: ada, action: .revoke, entity: "account.person", entityID: ada.description,
                        details: ["app": "operations", "until": until, "reason": "Spam."]), in: db)
                _ = try audit.record(
                    AuditEntry(
                        actor: nil, action: .run, entity: "operations.backup", entityID: "stoa-20261122T010000Z-daily.tar",
                        details: ["tables": 14, "files": 3102]), in: db)
            }
            let page = try await admin.get("/admin/log").text
            #expect(page.contains("Today"))
            #expect(page.firstMatch(of: /The backup of [^<]* was tested: 14 tables, 3,?102 files\./) != nil)
            #expect(page.firstMatch(of: /banned .* from .* until [^<]*2026[^<]*\. The reason given: “Spam\.”/) != nil)
            #expect(page.firstMatch(of: /<time[^>]*datetime="[^"]+Z"[^>]*title="[^"]+"/) != nil)
            let swedish = try await admin.with("Accept-Language", "sv").get("/admin/log").text
            #expect(swedish.contains("testades: 14 tabeller"))
        }
    }

    @Test(.covers("LIB-107"))
    func `words that people typed become no link in a sentence`() async throws {
        try await withOperations(on: .sqlite) { app in
            let audit = app.site.audit
            try await app.site.database.write { db in
                _ = try audit.record(
                    AuditEntry(
                        actor: nil, action: .create, entity: "operations.job", entityID: "1",
                        details: ["title": "\u{E000}/evil\u{E001}click\u{E002}<b>", "kind": "\u{E000}/evil\u{E001}click\u{E002}<b>"]), in: db)
            }
            let page = try await app.signedIn(.admin).get("/admin/log").text
            #expect(page.contains("/evilclick&lt;b&gt;") && !page.contains("href=\"/evil\""))
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `Verify says what was checked, and names the entry where the chain is broken`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            for number in 1...3 { try await app.note(.update, "garden.tree", "\(number)") }
            let admin = try await app.signedIn(.admin)
            try await AuditSeal(site: app.site).accept()
            let intact = try await admin.post("/admin/log/verify").text
            #expect(intact.contains("The log is intact") && intact.contains("none has been changed or removed"))
            #expect(try await admin.get("/admin/log").text.contains("verified this log"))
            let drop: String = engine == .sqlite ? "DROP TRIGGER audit_entry_no_update" : "ALTER TABLE audit_entry DISABLE TRIGGER USER"
            let id = try await app.site.database.write { db in
                let id: Int64 = try db.one("SELECT max(id) FROM audit_entry")
                try db.script(drop)
                try db.run("UPDATE audit_entry SET details = '{}' WHERE id = \(id)")
                return id
            }
            let broken = try await admin.post("/admin/log/verify").text
            #expect(broken.contains("Entry \(id), or the one before it, has been changed or removed."))
            #expect(broken.contains("Compare the log with the latest backup"))
            #expect(try await app.signedIn(.ada).post("/admin/log/verify").status == .notFound)
        }
    }
}
