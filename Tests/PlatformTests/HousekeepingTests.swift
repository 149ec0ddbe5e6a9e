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
                    let id = try site.jobs.enqueue(kind, NoPayload(), in: db)
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
}
