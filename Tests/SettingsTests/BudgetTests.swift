import Core
import Database
import FoundationEssentials
import Mail
import Notifications
import Platform
import Settings
import TestSupport
import Testing
import Web

@Suite struct BudgetTests {
    @Test(.covers("LIB-116"), arguments: Engine.available)
    func `a budget line shows what is spent and what is left`(engine: Engine) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let added = try await admin.post("/admin/budget", ["name": "Books", "amount": "1 000,50", "alertPercent": "80", "year": "2026"])
            #expect(added.location == "/admin/budget?year=2026")
            _ = try await admin.post("/admin/budget/1/expenses", ["amount": "250.25", "note": "Hymnals", "day": "2026-03-01"])
            let page = try await admin.get("/admin/budget/1").text
            #expect(page.contains("250.25"))
            #expect(page.contains("750.25"))
            #expect(page.contains("Hymnals"))
            let trail = try await app.auditTrail()
            #expect(trail.suffix(2) == ["settings.budget-line.create", "settings.expense.create"])
        }
    }

    @Test(
        .covers("LIB-116"),
        arguments: [
            ["amount": "0", "note": "x", "day": "2026-03-01"], ["amount": "1.234", "note": "x", "day": "2026-03-01"],
            ["amount": "5", "note": "", "day": "2026-03-01"], ["amount": "5", "note": "x", "day": "2026-02-30"],
        ])
    func `a wrong expense is shown again and not added`(form: [String: String]) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            _ = try await admin.post("/admin/budget", ["name": "Books", "amount": "100", "alertPercent": "80", "year": "2026"])
            let refused = try await admin.post("/admin/budget/1/expenses", form: form)
            #expect(refused.status == .unprocessableContent)
            #expect(try await admin.get("/admin/budget/1").text.contains("Nothing spent yet"))
        }
    }

    @Test(.covers("LIB-116", "CORE-024"), arguments: Engine.available)
    func `whoever keeps the budget hears once of each mark`(engine: Engine) async throws {
        try await withTestApp(parts: [MailModule.self, NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let admin = try await app.signedIn(.admin)
            _ = try await admin.post("/admin/budget", ["name": "Books", "amount": "100", "alertPercent": "80", "year": "2026"])
            for amount in ["79", "1", "5", "20"] {
                _ = try await admin.post("/admin/budget/1/expenses", ["amount": amount, "note": "Hymnals", "day": "2026-03-01"])
            }
            let keys = try await app.site.database.read { db in
                try db.all("SELECT dedupe_key FROM notification_notice ORDER BY id" as Query<String>)
            }
            #expect(keys == ["budget-1-80", "budget-1-100"])
        }
    }

    @Test(.covers("LIB-116"), arguments: Engine.available)
    func `the portal's first page shows lines that are nearly spent, to whoever keeps the budget`(engine: Engine) async throws {
        try await withTestApp(parts: [MailModule.self, NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let year = String(Day(app.clock.clock.now(), in: .gmt).year)
            for name in ["Books", "Chairs", "Tea"] {
                _ = try await admin.post("/admin/budget", ["name": name, "amount": "100", "alertPercent": "80", "year": year])
            }
            for (line, amount) in [(1, "79"), (2, "81"), (3, "120")] {
                _ = try await admin.post("/admin/budget/\(line)/expenses", ["amount": amount, "note": "x", "day": "\(year)-01-01"])
            }
            let page = try await admin.get("/admin").text
            #expect(page.contains("The budget for Tea is spent") && page.contains("81 % of the budget for Chairs is spent"))
            #expect(page.contains("href=\"/admin/budget/3\"") && !page.contains("for Books"))
        }
    }

    @Test(.covers("LIB-116")) func `a line that exists is not made twice`() async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            let form = ["name": "Books", "amount": "100", "alertPercent": "80", "year": "2026"]
            _ = try await admin.post("/admin/budget", form: form)
            let again = try await admin.post("/admin/budget", form: form)
            #expect(again.status == .unprocessableContent)
            #expect(again.text.contains("There’s already a line with this name"))
        }
    }
}
