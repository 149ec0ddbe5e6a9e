import Analytics
import Core
import Database
import TestSupport
import Testing

private enum Book {}
private let ada = PersonID(7)

private func withLog<T>(on engine: Engine, _ body: (Database, InteractionLog, ManualClock) async throws -> T) async throws -> T {
    try await withDatabase(on: engine) { database in
        try await database.migrate(AnalyticsMigrations.all)
        let clock = ManualClock()
        return try await body(database, InteractionLog(clock: clock.clock), clock)
    }
}

@Suite struct `Interaction log` {
    @Test(arguments: Engine.available)
    func `the most read come first, and old readings no longer count`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, clock in
            try await database.write { db in
                for _ in 1...9 { try log.record(kind: "book.read", subject: ID<Book>(1), person: ada, in: db) }
            }
            clock.advance(by: .seconds(86_400))
            let since = clock.clock.now()
            try await database.write { db in
                for (book, times) in [(1, 1), (2, 3), (3, 3), (4, 2)] {
                    for _ in 1...times { try log.record(kind: "book.read", subject: ID<Book>(Int64(book)), person: nil, in: db) }
                }
                try log.record(kind: "book.opened", subject: ID<Book>(4), person: nil, in: db)
            }
            let (ranking, all, recent) = try await database.readInBackground { db in
                (
                    try log.mostFrequent(kind: "book.read", of: Book.self, since: since, limit: 3, in: db),
                    try log.count(kind: "book.read", subject: ID<Book>(1), in: db),
                    try log.count(kind: "book.read", subject: ID<Book>(1), since: since, in: db)
                )
            }
            #expect(ranking.map(\.subject.number) == [3, 2, 4])
            #expect(ranking.map(\.count) == [3, 3, 2])
            #expect(all == 10)
            #expect(recent == 1)
        }
    }

    @Test(arguments: Engine.available)
    func `a history counts by period`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, clock in
            let start = clock.clock.now()
            for times in [2, 0, 1] {
                try await database.write { db in
                    for _ in 0..<times { try log.record(kind: "visit", subject: ID<Book>(1), person: nil, in: db) }
                }
                clock.advance(by: .seconds(3600))
            }
            let history = try await database.readInBackground { db in
                try log.history(kind: "visit", from: start, until: clock.clock.now(), every: .seconds(3600), in: db)
            }
            #expect(history.map(\.start) == [start, start + .seconds(7200)])
            #expect(history.map(\.count) == [2, 1])
        }
    }

    @Test(arguments: Engine.available)
    func `a person who is forgotten still counts`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, _ in
            try await database.write { db in
                try log.setNames(true, ada, in: db)
                try log.record(kind: "book.read", subject: ID<Book>(1), person: ada, in: db)
                try log.record(kind: "book.read", subject: ID<Book>(2), person: ada, in: db)
            }
            let before = try await database.read { db in try log.interactions(of: ada, in: db) }
            #expect(before.map(\.subject) == [1, 2])
            try await database.write { db in try log.forget(ada, in: db) }
            let (after, count) = try await database.read { db in
                (try log.interactions(of: ada, in: db), try log.count(kind: "book.read", subject: ID<Book>(1), in: db))
            }
            #expect(after.isEmpty)
            #expect(count == 1)
        }
    }

    @Test(.covers("CORE-022"), arguments: Engine.available)
    func `names from before people were asked are gone`(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            let earlier = AnalyticsMigrations.all.prefix { $0.id != "analytics-004-named" }
            try await database.migrate(Array(earlier))
            try await database.write { db in
                try db.run("INSERT INTO analytics_interaction (kind, subject, changed_at, changed_by) VALUES ('book.read', 1, 1, \(ada))")
            }
            try await database.migrate(AnalyticsMigrations.all)
            let log = InteractionLog()
            let (named, count) = try await database.read { db in
                (try log.interactions(of: ada, in: db).count, try log.count(kind: "book.read", subject: ID<Book>(1), in: db))
            }
            #expect(earlier.count == 3 && named == 0 && count == 1)
        }
    }
}
