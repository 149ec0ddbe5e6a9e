import Core
import Database
import Foundation
import Jobs
import Synchronization
import TestSupport
import Testing

@Suite struct Jobs {
    @Test(arguments: Engine.available)
    func `a job runs once, with what it was given`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let diary = Diary()
            let greet = JobKind("greet") { (greeting: Greeting, context) in
                context.progress(0.5, note: "Greeting \(greeting.name)")
                diary.note("hello \(greeting.name)")
            }
            let runner = JobRunner(database: database, queue: queue, kinds: [greet])
            let id = try await database.write { db in try queue.enqueue("greet", Greeting(name: "Ada"), in: db) }
            #expect(try await runner.runPending() == 1)
            #expect(try await runner.runPending() == 0)
            #expect(diary.all == ["hello Ada"])
            let status = try #require(try await database.status(id, queue))
            #expect(status.state == .done)
            #expect(status.attempts == 1)
            #expect(status.progress == 1)
            #expect(status.note == "Greeting \("Ada")")
        }
    }

    @Test(arguments: Engine.available)
    func `a job of a write that was undone was never asked for`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            await #expect(throws: Stumble.self) {
                try await database.write { db in
                    try queue.enqueue("greet", Greeting(name: "Ada"), in: db)
                    throw Stumble()
                }
            }
            let counts = try await database.read { db in try queue.counts(in: db) }
            #expect(counts.isEmpty)
        }
    }

    @Test(arguments: Engine.available)
    func `a job that fails comes back later and later, and then stays for someone to look at`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, clock in
            let diary = Diary()
            let stumble = JobKind("stumble", retries: 2) { (_: NoPayload, context) in
                diary.note("attempt \(context.attempt)")
                throw Stumble()
            }
            let runner = JobRunner(database: database, queue: queue, kinds: [stumble])
            let id = try await database.write { db in try queue.enqueue("stumble", NoPayload(), in: db) }
            for pause in [5, 10] {
                #expect(try await runner.runPending() == 1)
                clock.advance(by: .seconds(pause - 1))
                #expect(try await runner.runPending() == 0)
                clock.advance(by: .seconds(1))
            }
            #expect(try await runner.runPending() == 1)
            #expect(try await database.status(id, queue)?.state == .failed)
            #expect(try await database.status(id, queue)?.failure?.contains("Stumble") == true)
            #expect(diary.all == ["attempt 1", "attempt 2", "attempt 3"])

            let again = try await database.write { db in try queue.retry(id, in: db) }
            #expect(again)
            #expect(try await runner.runPending() == 1)
            #expect(diary.all.last == "attempt 1")
        }
    }

    @Test(arguments: Engine.available)
    func `a job that refuses, or can not read its payload, is not tried again`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let refuse = JobKind("refuse") { (_: NoPayload, _) in throw JobRefusal("There is nothing to convert.") }
            let greet = JobKind("greet") { (_: Greeting, _) in }
            let runner = JobRunner(database: database, queue: queue, kinds: [refuse, greet])
            let (refused, unreadable) = try await database.write { db in
                (try queue.enqueue("refuse", NoPayload(), in: db), try queue.enqueue("greet", ["nobody": 1], in: db))
            }
            #expect(try await runner.runPending() == 2)
            #expect(try await database.status(refused, queue)?.failure == "There is nothing to convert.")
            #expect(try await database.status(unreadable, queue)?.state == .failed)
        }
    }

    @Test(arguments: Engine.available)
    func `asking twice for the same while it waits is asking once`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let diary = Diary()
            let index = JobKind("index") { (_: NoPayload, _) in diary.note("indexed") }
            let runner = JobRunner(database: database, queue: queue, kinds: [index])
            let ask: @Sendable (any Connection) throws -> JobID = { try queue.enqueue("index", NoPayload(), key: "book:1", in: $0) }
            let (first, second) = try await database.write { db in (try ask(db), try ask(db)) }
            #expect(first == second)
            #expect(try await runner.runPending() == 1)
            let third = try await database.write { db in try ask(db) }
            #expect(third != first)
            #expect(try await runner.runPending() == 1)
            #expect(diary.all.count == 2)
        }
    }

    @Test(arguments: Engine.available)
    func `a job for later waits until then, and can be called off`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, clock in
            let diary = Diary()
            let greet = JobKind("greet") { (greeting: Greeting, _) in diary.note(greeting.name) }
            let runner = JobRunner(database: database, queue: queue, kinds: [greet])
            let later = clock.clock.now() + .seconds(60)
            let called = try await database.write { db in
                try queue.enqueue("greet", Greeting(name: "Ada"), runAt: later, in: db)
                return try queue.enqueue("greet", Greeting(name: "Bea"), runAt: later, in: db)
            }
            #expect(try await runner.runPending() == 0)
            try await database.write { db in try queue.cancel(called, in: db) }
            clock.advance(by: .seconds(60))
            #expect(try await runner.runPending() == 1)
            #expect(diary.all == ["Ada"])
            #expect(try await database.status(called, queue)?.state == .cancelled)
        }
    }

    @Test(arguments: Engine.available)
    func `jobs of a kind that nobody runs here are left alone`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, _ in
            let runner = JobRunner(database: database, queue: queue, kinds: [])
            let id = try await database.write { db in try queue.enqueue("greet", Greeting(name: "Ada"), in: db) }
            #expect(try await runner.runPending() == 0)
            #expect(try await database.status(id, queue)?.state == .waiting)
        }
    }

    @Test(arguments: Engine.available)
    func `old jobs are forgotten, failed ones are not`(on engine: Engine) async throws {
        try await withQueue(on: engine) { database, queue, clock in
            let greet = JobKind("greet") { (_: Greeting, _) in }
            let refuse = JobKind("refuse") { (_: NoPayload, _) in throw JobRefusal("no") }
            let runner = JobRunner(database: database, queue: queue, kinds: [greet, refuse])
            try await database.write { db in
                try queue.enqueue("greet", Greeting(name: "Ada"), in: db)
                try queue.enqueue("refuse", NoPayload(), in: db)
            }
            try await runner.runPending()
            clock.advance(by: .seconds(60))
            let gone = try await database.write { db in try queue.prune(before: clock.clock.now(), in: db) }
            #expect(gone == 1)
            let left = try await database.read { db in try queue.list(in: db) }
            #expect(left.map(\.kind) == ["refuse"])
        }
    }
}
