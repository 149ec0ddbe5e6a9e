import Analytics
import Core
import Database
import Events
import Foundation
import Jobs
import Media
import Platform
import TestSupport
import Testing

@Suite struct `Housekeeping at night` {
    @Test(arguments: Engine.available)
    func `what is old goes, and what is young or failed stays`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (site, start) = (app.site, app.clock.clock.now())
            try await app.runJobs()
            try await site.database.write { db in
                for (kind, state) in [("old", "done"), ("broken", "failed")] {
                    let id = try site.jobs.enqueue(Job<NoPayload>(kind), NoPayload(), in: db)
                    try db.run("UPDATE job_task SET state = \(state) WHERE id = \(id)")
                }
                try site.events.append(topic: "a", audience: .everyone, kind: "old", data: 1, in: db)
            }
            let (left, fresh) = (site.media.makeTemporaryURL(), site.media.makeTemporaryURL())
            for file in [left, fresh] { try Data([1]).write(to: file) }
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -200_000)], ofItemAtPath: left.path)

            app.clock.advance(by: .seconds(16 * 86_400))
            try await site.database.write { db in
                try site.events.append(topic: "a", audience: .everyone, kind: "young", data: 2, in: db)
            }
            try await app.runJobs()

            let (jobs, events) = try await site.database.read { db in
                (
                    try site.jobs.list(in: db).filter { $0.createdAt == start }.map(\.kind),
                    try site.events.after(sequence: 0, topics: ["a"], viewer: EventViewer(), in: db).map(\.kind)
                )
            }
            #expect(jobs == ["broken"])
            #expect(events == ["young"])
            #expect(!FileManager.default.fileExists(atPath: left.path))
            #expect(FileManager.default.fileExists(atPath: fresh.path))
        }
    }

    @Test(.covers("CORE-043"), arguments: Engine.available)
    func `finished jobs and the names of readers go after as many days as administrators chose`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let site = app.site
            let ada = try await app.person(.ada)
            try await app.runJobs()
            try await site.database.write { db in
                let id = try site.jobs.enqueue("old", NoPayload(), in: db)
                try db.run("UPDATE job_task SET state = 'done' WHERE id = \(id)")
                try site.analytics.setNames(true, ada, in: db)
                try site.analytics.record(kind: "tree.read", subject: ID<TestApp>(1), person: ada, in: db)
            }
            func left() async throws -> (old: Int, named: Int, all: Int) {
                try await app.runJobs()
                return try await site.database.read { db in
                    (
                        try db.one("SELECT COUNT(*) FROM job_task WHERE kind = 'old'" as Query<Int>),
                        try db.one("SELECT COUNT(*) FROM analytics_interaction WHERE changed_by IS NOT NULL" as Query<Int>),
                        try db.one("SELECT COUNT(*) FROM analytics_interaction" as Query<Int>)
                    )
                }
            }
            try await site.configure { $0.settings.merge(["platform.job-days": "30", "platform.reader-days": "60"]) { $1 } }
            app.clock.advance(by: .seconds(20 * 86_400))
            #expect(try await left() == (1, 1, 1))
            app.clock.advance(by: .seconds(20 * 86_400))
            #expect(try await left() == (0, 1, 1))
            try await site.configure { $0.settings["platform.reader-days"] = "0" }
            app.clock.advance(by: .seconds(30 * 86_400))
            #expect(try await left() == (0, 1, 1), "0 is for ever")
            try await site.configure { $0.settings["platform.reader-days"] = "60" }
            app.clock.advance(by: .seconds(86_400))
            #expect(try await left() == (0, 0, 1), "the count stays")
        }
    }
}
