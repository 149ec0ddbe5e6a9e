import Core
import Database
import Foundation
import Jobs
import Platform
import TestSupport
import Testing
import Web

@testable import Operations

@Suite struct StatusTests {
    /// Time passes while a node beats.
    private func run(_ heartbeat: NodeHeartbeat, _ app: TestApp, minutes: Int) async throws {
        for _ in 0..<(minutes * 2) {
            try await heartbeat.beat()
            app.clock.advance(by: NodeHeartbeat.pause)
        }
    }

    private func status(_ app: TestApp) async throws -> StatusAnswer {
        let answer = try await app.guest.asProgram.get("/api/v1/status")
        try #require(answer.status == .ok, "\(answer.text)")
        return try JSONDecoder().decode(StatusAnswer.self, from: Data(answer.bytes))
    }

    private func runs(_ app: TestApp) async throws -> Int { try await app.site.database.read { try $0.one("SELECT count(*) FROM operations_run") } }

    @Test(.covers("CAF-053", "CORE-039", "CORE-048"), arguments: Engine.available)
    func `a kill shows as down-time once the server is back, a stop as a restart`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let first = NodeHeartbeat(site: app.site)
            try await run(first, app, minutes: 60)
            // Killed: nothing was noted.
            app.clock.advance(by: .seconds(600))
            let second = NodeHeartbeat(site: app.site)
            try await run(second, app, minutes: 30)
            try await second.stop()
            app.clock.advance(by: .seconds(300))
            let third = NodeHeartbeat(site: app.site)
            try await run(third, app, minutes: 14)
            try await third.beat()
            let answer = try await status(app)
            #expect(answer.incidents.map(\.kind) == [.restart, .outage])
            #expect(answer.incidents.map(\.seconds) == [300, 630], "since the last that was heard")
            let share = try #require(answer.uptime.first?.share)
            // 930 seconds of 119 minutes.
            #expect(abs(share - (1 - 930.0 / (119 * 60))) < 0.000_01 && answer.uptime.first?.isGoalMet == false)
            #expect(try await runs(app) == 3, "a row for each uninterrupted time")
            let page = try await app.guest.get("/status").text
            for words in ["Outage", "Restart", "11 min", "5 min", "86.97%", "Below goal", "99.50%"] { #expect(page.contains(words), "\(words)") }
        }
    }

    @Test(.covers("CORE-048"), arguments: Engine.available)
    func `while another node is there, nothing is down`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let (first, second) = (NodeHeartbeat(site: app.site), NodeHeartbeat(site: app.site))
            for minute in 0..<120 {
                // The first is away for half an hour, the second begins before and ends after.
                if !(40..<70).contains(minute) { try await first.beat() }
                if (39..<90).contains(minute) { try await second.beat() }
                app.clock.advance(by: .seconds(60))
            }
            let answer = try await status(app)
            #expect(answer.incidents.isEmpty && answer.uptime.first?.share == 1)
            #expect(try await runs(app) == 3)
        }
    }

    @Test(.covers("CORE-048"), arguments: Engine.available)
    func `a gap in which the schema changed is named an update`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            try await run(NodeHeartbeat(site: app.site), app, minutes: 5)
            app.clock.advance(by: .seconds(120))
            let now = app.clock.clock.now()
            try await app.site.database.write { _ = try $0.run("INSERT INTO stoa_migration (id, checksum, changed_at) VALUES ('x-1', '', \(now))") }
            app.clock.advance(by: .seconds(30))
            try await NodeHeartbeat(site: app.site).beat()
            #expect(try await status(app).incidents.map(\.kind) == [.update])
        }
    }

    @Test(.covers("CORE-039"), arguments: Engine.available)
    func `failures of an app and a queue that stands show, and no figure or name that helps an attacker`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            try await NodeHeartbeat(site: app.site).beat()
            #expect(try await status(app).state == .operational)
            try await app.site.database.write { [jobs = app.site.jobs] db in _ = try jobs.enqueue("garden.water", NoPayload(), in: db) }
            app.clock.advance(by: .seconds(900))
            let answer = try await status(app)
            #expect(answer.state == .down, "no beat for a quarter of an hour")
            #expect(answer.services.first { $0.id == "jobs" }?.state == .degraded)
            #expect(answer.services.first { $0.id == "storage" }?.state == .down)
            let texts = [try await app.guest.get("/status").text, try await app.guest.asProgram.get("/api/v1/status").text]
            for text in texts {
                for word in ["garden.water", "sqlite", "postgres", "PostgreSQL", app.site.folder.url.path] {
                    #expect(!text.contains(word), "\(word)")
                }
            }
        }
    }

    @Test(.covers("CORE-048"), arguments: Engine.available)
    func `what is older than a hundred days is forgotten`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            try await NodeHeartbeat(site: app.site).beat()
            app.clock.advance(by: .days(101))
            try await NodeHeartbeat(site: app.site).beat()
            #expect(try await runs(app) == 1)
        }
    }

    // MARK: Arithmetic

    @Test(.covers("CAF-053", "CORE-048"))
    func `only the part of a gap that lies within opening hours counts there`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
        // Monday to Friday, seven to twenty.
        let day = try #require(OpeningHours.Span(from: 7 * 60, until: 20 * 60))
        let hours = OpeningHours(days: Array(repeating: [day], count: 5))
        let monday = try #require(Day("2026-11-16"))
        func at(_ days: Int, _ hour: Int) -> Instant { monday.start(in: zone, after: days) + .seconds(hour * 3600) }
        let runs = [
            NodeRun(began: at(0, 0), last: at(1, 19), isStopped: false), NodeRun(began: at(1, 22), last: at(5, 10), isStopped: false),
            NodeRun(began: at(6, 10), last: at(7, 0), isStopped: false),
        ]
        let availability = Availability(runs: runs, updates: [], now: at(7, 0))
        let days = StatusDays(7, until: at(6, 23), in: zone)
        let open = days.uptimes(availability, within: hours).together
        #expect(open == Uptime(up: 64 * 3_600_000, all: 65 * 3_600_000), "an hour of Tuesday evening")
        #expect(days.uptimes(availability).together == Uptime(up: (168 - 27) * 3_600_000, all: 168 * 3_600_000))
        #expect(days.uptimes(availability, within: hours).map(\.all).suffix(2) == [0, 0], "closed on the weekend")
    }

    @Test(.covers("CORE-048"))
    func `the day on which the clock is changed has 23 or 25 hours`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
        let start = try #require(Day("2026-01-01")).start(in: zone)
        for (text, hours) in [("2026-03-29", 23), ("2026-10-25", 25), ("2026-10-26", 24)] {
            let day = try #require(Day(text))
            let end = day.start(in: zone, after: 1)
            let availability = Availability(runs: [NodeRun(began: start, last: end, isStopped: false)], updates: [], now: end)
            let uptimes = StatusDays(1, until: end - .seconds(1), in: zone).uptimes(availability)
            #expect(uptimes.map(\.all) == [Int64(hours) * 3_600_000])
        }
    }
}
