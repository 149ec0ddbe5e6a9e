import Accounts
import Analytics
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Statistics

@Suite struct `Statistics in the portal` {
    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `a sign-in is on the card and in the chart as soon as it has happened`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            _ = try await app.signedIn(.ada)
            let page = try await admin.get("/admin/statistics?period=7d")
            #expect(page.status == .ok)
            #expect(page.card("Sign-ins") == "2")
            #expect(page.card("New accounts") == "2")
            _ = try await app.signedIn(.bea)
            let later = try await admin.get("/admin/statistics?period=7d")
            #expect(later.card("Sign-ins") == "3")
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `the portal begins with the last seven days, for whoever may see the figures of the site`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            _ = try await app.signedIn(.ada)
            let page = try await admin.get("/admin")
            #expect(page.text.contains("The last 7 days") && page.figure("New accounts") == "2" && page.figure("Sign-ins") == nil)
            app.clock.advance(by: .seconds(7 * 24 * 3600))
            let later = try await app.signedIn(.owner).get("/admin")
            #expect(later.status == .ok && later.text.contains("The last 7 days"))
            #expect(later.figure("New accounts") == "1")
            #expect(later.text.contains("2 the week before"))
            let moderator = try await app.signedIn(.moderator).get("/admin")
            #expect(moderator.status == .ok && !moderator.text.contains("The last 7 days"))
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `whoever looks after one app sees that app only`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let moderator = try await app.signedIn(.moderator)
            try await app.site.database.write { [counts = app.site.counts] db in
                try counts.add(7, to: .accepted, of: "volunteers", in: db)
                try counts.add(90, to: .accepted, of: "library", in: db)
            }
            let own = try await moderator.get("/admin/statistics/volunteers")
            #expect(own.status == .ok)
            #expect(own.card("Texts accepted") == "7")
            #expect(own.card("Published requests") == "0")
            #expect(own.card("Sign-ins") == nil && own.card("Searches") == nil)
            #expect(own.card("Items opened") == nil && own.text.contains("Volunteers: statistics"))
            #expect(own.text.components(separatedBy: "Counted since").count == 2)
            #expect(try await moderator.get("/admin/statistics").location == "/admin/statistics/volunteers")
            for closed in ["/admin/statistics/library", "/admin/statistics/nothing"] {
                let page = try await moderator.get(closed)
                #expect(page.status == .notFound, "\(closed)")
            }
            let narrowed = try await moderator.asProgram.get("/api/v1/statistics?measure=moderation.accepted&measure=accounts.sign-ins")
            let answer = try JSONDecoder().decode(StatisticsAnswer.self, from: Data(narrowed.bytes))
            #expect(answer.app == "volunteers" && answer.series.map(\.measure) == ["moderation.accepted"] && answer.series.first?.total == 7)
            for who in [Cast.ada, .curator] {
                let page = try await app.signedIn(who).get("/admin/statistics/volunteers")
                #expect(page.status == .notFound)
            }
            let whole = try await app.signedIn(.supervisor).get("/admin/statistics")
            #expect(whole.card("Texts accepted") == "97")
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `a card compares with the time before, once that is known`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let young = try await admin.get("/admin/statistics?period=7d")
            #expect(young.text.contains("Counted since"))
            try await app.count(40, .letters, daysAgo: 8)
            app.clock.advance(by: .seconds(14 * 86_400))
            let again = try await app.again(.admin)
            try await app.count(10, .letters, daysAgo: 9)
            try await app.count(15, .letters, daysAgo: 1)
            let page = try await again.get("/admin/statistics?period=7d")
            #expect(page.card("Emails sent") == "15")
            #expect(page.text.contains("50% more than before (10)"))
        }
    }

    @Test(.covers("CORE-038"))
    func `nothing is drawn of one or two points, and most charts wait behind a fold`() async throws {
        try await withStatistics(on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            let young = try await admin.get("/admin/statistics?period=7d").text
            #expect(young.contains("Charts appear here after a few days.") && !young.contains("<figure class=\"chart\""))
            app.clock.advance(by: .seconds(4 * 86_400))
            let later = try await app.again(.admin).get("/admin/statistics?period=7d").text
            let parts = later.components(separatedBy: "More charts")
            #expect(parts.count == 2 && parts[0].contains("<figure class=\"chart\"") && !parts[0].contains("Charts appear here"))
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `a wrong date is named beside its field`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            for (query, words) in [
                ("from=2026-02-31", "This must be a day"), ("from=2026-05-02&through=2026-05-01", "The last day comes before the first"),
                ("from=1950-01-01&through=2026-01-01", "At most ten years can be shown"),
            ] {
                for path in ["/admin/statistics?", "/admin/statistics/report?measure=mail.letters&"] {
                    let page = try await admin.get(path + "period=own&" + query)
                    #expect(page.status == .unprocessableContent && page.text.contains(words), "\(path)\(query)")
                }
            }
        }
    }
}

extension TestResponse {
    /// The figure in the line of that name.
    func card(_ label: String) -> String? {
        value(of: label, "<span class=\"measure-name\"><span>%@</span>(?:<span class=\"muted\">[^<]*</span>)?</span><strong>([^<]*)</strong>")
    }

    /// A figure of the portal's first page.
    func figure(_ label: String) -> String? {
        value(of: label, "<span class=\"stat-label\">%@</span><strong class=\"stat-value\">([^<]*)</strong>")
    }

    private func value(of label: String, _ markup: String) -> String? {
        let pattern = markup.replacing("%@", with: NSRegularExpression.escapedPattern(for: label))
        guard let expression = try? NSRegularExpression(pattern: pattern),
            let match = expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)), let range = Range(match.range(at: 1), in: text)
        else { return nil }
        return String(text[range])
    }
}
