import Core
import Database
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct Writing {
    @Test(arguments: Engine.available)
    func `a refused write does not disturb its neighbours`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            // Every tenth takes a name that is taken, after it has already changed something.
            let refusals = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let name = number % 10 == 0 ? "taken" : "shelf \(number)"
                        do {
                            try await database.write { db in
                                try db.run("INSERT INTO book (title) VALUES (\("of \(number)"))")
                                try db.run("INSERT INTO shelf (name) VALUES (\(name))")
                            }
                            return false
                        } catch DatabaseError.constraint(.unique, _) {
                            return true
                        }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(refusals == 19)
            let (shelves, books) = try await database.read { db in
                (try db.one("SELECT count(*) FROM shelf" as Query<Int>), try db.one("SELECT count(*) FROM book" as Query<Int>))
            }
            #expect(shelves == 181)
            #expect(books == 181)
        }
    }

    @Test(arguments: Engine.available)
    func `what a write throws undoes all of it and reaches its caller`(on engine: Engine) async throws {
        struct ChangedMyMind: Error {}
        try await withShelf(on: engine) { database in
            await #expect(throws: ChangedMyMind.self) {
                try await database.write { db in
                    try db.run("INSERT INTO book (title) VALUES ('Emma')")
                    throw ChangedMyMind()
                }
            }
            let left = try await count("book", in: database)
            #expect(left == 0)
        }
    }

    @Test(arguments: Engine.available)
    func `each promise of the schema is refused by its own kind`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO shelf (name) VALUES ('A')") }
            let attempts: [(ConstraintKind, SQL)] = [
                (.unique, "INSERT INTO shelf (name) VALUES ('A')"),
                (.notNull, "INSERT INTO book (title) VALUES (\(nil as String?))"),
                (.foreignKey, "INSERT INTO book (title, shelf_id) VALUES ('Emma', \(99))"),
                (.check, "INSERT INTO book (title, lent) VALUES ('Emma', \(2))"),
            ]
            for (kind, sql) in attempts {
                let error = await databaseError { try await database.write { db in try db.run(sql) } }
                guard case .constraint(kind, _) = error else {
                    Issue.record("\(kind) came as \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test(arguments: Engine.available)
    func `a savepoint undoes its own part and the rest goes on`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in
                try db.run("INSERT INTO shelf (name) VALUES ('A')")
                do {
                    try db.savepoint {
                        try db.run("INSERT INTO shelf (name) VALUES ('B')")
                        try db.run("INSERT INTO shelf (name) VALUES ('A')")
                    }
                } catch DatabaseError.constraint(.unique, _) {
                    try db.run("INSERT INTO shelf (name) VALUES ('C')")
                }
            }
            let names = try await database.read { db in try db.all("SELECT name FROM shelf ORDER BY name" as Query<String>) }
            #expect(names == ["A", "C"])
        }
    }

    @Test(arguments: Engine.available)
    func `an insert answers its id, and none where nothing was inserted`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            let (first, second) = try await database.write { db in
                let first: BookID = try db.insert("INSERT INTO book (title) VALUES (\("Emma"))")
                return (first, try db.insert("INSERT INTO book (title) VALUES (\("Kim"))") as BookID)
            }
            #expect(first < second)
            let error = await databaseError {
                try await database.write { db in
                    try db.run("INSERT INTO shelf (name) VALUES ('A')")
                    try db.insert("INSERT INTO shelf (name) VALUES ('A') ON CONFLICT DO NOTHING")
                }
            }
            #expect(error == .missing)
        }
    }

    @Test(arguments: Engine.available)
    func `changed rows are counted`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            let counts = try await database.write { db in
                [
                    try db.run("INSERT INTO book (title) VALUES ('Emma'), ('Kim'), ('She')"),
                    try db.run("UPDATE book SET lent = 1 WHERE title < \("N")"),
                    try db.run("SELECT * FROM book"),
                    try db.run("DELETE FROM book WHERE title = 'Ivanhoe'"),
                ]
            }
            #expect(counts == [3, 2, 0, 0])
        }
    }

    @Test(arguments: Engine.available)
    func `a rule that reads and then writes holds when many ask at once`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        try await database.write { db in
                            let taken = try db.one("SELECT count(*) FROM shelf" as Query<Int>)
                            if taken < 5 { try db.run("INSERT INTO shelf (name) VALUES (\("shelf \(number)"))") }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let left = try await count("shelf", in: database)
            #expect(left == 5)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: Engine.available)
    func `a counter that many raise at once loses nothing`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO shelf (id, name) VALUES (1, '0')") }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await database.write { db in
                            let known = try db.one("SELECT name FROM shelf WHERE id = 1" as Query<String>)
                            return try db.run("UPDATE shelf SET name = \(String((Int(known) ?? 0) + 1)) WHERE id = 1")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let counter = try await database.read { db in try db.one("SELECT name FROM shelf WHERE id = 1" as Query<String>) }
            #expect(counter == "100")
        }
    }

    @Test(arguments: Engine.available.filter { $0 == .postgres })
    func `a number that another gave meanwhile is followed by the next`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO shelf (id, name) VALUES (1, '0')") }
            @Sendable func last(_ db: any Connection) throws -> Int { Int(try db.one("SELECT name FROM shelf WHERE id = 1" as Query<String>)) ?? 0 }
            @Sendable func give(after last: Int, _ db: any Connection) throws {
                try db.run("INSERT INTO book (id, title) VALUES (\(last + 100), 'numbered')")
                try db.run("UPDATE shelf SET name = \(String(last + 1)) WHERE id = 1")
            }
            let (hasRead, isGiven) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let isFirst = Mutex(true)
            async let late: Void = database.write { db in
                let number = try last(db)
                let isEarly = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                if isEarly {
                    hasRead.signal()
                    isGiven.wait()
                }
                try give(after: number, db)
            }
            try await database.write { db in
                hasRead.wait()
                try give(after: last(db), db)
            }
            isGiven.signal()
            try await late
            let given = try await database.read { db in try db.one("SELECT max(id) FROM book" as Query<Int>) }
            #expect(given == 101)
        }
    }

    @Test(arguments: Engine.available)
    func `a name that is taken is refused, however often one asks`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO shelf (id, name) VALUES (1, 'one')") }
            for _ in 0..<3 {
                let thrown = await #expect(throws: DatabaseError.self) {
                    try await database.write { db in try db.run("INSERT INTO shelf (id, name) VALUES (1, 'other')") }
                }
                let isTaken = if case .constraint(.unique, _) = thrown { true } else { false }
                #expect(isTaken, "\(String(describing: thrown))")
            }
        }
    }

    @Test(arguments: Engine.available)
    func `listeners hear of commits and never of what was undone`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            let (heard, ear) = AsyncStream.makeStream(of: String.self)
            let listening = [database.listen("quiet") { ear.yield("quiet") }, database.listen("loud") { ear.yield("loud") }]
            var iterator = heard.makeAsyncIterator()
            if engine == .postgres {
                // Beginning to listen counts as a gap, in which both may have happened.
                _ = await iterator.next()
                _ = await iterator.next()
            }
            _ = await databaseError {
                try await database.write { db in
                    try db.notify("quiet")
                    throw DatabaseError.missing
                }
            }
            try await database.write { db in try db.notify("loud") }
            #expect(await iterator.next() == "loud")
            for one in listening { one.cancel() }
        }
    }

    @Test(arguments: Engine.available)
    func `a closed database says so`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            await database.close()
            #expect(await databaseError { try await database.read { db in try db.one("SELECT 1" as Query<Int>) } } == .closed)
            #expect(await databaseError { try await database.readInBackground { db in try db.one("SELECT 1" as Query<Int>) } } == .closed)
            #expect(await databaseError { try await database.write { db in try db.one("SELECT 1" as Query<Int>) } } == .closed)
        }
    }
}
