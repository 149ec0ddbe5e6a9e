import Core
import Database
import Foundation
import TestSupport
import Testing

@Suite struct Reading {
    @Test(arguments: Engine.available)
    func `values come back as they went in`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            let whole = BookRow(id: BookID(1), title: "Emma 🌍 'å' \\", price: -0.25, scan: [0, 1, 255, 0], lent: true)
            let bare = BookRow(id: BookID(2), title: "", scan: [])
            try await database.write { db in
                for book in [whole, bare] {
                    try db.run(
                        """
                        INSERT INTO book (\(BookRow.columns)) VALUES (\(book.id), \(book.title), \(book.shelf), \(book.price), \
                        \(book.scan), \(book.lent))
                        """)
                }
            }
            let back = try await database.read { db in try db.all("SELECT \(BookRow.columns) FROM book ORDER BY id" as Query<BookRow>) }
            #expect(back == [whole, bare])
        }
    }

    @Test(arguments: Engine.available)
    func `words are found with and without capitals and accents, and accents find the words without`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO book (title) VALUES ('Åsa Åkerman'), ('Ake Smørgård'), ('Жанна')") }
            for (words, titles) in [
                ("akerman", ["Åsa Åkerman"]), ("ÅKERMAN", ["Åsa Åkerman"]), ("åke", ["Åsa Åkerman", "Ake Smørgård"]), ("asa aker", ["Åsa Åkerman"]),
                ("SMORGARD", ["Ake Smørgård"]), ("жанна", ["Жанна"]), ("eke", []),
            ] {
                let found = try await database.read { db in
                    try db.all("SELECT title FROM book WHERE \(sql: .containsEach(words, in: "title")) ORDER BY id LIMIT 9" as Query<String>)
                }
                #expect(found == titles, "\(words)")
            }
        }
    }

    @Test(arguments: Engine.available)
    func `a bound NULL may be compared, and lists may be empty`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO book (title) VALUES ('Emma'), ('Ivanhoe')") }
            let nothing: Int64? = nil
            let none: [Int64] = []
            let counts = try await database.read { db in
                [
                    try db.one("SELECT count(*) FROM book WHERE \(nothing) IS NULL OR shelf_id = \(nothing)" as Query<Int>),
                    try db.one("SELECT count(*) FROM book WHERE id IN \(list: none)" as Query<Int>),
                    try db.one("SELECT count(*) FROM book WHERE id NOT IN \(list: none)" as Query<Int>),
                    try db.one("SELECT count(*) FROM book WHERE title IN \(list: ["Emma", "Kim"])" as Query<Int>),
                ]
            }
            #expect(counts == [2, 0, 2, 1])
        }
    }

    @Test(arguments: Engine.available)
    func `signs that are wildcards elsewhere are found as themselves`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO book (title) VALUES ('100 % wool!'), ('100 sheep'), ('a_b'), ('axb')") }
            for (words, expected) in [("100", 2), ("0 % w", 1), ("a_b", 1), ("wool!", 1), ("!", 1), ("_", 1), ("", 4)] {
                let count = try await database.read { db in
                    try db.one("SELECT count(*) FROM book WHERE \(sql: .contains(words, in: "title"))" as Query<Int>)
                }
                #expect(count == expected, "\(words)")
            }
        }
    }

    @Test(arguments: Engine.available)
    func `a row that is not what its type says is an error that names the column`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO book (title) VALUES ('Emma')") }
            for query in ["SELECT title FROM book", "SELECT shelf_id AS title FROM book"] as [Query<Int>] {
                let error = await databaseError { try await database.read { db in try db.one(query) } }
                guard case .unreadable(let words) = error else { throw error ?? .missing }
                #expect(words.contains("title"))
            }
            let tooMany = await databaseError { try await database.read { db in try db.one("SELECT 1" as Query<Row2<Int, Int>>) } }
            guard case .unreadable = tooMany else { throw tooMany ?? .missing }
            #expect(await databaseError { try await database.read { db in try db.one("SELECT 1 WHERE 1 = 0" as Query<Int>) } } == .missing)
        }
    }

    @Test(arguments: Engine.available)
    func `sums, averages and truth values can be read`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in
                try db.run("INSERT INTO book (title, price, lent) VALUES ('Emma', 2.5, 1), ('Kim', 4.5, 1), ('She', 2, 0)")
            }
            try await database.read { db in
                let lent = try db.one("SELECT sum(lent) FROM book" as Query<Int>)
                let price = try db.one("SELECT avg(price) FROM book" as Query<Double>)
                let someLent = try db.one("SELECT EXISTS (SELECT 1 FROM book WHERE lent = \(true))" as Query<Bool>)
                let shelf = try db.one("SELECT max(shelf_id) FROM book" as Query<Int?>)
                #expect(lent == 2)
                #expect(price == 3)
                #expect(someLent)
                #expect(shelf == nil)
            }
        }
    }

    @Test(arguments: Engine.available)
    func `a long answer is streamed, and other queries run in between`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in
                for number in 1...1234 { try db.run("INSERT INTO book (title) VALUES (\("Volume \(number)"))") }
            }
            try await database.read { db in
                var read = 0
                try db.each("SELECT id FROM book WHERE id > \(0) ORDER BY id" as Query<BookID>) { id in
                    read += 1
                    let title = try db.one("SELECT title FROM book WHERE id = \(id)" as Query<String>)
                    #expect(title == "Volume \(read)")
                }
                #expect(read == 1234)
            }
        }
    }

    @Test(arguments: Engine.available)
    func `one read sees one state, whatever is written meanwhile`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO book (title) VALUES ('Emma')") }
            let begun = DispatchSemaphore(value: 0)
            let written = DispatchSemaphore(value: 0)
            async let counts = database.readInBackground { db in
                let before = try db.one("SELECT count(*) FROM book" as Query<Int>)
                begun.signal()
                written.wait()
                return [before, try db.one("SELECT count(*) FROM book" as Query<Int>)]
            }
            await Task.detached { begun.waitForever() }.value
            try await database.write { db in try db.run("INSERT INTO book (title) VALUES ('Kim')") }
            written.signal()
            #expect(try await counts == [1, 1])
            let left = try await count("book", in: database)
            #expect(left == 2)
        }
    }

    @Test(arguments: Engine.available)
    func `a read cannot write`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            let error = await databaseError { try await database.read { db in try db.run("INSERT INTO book (title) VALUES ('Emma')") } }
            guard case .failed = error else { throw error ?? .missing }
            let left = try await count("book", in: database)
            #expect(left == 0)
        }
    }

    @Test func `a read from a file never leaves its thread`() async throws {
        try await withShelf(on: .sqlite) { database in
            for _ in 1...20 {
                let threads = try await Task.immediate {
                    let before = currentThread()
                    let during = try await database.read { db in
                        _ = try db.all("SELECT id FROM book" as Query<Int>)
                        return currentThread()
                    }
                    return [before, during, currentThread()]
                }.value
                #expect(Set(threads).count == 1)
            }
        }
    }
}

private func currentThread() -> UInt { UInt(pthread_self()) }

extension DispatchSemaphore {
    func waitForever() { wait() }
}
