import Accounts
import Analytics
import Audit
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Statistics

@Suite struct `Reports` {
    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `page, CSV, PDF and API show the very same figures`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let today = app.site.counts.today
            for (day, amount) in [(0, 1234), (1, 56), (2, 7)] { try await app.count(amount, .letters, daysAgo: day) }
            let query = "measure=mail.letters&period=own&from=\(today.adding(-2))&through=\(today)&grain=day"
            try await app.site.database.write { db in try db.run("UPDATE analytics_measure SET known_from = 0") }
            let csv = try await admin.get("/admin/statistics/report.csv?" + query)
            #expect(csv["Content-Type"] == "text/csv; charset=utf-8")
            let lines = csv.text.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty }
            #expect(lines == ["\(today.adding(-2)),\(today.adding(-2)),7", "\(today.adding(-1)),\(today.adding(-1)),56", "\(today),\(today),1234"])
            let page = try await admin.get("/admin/statistics/report?" + query)
            let cells = page.text.matches(of: /<td class="numeric" data-label="Emails sent">(?:<strong>)?([^<]*)</).map { String($0.1) }
            #expect(cells == ["7", "56", "1,234", "1,297"])
            let api = try await admin.asProgram.get("/api/v1/statistics?" + query)
            let answer = try JSONDecoder().decode(StatisticsAnswer.self, from: Data(api.bytes))
            #expect(answer.series.first?.amounts == [7, 56, 1234] && answer.series.first?.total == 1297)
            #expect(answer.steps.map(\.from) == [today.adding(-2), today.adding(-1), today].map(\.description))
            let pdf = try await admin.get("/admin/statistics/report.pdf?" + query)
            let words = try plainText(ofPDF: pdf.bytes)
            for expected in ["Emails sent", "1,234", "56", "1,297"] { #expect(words.contains(expected), "\(expected)") }
            let trail = try await app.auditTrail()
            #expect(trail.count { $0.hasPrefix("statistics.report.export") } == 2)
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `weeks and months add days up, and parts stand in columns of their own`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            try await app.site.database.write { [counts = app.site.counts] db in
                try db.run("UPDATE analytics_measure SET known_from = 0")
                for (day, part, amount) in [
                    ("2026-07-31", "library", 1), ("2026-08-01", "library", 2), ("2026-08-02", "volunteers", 4), ("2026-08-03", "site", 8),
                ] {
                    guard let day = Day(day) else { throw TestFailure("no day") }
                    try counts.add(amount, to: .pageViews, of: part, on: day, in: db)
                }
            }
            let question = "measure=site.page-views&from=2026-07-30&through=2026-08-05&"
            func amounts(_ more: String) async throws -> [[Int?]] {
                let answer = try await admin.asProgram.get("/api/v1/statistics?" + question + more)
                return try JSONDecoder().decode(StatisticsAnswer.self, from: Data(answer.bytes)).series.map(\.amounts)
            }
            let weeks = try await amounts("grain=week")
            #expect(weeks == [[7, 8]])
            let months = try await amounts("grain=month")
            #expect(months == [[1, 14]])
            let parts = try await amounts("grain=month&by=part")
            #expect(parts == [[0, 8], [0, 4], [1, 2]])
            let csv = try await admin.get("/admin/statistics/report.csv?" + question + "grain=month&by=part")
            #expect(csv.text.contains("Page views: Rest of the site,Page views: Volunteers,Page views: Church Library"))
            for look in ["line", "bars"] {
                let page = try await admin.get("/admin/statistics/report?" + question + "grain=day&by=part&as=\(look)")
                #expect(page.text.contains("<svg") && page.text.contains("chart-legend") && page.text.contains("Figures as a table"))
            }
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `a report is kept, shared, opened within one's own limits, and deleted in two steps`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let moderator = try await app.signedIn(.moderator)
            let query = "measure=accounts.sign-ins&measure=site.visits&period=7d&grain=day&as=line"
            let kept = try await admin.post("/admin/statistics/reports", ["name": "=Week <b>", "query": query])
            #expect(kept.status == .seeOther)
            let list = try await admin.get("/admin/statistics/reports")
            #expect(list.text.contains("=Week &lt;b&gt;"))
            let report = try #require(list.text.firstMatch(of: /\/admin\/statistics\/reports\/(\d+)"/)).1
            #expect(try await moderator.get("/admin/statistics/reports/\(report)").status == .notFound)
            _ = try await admin.post("/admin/statistics/reports/\(report)/share", ["shared": "true"])
            #expect(try await moderator.get("/admin/statistics/reports").text.contains("=Week"))
            let opened = try await moderator.get("/admin/statistics/reports/\(report)")
            let seen = try await moderator.get(try #require(opened.location))
            #expect(seen.status == .ok && seen.text.contains("Visits") && !seen.text.contains("Sign-ins"))
            for path in ["share", "delete"] {
                let refused = try await moderator.post("/admin/statistics/reports/\(report)/\(path)", ["confirmed": "true", "shared": "false"])
                #expect(refused.status == .notFound)
            }
            let asked = try await admin.post("/admin/statistics/reports/\(report)/delete")
            #expect(asked.status == .seeOther)
            #expect(try await admin.get("/admin/statistics/reports/\(report)").status == .seeOther)
            _ = try await admin.post("/admin/statistics/reports/\(report)/delete", ["confirmed": "true"])
            #expect(try await admin.get("/admin/statistics/reports/\(report)").status == .notFound)
            for (name, query) in [("", query), (String(repeating: "x", count: 81), query), ("Nothing", "measure=nothing")] {
                let refused = try await admin.post("/admin/statistics/reports", ["name": name, "query": query])
                #expect(refused.status == .unprocessableContent)
            }
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `dates below a usual period are meant, and a usual period above dates as well`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            func heading(_ query: String) async throws -> Bool {
                let page = try await admin.get("/admin/statistics/report?measure=site.visits&from=2026-08-03&through=2026-08-05&" + query)
                let words = page.text.replacing("\u{a0}", with: " ")
                return words.contains("3 Aug 2026 to 5 Aug 2026") || words.contains("Aug 3, 2026 to Aug 5, 2026")
            }
            let typed = try await heading("period=30d&shown=30d")
            #expect(typed)
            let chosen = try await heading("period=30d&shown=own")
            #expect(!chosen)
        }
    }

    @Test(.covers("CORE-020", "CORE-038"), arguments: Engine.available)
    func `kept reports go with the account that made them`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let person = try await app.person(.admin)
            _ = try await admin.post("/admin/statistics/reports", ["name": "Mine", "query": "measure=site.visits", "shared": "true"])
            let data = StatisticsData(site: app.site)
            try await app.site.write(by: nil) { db in try data.erase(person, in: db) }
            let left = try await app.site.database.read { try $0.one("SELECT count(*) FROM statistics_report" as Query<Int>) }
            #expect(left == 0)
        }
    }

    @Test(.covers("CORE-038"))
    func `names that a spreadsheet would take for formulas are disarmed`() {
        var csv = CSVWriter(["=HYPERLINK(1)", "+1", "-1", "@x", "plain"])
        csv.add(["-5", "5", "", "a,b", "\"q\""])
        let text = String(decoding: csv.bytes.dropFirst(3), as: UTF8.self)
        #expect(text == "'=HYPERLINK(1),'+1,'-1,'@x,plain\r\n'-5,5,,\"a,b\",\"\"\"q\"\"\"\r\n")
    }
}
