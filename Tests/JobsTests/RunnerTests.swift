import Core
import Database
import DatabaseSQLite
import Foundation
import Jobs
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct Runners {
    @Test(arguments: Engine.available)
    func `a job starts by itself after the commit that asked for it`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let diary = Diary()
            let greet = JobKind("greet") { (greeting: Greeting, _) in diary.note(greeting.name) }
            let runner = JobRunner(database: database, queue: queue, kinds: [greet])
            try await runner.start()
            let id = try await database.write { db in try queue.enqueue("greet", Greeting(name: "Ada"), in: db) }
            try await database.wait(for: .done, of: id, queue)
            await runner.stop()
            #expect(diary.all == ["Ada"])
        }
    }

    @Test(arguments: Engine.available)
    func `a job that a dead node was running runs again`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, clock in
            let id = try await database.write { db in
                let id = try queue.enqueue("greet", Greeting(name: "Ada"), in: db)
                try db.run(
                    """
                    UPDATE job_task SET state = 'running', attempts = 1, lease_owner = 'dead',
                        lease_until = \(clock.clock.now() + .seconds(60)) WHERE id = \(id)
                    """)
                return id
            }
            let diary = Diary()
            let greet = JobKind("greet") { (greeting: Greeting, context) in diary.note("attempt \(context.attempt)") }
            let runner = JobRunner(database: database, queue: queue, kinds: [greet])
            // Another node may still be at it on PostgreSQL; a file has one node, and this is it.
            #expect(try await runner.runPending() == (engine == .sqlite ? 1 : 0))
            clock.advance(by: .seconds(61))
            try await runner.runPending()
            #expect(diary.all == ["attempt 2"])
            #expect(try await database.status(id, queue)?.state == .done)
        }
    }

    @Test(arguments: Engine.available)
    func `a job that kills its node each time is given up`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, clock in
            let id = try await database.write { db in
                let id = try queue.enqueue("deadly", NoPayload(), in: db)
                try db.run("UPDATE job_task SET state = 'running', attempts = 3, lease_owner = 'dead', lease_until = 0 WHERE id = \(id)")
                return id
            }
            let diary = Diary()
            let deadly = JobKind("deadly", retries: 2) { (_: NoPayload, _) in diary.note("ran") }
            try await JobRunner(database: database, queue: queue, kinds: [deadly]).runPending()
            #expect(diary.all.isEmpty)
            #expect(try await database.status(id, queue)?.state == .failed)
        }
    }

    @Test(arguments: Engine.available)
    func `a running job that is called off hears of it`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let endless = JobKind("endless") { (_: NoPayload, context) in
                while !context.isCancelled {
                    context.progress(0.25)
                    try await Task.sleep(for: .seconds(60))
                }
            }
            let runner = JobRunner(database: database, queue: queue, kinds: [endless])
            try await runner.start()
            let id = try await database.write { db in try queue.enqueue("endless", NoPayload(), in: db) }
            try await database.wait(for: .running, of: id, queue)
            while try await database.status(id, queue)?.progress != 0.25 { try await Task.sleep(for: .milliseconds(20)) }
            try await database.write { db in try queue.cancel(id, in: db) }
            try await database.wait(for: .cancelled, of: id, queue)
            await runner.stop()
        }
    }

    @Test(arguments: Engine.available)
    func `stopping lets a job finish, and one that takes too long starts again in the next life`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let isOpen = Mutex(false)
            let brief = JobKind("brief") { (_: NoPayload, _) in
                while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
            }
            let endless = JobKind("endless") { (_: NoPayload, _) in try await Task.sleep(for: .seconds(600)) }
            let runner = JobRunner(database: database, queue: queue, kinds: [brief, endless])
            try await runner.start()
            let (first, second) = try await database.write { db in
                (try queue.enqueue("brief", NoPayload(), in: db), try queue.enqueue("endless", NoPayload(), in: db))
            }
            try await database.wait(for: .running, of: first, queue)
            try await database.wait(for: .running, of: second, queue)
            async let stopped: Void = runner.stop(grace: .milliseconds(500))
            isOpen.withLock { $0 = true }
            await stopped
            #expect(try await database.status(first, queue)?.state == .done)
            let interrupted = try #require(try await database.status(second, queue))
            #expect(interrupted.state == .waiting)
            #expect(interrupted.attempts == 0)
        }
    }

    @Test(arguments: Engine.available)
    func `a job that is taken at the moment of stopping starts again in the next life too`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let endless = JobKind("endless") { (_: NoPayload, _) in try await Task.sleep(for: .seconds(600)) }
            let id = try await database.write { db in try queue.enqueue("endless", NoPayload(), in: db) }
            for _ in 0..<30 {
                let runner = JobRunner(database: database, queue: queue, kinds: [endless])
                try await runner.start()
                while try await database.status(id, queue)?.state != .running { await Task.yield() }
                await runner.stop(grace: .milliseconds(1))
                let left = try #require(try await database.status(id, queue))
                #expect(left.state == .waiting && left.attempts == 0)
                if left.state != .waiting { break }
            }
        }
    }

    @Test(arguments: Engine.available)
    func `an attempt that takes too long is stopped and tried again`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let slow = JobKind("slow", timeout: .milliseconds(100)) { (_: NoPayload, _) in try await Task.sleep(for: .seconds(600)) }
            let runner = JobRunner(database: database, queue: queue, kinds: [slow])
            let id = try await database.write { db in try queue.enqueue("slow", NoPayload(), in: db) }
            try await runner.runPending()
            let status = try #require(try await database.status(id, queue))
            #expect(status.state == .waiting)
            #expect(status.attempts == 1)
            #expect(status.failure?.contains("longer") == true)
        }
    }

    @Test(arguments: Engine.available)
    func `a job that blocks its thread does not hold up the rest of the program`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let gate = DispatchSemaphore(value: 0)
            let blocking = JobKind("blocking") { (_: NoPayload, _) in block(on: gate) }
            let runner = JobRunner(database: database, queue: queue, kinds: [blocking])
            try await runner.start()
            // More of them than Swift's own pool has threads on a small machine.
            let ids = try await database.write { db in try (0..<4).map { _ in try queue.enqueue("blocking", NoPayload(), in: db) } }
            for id in ids { try await database.wait(for: .running, of: id, queue) }
            await withTaskGroup(of: Void.self) { group in for _ in 0..<100 { group.addTask { await Task.yield() } } }
            for _ in ids { gate.signal() }
            for id in ids { try await database.wait(for: .done, of: id, queue) }
            await runner.stop()
        }
    }

    @Test(arguments: Engine.available)
    func `several nodes share the work and no job runs twice`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let diary = Diary()
            let count = JobKind("count") { (number: Int, _) in diary.note("\(number)") }
            let runners = (0..<3).map { _ in JobRunner(database: database, queue: queue, kinds: [count]) }
            if engine == .postgres { for runner in runners { try await runner.start() } } else { try await runners[0].start() }
            let ids = try await database.write { db in try (0..<60).map { try queue.enqueue("count", $0, in: db) } }
            for id in ids { try await database.wait(for: .done, of: id, queue) }
            for runner in runners { await runner.stop() }
            #expect(diary.all.count == 60)
            #expect(Set(diary.all).count == 60)
        }
    }
}

private func block(on gate: DispatchSemaphore) { gate.wait() }

@Suite(.timeLimit(.minutes(10))) struct `After a crash` {
    @Test func `a job that was running when the process was killed runs again at once`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "stoa.db").path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let database = try SQLiteDatabase.open(path: path)
                try await database.migrate(JobMigrations.all)
                let queue = JobQueue()
                let deadly = JobKind("greet") { (_: Greeting, _) in _ = kill(getpid(), SIGKILL) }
                try await database.write { db in try queue.enqueue("greet", Greeting(name: "Ada"), in: db) }
                try await JobRunner(database: database, queue: queue, kinds: [deadly]).runPending()
            }
            let database = try SQLiteDatabase.open(path: path)
            let diary = Diary()
            let greet = JobKind("greet") { (greeting: Greeting, context) in diary.note("\(greeting.name), attempt \(context.attempt)") }
            try await JobRunner(database: database, queue: JobQueue(), kinds: [greet]).runPending()
            #expect(diary.all == ["Ada, attempt 2"])
            await database.close()
        }
    }
}
