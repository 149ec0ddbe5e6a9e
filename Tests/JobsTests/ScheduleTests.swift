import Core
import Database
import Foundation
import Jobs
import TestSupport
import Testing

@Suite struct Schedules {
    @Test(arguments: Engine.available)
    func `a job comes back each time, however long nobody looked`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, clock in
            let diary = Diary()
            let sweep = JobKind("sweep") { (_: NoPayload, _) in diary.note("swept") }
            let hourly = Schedule("sweep", .every(.seconds(3600)))
            let runner = JobRunner(database: database, queue: queue, kinds: [sweep], schedules: [hourly])
            let early = try await runner.runPending()
            #expect(early == 0)
            clock.advance(by: .seconds(3600))
            #expect(try await runner.runPending() == 1)
            #expect(try await runner.runPending() == 0)
            clock.advance(by: .seconds(10 * 3600))
            #expect(try await runner.runPending() == 1)
            #expect(diary.all.count == 2)
        }
    }

    @Test(arguments: Engine.available)
    func `a clock that is set back stops nothing, and what is daily does not come twice`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, clock in
            let diary = Diary()
            let kinds = ["minute", "night", "later"].map { name in JobKind(Job<NoPayload>(name)) { (_, _) in diary.note(name) } }
            let schedules = [
                Schedule("minute", .every(.seconds(60))),
                Schedule("night", .daily(hour: 2, minute: 10, timeZone: .gmt)),
            ]
            let runner = JobRunner(database: database, queue: queue, kinds: kinds, schedules: schedules)
            try await runner.runPending()
            clock.advance(by: .seconds(24 * 3600))
            try await runner.runPending()
            #expect(diary.all.sorted() == ["minute", "night"])
            _ = try await database.write { db in try queue.enqueue("later", NoPayload(), runAt: clock.clock.now() + .seconds(30), in: db) }
            clock.set(by: .seconds(-20 * 3600))
            try await runner.runPending()
            clock.advance(by: .seconds(61))
            try await runner.runPending()
            #expect(diary.all.sorted() == ["later", "minute", "minute", "night"])
        }
    }

    @Test(arguments: Engine.available)
    func `several nodes ask once`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, clock in
            let sweep = JobKind("sweep") { (_: NoPayload, _) in }
            let hourly = Schedule("sweep", .every(.seconds(3600)))
            let runners = (0..<4).map { _ in JobRunner(database: database, queue: queue, kinds: [sweep], schedules: [hourly]) }
            try await runners[0].runPending()
            clock.advance(by: .seconds(3601))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for runner in runners { group.addTask { try await runner.runPending() } }
                try await group.waitForAll()
            }
            let jobs = try await database.read { db in try queue.list(in: db) }
            #expect(jobs.count == 1)
        }
    }

    @Test func `a daily job keeps the hour of the site over summer time`() async throws {
        try await withDatabase(on: .sqlite) { database in
            try await database.migrate(JobMigrations.all)
            // Noon in Stockholm on Saturday 27 March 2027, the day before the clocks go forward.
            let clock = ManualClock(Instant(milliseconds: 1_806_145_200_000))
            let queue = JobQueue(clock: clock.clock)
            let diary = Diary()
            let sweep = JobKind("sweep") { (_: NoPayload, context) in diary.note(context.clock.now().rfc3339) }
            let stockholm = try #require(TimeZone(identifier: "Europe/Stockholm"))
            let daily = Schedule("sweep", .daily(hour: 8, minute: 30, timeZone: stockholm))
            let runner = JobRunner(database: database, queue: queue, kinds: [sweep], schedules: [daily])
            try await runner.runPending()
            for _ in 0..<(2 * 24 * 60 / 10) {
                clock.advance(by: .seconds(600))
                try await runner.runPending()
            }
            #expect(diary.all == ["2027-03-28T06:30:00.000Z", "2027-03-29T06:30:00.000Z"])
        }
    }
}
