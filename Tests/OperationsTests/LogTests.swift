import Analytics
import Audit
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Operations

@Suite struct `System log` {
    @Test(.covers("LIB-107"), arguments: Engine.available)
    func `the log is open to administrators and supervisors and to nobody else`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            for who in [Cast.owner, .admin, .supervisor] {
                let page = try await app.signedIn(who).get("/admin/log")
                #expect(page.status == .ok)
            }
            for who in [Cast.ada, .librarian, .curator] {
                let page = try await app.signedIn(who).get("/admin/log")
                #expect(page.status == .notFound)
            }
            let guest = try await app.guest.get("/admin/log")
            #expect(guest.location?.hasPrefix("/account/sign-in") == true)
        }
    }

    @Test(.covers("CORE-019"), arguments: Engine.available)
    func `what somebody did lately is said in words`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let (owner, ada, id) = (try await app.signedIn(.owner), try await app.signedIn(.ada), try await app.person(.ada))
            _ = try await ada.post("/account/profile", ["name": "Ada L"])
            _ = try await ada.post("/account/app-passwords", ["label": "Reader"])
            let page = try await owner.get("/admin/people/\(id)").text
            #expect(page.contains("Ada L changed the profile.") && page.contains("created the app password “Reader”."))
            #expect(!page.contains("account.person") && !page.contains("account.app-password"))
        }
    }

    @Test(.covers("LIB-108", "LIB-109", "LIB-110", "LIB-114"), arguments: Engine.available)
    func `filters and words narrow the log, and each entry opens into its details`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let ada = try await app.person(.ada)
            try await app.note(.delete, "garden.tree", "17", by: ada, details: ["title": ["Old pear", "Pear <b>"]])
            app.clock.advance(by: .seconds(3 * 86_400))
            try await app.note(.update, "garden.tree", "18", details: ["title": ["Plum"]])
            let admin = try await app.signedIn(.admin)
            func entries(_ query: String) async throws -> [String] {
                let page = try await admin.get("/admin/log?" + query)
                #expect(page.status == .ok)
                return page.text.matches(of: /garden\.tree (\d+)\.<\/span>/).map { String($0.1) }
            }
            #expect(try await entries("") == ["18", "17"])
            #expect(try await entries("q=deleting") == ["17"])
            #expect(try await entries("q=pear") == ["17"])
            #expect(try await entries("person=ADA%40stoa") == ["17"])
            #expect(try await entries("person=a_a") == [])
            #expect(try await entries("system=true&entity=garden.tree") == ["18"])
            #expect(try await entries("action=UPDATE") == ["18"])
            #expect(try await entries("until=2026-09-22") == ["17"])
            #expect(try await entries("from=2026-09-23") == ["18"])
            #expect(try await entries("entity=garden.tree&id=17") == ["17"])
            let details = try await admin.get("/admin/log?q=pear").text
            #expect(details.contains("Pear &lt;b&gt;") && details.contains("DELETE") && details.contains("2026-09-21T14:13:20.000Z"))
            let wrong = try await admin.get("/admin/log?from=2026-02-31").text
            #expect(wrong.contains("This must be a day"))
        }
    }

    @Test(.covers("LIB-112"), arguments: Engine.available)
    func `the log is read page by page, each entry once`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            for number in 1...120 { try await app.note(.update, "garden.tree", "\(number)") }
            var seen: [Int] = []
            var address = "/admin/log?entity=garden.tree"
            for _ in 1...3 {
                let page = try await admin.get(address).text
                seen += page.matches(of: /garden\.tree (\d+)\.<\/span>/).compactMap { Int($0.1) }
                guard let next = page.firstMatch(of: /href="([^"]+)"[^>]*rel="next"/) else { break }
                address = next.1.replacingOccurrences(of: "&amp;", with: "&")
            }
            #expect(seen == (1...120).reversed())
            let broken = try await admin.get("/admin/log?after=xyz")
            #expect(broken.status == .badRequest)
        }
    }

    @Test(.covers("LIB-107"), arguments: Engine.available)
    func `many entries of the same work are one line that opens, and Clear waits for a filter`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            for number in 1...2 { try await app.note(.create, "garden.tree", "\(number)") }
            let few = try await admin.get("/admin/log?entity=garden.tree").text
            #expect(!few.contains("log-run"))
            for number in 3...5 { try await app.note(.create, "garden.tree", "\(number)") }
            try await app.note(.delete, "garden.tree", "6")
            let many = try await admin.get("/admin/log?entity=garden.tree").text
            #expect(many.matches(of: /class="log-run"/).count == 1 && many.contains("4 similar entries"))
            #expect((1...6).allSatisfy { many.contains("garden.tree \($0).</span>") })
            #expect(try await !admin.get("/admin/log?q=garden").text.contains("log-run"), "whoever looks for a word sees each")
            let whole = try await admin.get("/admin/log").text
            #expect(many.contains("Clear") && !whole.contains("Clear"))
        }
    }

    @Test(.covers("LIB-107"), arguments: Engine.available)
    func `one line tells of many entries only when they say the same`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let (admin, audit) = (try await app.signedIn(.admin), app.site.audit)
            func note(_ step: String, _ ids: ClosedRange<Int>) async throws {
                try await app.site.database.write { db in
                    for id in ids {
                        _ = try audit.record(
                            AuditEntry(
                                actor: nil, action: .update, entity: "operations.job", entityID: "\(id)",
                                details: ["step": step, "kind": "tea-\(id)"]),
                            in: db)
                    }
                }
            }
            try await note("retry", 1...2)
            try await note("cancel", 3...3)
            let unlike = try await admin.get("/admin/log?entity=operations.job").text
            #expect(!unlike.contains("log-run") && unlike.contains("started a job again: tea-2") && unlike.contains("cancelled a job: tea-3"))
            try await note("cancel", 4...5)
            let alike = try await admin.get("/admin/log?entity=operations.job").text
            #expect(alike.matches(of: /class="log-run"/).count == 1 && alike.contains("2 similar entries"))
        }
    }

    @Test(.covers("LIB-111"), arguments: Engine.available)
    func `what fits is taken along as CSV or PDF, and that is noted`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            try await app.note(.delete, "garden.tree", "=17", details: ["title": ["Pear, old"]])
            try await app.note(.delete, "garden.bush", "18")
            let supervisor = try await app.signedIn(.supervisor)
            let csv = try await supervisor.get("/admin/log.csv?entity=garden.tree")
            #expect(csv["Content-Type"] == "text/csv; charset=utf-8")
            let lines = String(decoding: try await csv.wholeBody(), as: UTF8.self).components(separatedBy: "\r\n")
            #expect(lines.count == 3 && lines[0].hasSuffix("LogID,Timestamp,ActorID,Actor,ActionType,Entity,EntityID,Details"))
            #expect(lines[1].hasSuffix(#",System,,DELETE,garden.tree,'=17,"{""title"":[""Pear, old""]}""#))
            let pdf = try await supervisor.get("/admin/log.pdf?entity=garden.tree")
            #expect(pdf.status == .ok)
            #expect(pdf.bytes.starts(with: Array("%PDF-".utf8)))
            let shut = try await app.signedIn(.ada).get("/admin/log.csv")
            #expect(shut.status == .notFound)
            let trail = try await app.auditTrail()
            #expect(trail.count { $0 == "operations.log.exportdata" || $0 == "operations.log.export" } == 2)
        }
    }

    @Test(.covers("LIB-111", "LIB-112"), arguments: Engine.available)
    func `a long log is exported in pieces, every entry once and newest first`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let count = LogExport.piece * 2 + 17
            let audit = app.site.audit
            try await app.site.database.write { db in
                for number in 1...count {
                    _ = try audit.record(AuditEntry(actor: nil, action: .create, entity: "garden.tree", entityID: String(number)), in: db)
                }
            }
            let csv = try await app.signedIn(.supervisor).get("/admin/log.csv?entity=garden.tree")
            let lines = String(decoding: try await csv.wholeBody(), as: UTF8.self).split(separator: "\r\n").dropFirst()
            let numbers = lines.compactMap { $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(6).first.flatMap { Int($0) } }
            let isWhole = numbers == Array((1...count).reversed())
            #expect(isWhole)
            let noted = try await app.site.database.read { try audit.entries(.init(entity: "operations.log"), in: $0).first?.details }
            #expect(noted?.contains("\"\(count)\"") == true)
        }
    }

    @Test(.covers("LIB-107"), arguments: Engine.available)
    func `what was read has a tab of its own`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let (ada, bea) = (try await app.person(.ada), try await app.person(.bea))
            let analytics = app.site.analytics
            try await app.site.database.write { db in
                try analytics.setNames(true, ada, in: db)
                try analytics.record(kind: "garden.tree.read", subject: ID<AuditRecord>(17), person: ada, in: db)
                try analytics.record(kind: "garden.bush.read", subject: ID<AuditRecord>(18), person: bea, in: db)
            }
            let supervisor = try await app.signedIn(.supervisor)
            let all = try await supervisor.get("/admin/log/reading").text
            #expect(all.contains("garden.tree.read") && all.contains("garden.bush.read"))
            #expect(all.contains("Ada") && all.contains("Not named") && !all.contains("Bea"))
            let one = try await supervisor.get("/admin/log/reading?person=ada").text
            #expect(one.contains("garden.tree.read") && !one.contains("garden.bush.read"))
        }
    }

    @Test(arguments: Engine.available)
    func `the first page of the portal shows what waits, and only places that are open`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let young = try await app.signedIn(.owner).get("/admin").text
            #expect(young.contains("Nothing to do right now"), "no backup could have been made yet")
            app.clock.advance(by: .seconds(37 * 3600))
            let admin = try await app.signedIn(.admin).get("/admin").text
            #expect(admin.contains("There’s no backup that has passed its test") && admin.contains("/admin/health"))
            let supervisor = try await app.signedIn(.supervisor).get("/admin").text
            #expect(supervisor.contains("/admin/log") && !supervisor.contains("/admin/backups"))
            let reader = try await app.signedIn(.ada).get("/admin")
            #expect(reader.status == .forbidden)
        }
    }
}
