import Core
import Database
import Foundation
import Jobs
import Platform
import TestSupport
import Testing
import Web

@testable import Operations

@Suite struct `Jobs and health` {
    @Test(.covers("LIB-117"), arguments: Engine.available)
    func `a failed job is shown with its reason, tried again or stopped`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            try await app.runJobs()
            let id = try await app.site.database.write { [jobs = app.site.jobs] db in
                let id = try jobs.enqueue("garden.water", NoPayload(), in: db)
                try db.run("UPDATE job_task SET state = 'failed', failure = 'the pump <broke>', attempts = 6 WHERE id = \(id)")
                return id
            }
            let admin = try await app.signedIn(.admin)
            let page = try await admin.get("/admin/jobs").text
            #expect(page.contains("the pump &lt;broke&gt;") && page.contains("garden.water"))
            #expect(try await admin.get("/admin/jobs?state=failed&q=PUMP").text.contains("garden.water"))
            #expect(try await admin.get("/admin/jobs?state=failed&q=roses").text.contains("No jobs here"))
            let again = try await admin.post("/admin/jobs/\(id)", ["action": "retry"])
            #expect(again.location == "/admin/jobs?state=waiting")
            // What the site needs can't be stopped; what somebody asked for can.
            #expect(try await admin.post("/admin/jobs/\(id)", ["action": "cancel"]).problem?.code == "operations.job-is-a-duty")
            let backup = try await app.site.database.write { [jobs = app.site.jobs] db in
                try jobs.enqueue("operations.backup", NoPayload(), in: db)
            }
            let waiting = try await admin.get("/admin/jobs?state=waiting").text
            #expect(waiting.matches(of: />\s*Stop\s*</).count == 1)
            let stopped = try await admin.post("/admin/jobs/\(backup)", ["action": "cancel"])
            #expect(stopped.status == .seeOther)
            let state = try await app.site.database.read { try app.site.jobs.status(backup, in: $0)?.state }
            #expect(state == .cancelled)
            let trail = try await app.auditTrail()
            #expect(trail.suffix(2) == ["operations.job.run", "operations.job.run"])
            let shut = try await app.signedIn(.supervisor).post("/admin/jobs/\(id)", ["action": "retry"])
            #expect(shut.status == .notFound)
        }
    }

    @Test(.covers("LIB-117", "CORE-039"), arguments: Engine.available)
    func `minutes become hours, and the charts are drawn of them`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let samples = Samples(site: app.site, alerts: try app.alerts)
            // To the full hour, then two hours there, one away, one there.
            let now = app.clock.clock.now().milliseconds
            app.clock.advance(by: .milliseconds(3_600_000 - now % 3_600_000))
            for hour in 0..<4 {
                for _ in 0..<60 {
                    if hour != 2 { try await samples.take() }
                    app.clock.advance(by: .seconds(60))
                }
            }
            try await samples.take()
            let hours = try await app.site.database.read { db in try db.all(.samples(span: 3600, since: Instant(milliseconds: 0))).map(\.minutes) }
            #expect(hours == [60, 60, 60])
            let health = try await app.signedIn(.admin).get("/admin/health")
            #expect(health.status == .ok)
            #expect(health.count("<svg viewBox=\"0 0 600 160\"") >= 7)
            let shut = try await app.signedIn(.ada).get("/admin/health")
            #expect(shut.status == .notFound)
        }
    }

    @Test(.covers("CORE-048"), arguments: Engine.available)
    func `what was before the first measurement counts neither way`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let heartbeat = NodeHeartbeat(site: app.site)
            for _ in 0..<50 {
                try await heartbeat.beat()
                try await Samples(site: app.site, alerts: try app.alerts).take()
                app.clock.advance(by: NodeHeartbeat.pause)
            }
            for page in [try await app.guest.get("/status").text, try await app.signedIn(.admin).get("/admin/health").text] {
                #expect(page.contains("100.00%") && page.contains("Measured since"))
            }
        }
    }

    @Test func `the time within which 95 of 100 answers came lies between the bounds of the histogram`() {
        var cells = Array(repeating: 0.0, count: Metrics.bounds.count + 2)
        #expect(Samples.percentile(0.95, of: cells) == 0)
        cells[0] = 90
        cells[4] = 10
        let value = Samples.percentile(0.95, of: cells)
        #expect(value > Metrics.bounds[3] && value < Metrics.bounds[4])
    }

    @Test(arguments: Engine.available)
    func `whoever cares for the site hears once a day that a backup failed`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let admin = try await app.person(.admin)
            for told in [[admin], [admin, admin]] {
                let alerts = try app.alerts
                for _ in 1...2 { try await app.site.write(by: nil) { try alerts.send(.backupFailed, in: $0) } }
                let people = try await app.site.database.read {
                    try $0.all("SELECT person_id FROM notification_notice WHERE kind = 'operations.alert'" as Query<PersonID>)
                }
                #expect(people == told)
                app.clock.advance(by: .days(1))
            }
        }
    }
}
