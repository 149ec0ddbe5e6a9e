import Analytics
import Core
import Database
import Foundation
import Synchronization
import TestSupport
import Testing

private let bread = Measure("test.bread", "Bread", hint: "Loaves")
private let guests = Measure("test.guests", "Guests", hint: "People", kind: .level)

private struct Bench {
    let database: Database
    let counts: DailyCounts
    let clock: ManualClock

    func days(_ measure: Measure = bread, from: String = "2020-01-01", through: String = "2030-01-01") async throws -> [String] {
        let (from, through) = (try #require(Day(from)), try #require(Day(through)))
        return try await database.readInBackground { [counts] db in
            try counts.amounts(of: [measure], from: from, through: through, in: db).map { row in
                "\(row.day)\(row.part.isEmpty ? "" : " " + row.part): \(row.amount)"
            }
        }
    }
}

private func withCounts(
    on engine: Engine, at moment: String, zone: String = "Europe/Stockholm", _ body: (Bench) async throws -> Void
) async throws {
    let start = try #require(Instant(rfc3339: moment))
    let zone = try #require(TimeZone(identifier: zone))
    try await withDatabase(on: engine) { database in
        try await database.migrate(AnalyticsMigrations.all)
        let clock = ManualClock(start)
        try await body(Bench(database: database, counts: DailyCounts(clock: clock.clock) { zone }, clock: clock))
    }
}

@Suite struct `Daily counts` {
    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `a day begins at midnight of the site, also on the days when the clock is changed`(on engine: Engine) async throws {
        // Summer time ends in Sweden on 25 October 2026: that day has 25 hours.
        try await withCounts(on: engine, at: "2026-10-24T21:59:59Z") { bench in
            for _ in 1...28 {
                try await bench.database.write { [counts = bench.counts] db in try counts.add(to: bread, in: db) }
                bench.counts.note(bread, of: "noted")
                bench.clock.advance(by: .seconds(3600))
            }
            try await bench.counts.flush(to: bench.database)
            let days = try await bench.days()
            #expect(
                days == [
                    "2026-10-24: 1", "2026-10-24 noted: 1", "2026-10-25: 25", "2026-10-25 noted: 25", "2026-10-26: 2", "2026-10-26 noted: 2",
                ])
        }
        // It begins on 29 March: 23 hours.
        try await withCounts(on: engine, at: "2026-03-28T22:30:00Z") { bench in
            for _ in 1...26 {
                bench.counts.note(bread)
                bench.clock.advance(by: .seconds(3600))
            }
            try await bench.counts.flush(to: bench.database)
            let days = try await bench.days()
            #expect(days == ["2026-03-28: 1", "2026-03-29: 23", "2026-03-30: 2"])
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `a fact that is taken back is not counted, and folding changes no sum`(on engine: Engine) async throws {
        struct Change: Error {}
        try await withCounts(on: engine, at: "2026-11-21T12:00:00Z") { bench in
            let counts = bench.counts
            for round in 1...4 {
                try await bench.database.write { db in try counts.add(5, to: bread, of: "rye", in: db) }
                await #expect(throws: Change.self) {
                    try await bench.database.write { db in
                        try counts.add(100, to: bread, of: "rye", in: db)
                        throw Change()
                    }
                }
                let before = try await bench.days()
                try await bench.database.write { db in try counts.fold(in: db) }
                let after = try await bench.days()
                #expect(before == ["2026-11-21 rye: \(round * 5)"])
                #expect(after == before)
            }
            let lines = try await bench.database.read { try $0.one("SELECT count(*) FROM analytics_count" as Query<Int>) }
            #expect(lines == 0)
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `two hundred facts at once, with folding in between, are all counted and none waits in vain`(on engine: Engine) async throws {
        try await withCounts(on: engine, at: "2026-11-21T12:00:00Z") { bench in
            let (database, counts) = (bench.database, bench.counts)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...200 {
                    group.addTask {
                        try await database.write { db in try counts.add(to: bread, in: db) }
                        counts.note(bread, of: "noted")
                        if number % 20 == 0 { try await database.write { db in try counts.fold(in: db) } }
                        if number % 30 == 0 { try await counts.flush(to: database) }
                    }
                }
                try await group.waitForAll()
            }
            try await counts.flush(to: database)
            let days = try await bench.days()
            #expect(days == ["2026-11-21: 200", "2026-11-21 noted: 200"])
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `what cannot be written is kept and written later, once`(on engine: Engine) async throws {
        try await withCounts(on: engine, at: "2026-11-21T12:00:00Z") { bench in
            for _ in 1...3 { bench.counts.note(bread) }
            _ = try await withDatabase(on: engine) { empty in
                await #expect(throws: (any Error).self) { try await bench.counts.flush(to: empty) }
            }
            bench.counts.note(bread)
            try await bench.counts.flush(to: bench.database)
            try await bench.counts.flush(to: bench.database)
            let days = try await bench.days()
            #expect(days == ["2026-11-21: 4"])
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `the last word of a day on a level holds, and old days are forgotten`(on engine: Engine) async throws {
        try await withCounts(on: engine, at: "2026-11-20T12:00:00Z") { bench in
            let counts = bench.counts
            for amount in [3, 9, 4] { try await bench.database.write { db in try counts.set(amount, of: guests, in: db) } }
            bench.clock.advance(by: .seconds(86_400))
            try await bench.database.write { db in try counts.set(7, of: guests, in: db) }
            let both = try await bench.days(guests)
            #expect(both == ["2026-11-20: 4", "2026-11-21: 7"])
            let day = try #require(Day("2026-11-21"))
            try await bench.database.write { db in _ = try counts.prune(before: day, in: db) }
            let left = try await bench.days(guests)
            #expect(left == ["2026-11-21: 7"])
        }
    }

    @Test(.covers("CORE-022"), arguments: Engine.available)
    func `no table of counts has a column that names anybody`(on engine: Engine) async throws {
        try await withCounts(on: engine, at: "2026-11-21T12:00:00Z") { bench in
            let counts = bench.counts
            try await bench.database.write { db in
                try counts.add(to: bread, in: db)
                try counts.set(1, of: guests, in: db)
            }
            let named = try await bench.database.read { db in
                try db.one(
                    """
                    SELECT (SELECT count(*) FROM analytics_count WHERE changed_by IS NOT NULL)
                        + (SELECT count(*) FROM analytics_day WHERE changed_by IS NOT NULL)
                    """ as Query<Int>)
            }
            #expect(named == 0)
        }
    }
}

@Suite struct `Days of the calendar` {
    @Test func `weeks begin on Monday and months on their first, over the ends of years`() throws {
        let friday = try #require(Day("2027-01-01"))
        #expect(friday.monday.description == "2026-12-28")
        #expect(friday.monday.monday == friday.monday)
        #expect(friday.adding(-1).firstOfMonth.description == "2026-12-01")
        #expect(try #require(Day("2028-02-28")).adding(2).description == "2028-03-01")
        #expect(friday.days(since: try #require(Day("2026-01-01"))) == 365)
        #expect(try #require(Day("1969-12-28")).monday.description == "1969-12-22")
        #expect(try #require(Day("2026-09-30")) < friday)
    }

    @Test func `every day of a thousand years is the one that Foundation's calendar knows`() throws {
        var day = try #require(Day("1600-01-01"))
        let first = day.noon(in: .gmt)
        for number in 0..<366_000 {
            #expect(Day(day.description) == day)
            if number % 97 == 0 {
                #expect(Day(first + .seconds(Int64(number) * 86_400), in: .gmt) == day)
                #expect(day.monday.noon(in: .gmt) <= day.noon(in: .gmt) && day.days(since: day.monday) < 7)
            }
            day = day.adding(1)
        }
        #expect(
            Day("2026-02-29") == nil && Day("2100-02-29") == nil && Day("2028-02-29") != nil && Day("2026-13-01") == nil && Day("2026-00-10") == nil)
    }
}
