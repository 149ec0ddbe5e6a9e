import Accounts
import Analytics
import Audit
import Core
import Database
import DatabasePostgres
import Foundation
import Jobs
import Mail
import Notifications
import Platform
import TestSupport
import Testing
import Web

@testable import Statistics

@Suite struct `What is counted` {
    @Test(.covers("CORE-038", "CORE-022"), arguments: Engine.available)
    func `pages count by app, and a visit is a page that was not reached from here`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let guest = app.guest
            _ = try await guest.get("/library")
            _ = try await guest.with("Sec-Fetch-Site", "same-origin").get("/library/books")
            _ = try await guest.with("Sec-Fetch-Site", "cross-site").get("/library/books")
            let worker = guest.with("Sec-Fetch-Dest", "empty").with("Sec-Fetch-Mode", "navigate").with("Sec-Fetch-Site", "same-origin")
            _ = try await worker.get("/library/audio")
            _ = try await worker.with("Referer", "http://localhost:8080/library/audio").get("/library/hymns")
            _ = try await guest.with("Sec-Fetch-Dest", "empty").with("Sec-Fetch-Mode", "cors").get("/library")
            _ = try await guest.with("Sec-Fetch-Dest", "iframe").with("Sec-Fetch-Mode", "navigate").get("/library")
            _ = try await guest.with("Sec-Purpose", "prefetch").get("/library")
            _ = try await guest.get("/library/nothing-here")
            _ = try await guest.get("/help")
            _ = try await app.signedIn(.admin).get("/admin/statistics")
            _ = try await guest.asProgram.get("/api/v1/library/items")
            let views = try await app.amounts(.pageViews)
            #expect(views == ["library": 5, "site": 1])
            let visits = try await app.amounts(.visits)
            #expect(visits == ["library": 3, "site": 1])
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `nothing that was counted in memory is lost when the site is closed`(on engine: Engine) async throws {
        try await withTemporaryFolder { folder in
            let parts: [any App.Type] = [AccountsModule.self, MailModule.self, StatisticsModule.self]
            func open(_ database: Database) async throws -> RunningSite {
                try await RunningSite.open(SiteFolder(folder), apps: [], parts: parts, log: .silent, database: database)
            }
            switch engine {
            case .sqlite:
                let first = try await RunningSite.open(SiteFolder(folder), apps: [], parts: parts, log: .silent)
                try await first.startJobs()
                for _ in 1...5 { first.site.counts.note(.pageViews, of: Measure.wholeSite) }
                await first.close()
                let second = try await RunningSite.open(SiteFolder(folder), apps: [], parts: parts, log: .silent)
                let kept = try await second.site.amount(.pageViews)
                #expect(kept == 5)
                await second.close()
            case .postgres:
                try await withPostgresURL { url in
                    let first = try await open(PostgresDatabase.open(url: url, poolSize: 4))
                    for _ in 1...5 { first.site.counts.note(.pageViews, of: Measure.wholeSite) }
                    await first.close()
                    let second = try await open(PostgresDatabase.open(url: url, poolSize: 4))
                    let kept = try await second.site.amount(.pageViews)
                    #expect(kept == 5)
                    await second.close()
                }
            }
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `what the database knows of the past is counted once`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let (audit, old) = (app.site.audit, app.clock.clock.now())
            app.clock.advance(by: .seconds(40 * 86_400))
            // As on a site that was running before it counted.
            try await app.site.database.write { db in
                for number in 1...3 {
                    _ = try audit.record(
                        AuditEntry(actor: nil, action: .login, entity: "account.person", entityID: "\(number)"), in: db)
                }
                try db.run("DELETE FROM analytics_measure")
                try db.run("DELETE FROM job_task")
            }
            app.clock.advance(by: .seconds(40 * 86_400))
            let backfill = MeasureBackfill(site: app.site)
            try await app.site.write(by: nil) { db in try backfill.note(in: db) }
            try await app.runJobs()
            try await app.site.database.write { db in
                try db.run("UPDATE job_task SET state = 'waiting', attempts = 0 WHERE kind = \(MeasureBackfill.job.id)")
            }
            try await app.runJobs()
            let counted = try await app.amounts(.signIns)
            #expect(counted == ["": 3])
            let day = Day(old + .seconds(40 * 86_400), in: app.site.configuration.zone)
            let admin = try await app.signedIn(.admin)
            let page = try await admin.get(
                "/admin/statistics/report?measure=accounts.sign-ins&period=own&from=\(day.adding(-1))&through=\(day)&grain=day")
            // The day before is not known, so it is no nought.
            #expect(page.text.contains("–") && page.text.contains(">3<"))
        }
    }

    @Test(.covers("CORE-001", "CORE-038"), arguments: Engine.available)
    func `the past of an app that is turned on later is counted once, and shown from then on`(on engine: Engine) async throws {
        try await withTestApp(WishApp.self, parts: [NotificationsModule.self, StatisticsModule.self], on: engine) { app in
            try await app.site.configure { $0.apps = [] }
            let audit = app.site.audit
            for number in 1...3 {
                try await app.site.database.write { db in
                    _ = try audit.record(AuditEntry(actor: nil, action: .create, entity: "wish.wish", entityID: "\(number)"), in: db)
                }
            }
            // An update that begins to count them, while the app is off.
            try await app.site.database.write { db in
                try db.run("DELETE FROM analytics_measure")
                try db.run("DELETE FROM job_task")
            }
            app.clock.advance(by: .seconds(40 * 86_400))
            let backfill = MeasureBackfill(site: app.site)
            try await app.site.write(by: nil) { db in try backfill.note(in: db) }
            try await app.runJobs()
            let owner = try await app.signedIn(.owner)
            #expect(try await !owner.get("/admin/statistics").text.contains("Wishes made"))
            #expect(try await owner.get("/admin/statistics/wish").status == .notFound)
            try await app.site.configure { $0.apps = nil }
            try await app.site.write(by: nil) { db in try backfill.note(in: db) }
            try await app.runJobs()
            #expect(try await app.amounts(.wishes) == ["": 3])
            #expect(try await owner.get("/admin/statistics/wish").text.contains("Wishes made"))
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `a level is noted every hour, also when there is nothing left of it`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let ada = try await app.person(.ada)
            let now = app.clock.clock.now()
            try await app.site.database.write { db in
                _ = try db.insert(
                    """
                    INSERT INTO moderation_case (kind, subject_id, app, author_id, language, status, version, fingerprint, queue, submitted_at, changed_at)
                    VALUES ('volunteers.post', 1, 'volunteers', \(ada), 'en', 'pending', 1, \([UInt8]([1])), 'new', \(now), \(now))
                    """)
            }
            try await HourlyRollup(site: app.site).run()
            let first = try await app.amounts(.waiting)
            #expect(first == ["volunteers": 1])
            try await app.site.database.write { db in _ = try db.run("DELETE FROM moderation_case") }
            let today = app.site.counts.today
            let week = Period(.week, today: today)
            let shown = try await FigureReader(site: app.site).figures(Scope(app: nil), [.waiting], week, granularity: .day)
            #expect(shown.series.map(\.total) == [0], "what was noted an hour ago is no more")
            try await HourlyRollup(site: app.site).run()
            let second = try await app.amounts(.waiting)
            #expect(second == ["volunteers": 0])
        }
    }

    @Test(.covers("CORE-038", "CORE-043"), arguments: Engine.available)
    func `days that are older than the setting are forgotten, and are then unknown and not nought`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            try await app.count(12, .letters, daysAgo: 0)
            app.clock.advance(by: .seconds(800 * 86_400))
            try await HourlyRollup(site: app.site).run()
            let kept = try await app.amounts(.letters)
            #expect(kept == ["": 12])
            try await app.site.configure { $0.settings[StatisticsSettings.years.id] = "2" }
            try await HourlyRollup(site: app.site).run()
            let gone = try await app.amounts(.letters)
            #expect(gone == [:])
            let known = try await app.site.database.read { db in
                try db.one("SELECT known_from FROM analytics_measure WHERE measure = 'mail.letters'" as Query<Instant>)
            }
            #expect(known > app.clock.clock.now() - .seconds(734 * 86_400))
        }
    }
}
