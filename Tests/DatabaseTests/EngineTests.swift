import Database
import DatabasePostgres
import DatabaseSQLite
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct Engines {
    @Test(arguments: Engine.available)
    func `many may read at once`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            try await database.write { db in try db.run("INSERT INTO book (title) VALUES ('Emma')") }
            let titles = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<2000 {
                    group.addTask { try await database.read { db in try db.one("SELECT title FROM book WHERE id = \(1)") } }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(titles == ["Emma"])
        }
    }

    @Test(arguments: Engine.available)
    func `reports that never seem to end delay neither reads nor writes`(on engine: Engine) async throws {
        try await withShelf(on: engine) { database in
            let gate = DispatchSemaphore(value: 0)
            // More than there are threads for reports.
            async let reports: Void = withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await database.readInBackground { db in
                            gate.wait()
                            return try db.one("SELECT count(*) FROM book" as Query<Int>)
                        }
                    }
                }
                try await group.waitForAll()
            }
            for number in 1...50 {
                try await database.write { db in try db.run("INSERT INTO book (title) VALUES (\("Volume \(number)"))") }
                let books = try await count("book", in: database)
                #expect(books == number)
            }
            for _ in 0..<4 { gate.signal() }
            try await reports
        }
    }

    // A child writes pairs of rows until it is killed in the middle of it; it tells its parent by a file which it got an
    // answer for.
    @Test func `a process that is killed while it writes leaves whole writes only, and all that were answered`() async throws {
        try await withTemporaryFolder { folder in
            for round in 0..<3 {
                let path = folder.appending(path: "stoa-\(round).db").path
                let delay = 150 + 90 * round
                await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as Int] in
                    let database = try SQLiteDatabase.open(path: path)
                    try await database.migrate(shelfMigrations)
                    let answered = open(path + ".answered", O_WRONLY | O_CREAT | O_APPEND, 0o600)
                    Thread.detachNewThread {
                        usleep(UInt32(1000 * delay))
                        kill(getpid(), SIGKILL)
                    }
                    await withTaskGroup(of: Void.self) { group in
                        for writer in 0..<16 {
                            group.addTask { await writePairs(of: writer, to: database, answered: answered) }
                        }
                    }
                }
                let database = try SQLiteDatabase.open(path: path)
                let (shelves, books, orphans, check) = try await database.read { db in
                    (
                        try db.all("SELECT name FROM shelf" as Query<String>),
                        try db.one("SELECT count(*) FROM book" as Query<Int>),
                        try db.one("SELECT count(*) FROM book WHERE title NOT IN (SELECT name FROM shelf)" as Query<Int>),
                        try db.one("PRAGMA integrity_check" as Query<String>)
                    )
                }
                let answered = try String(contentsOfFile: path + ".answered", encoding: .utf8).split(separator: "\n").map(String.init)
                #expect(!answered.isEmpty)
                #expect(Set(answered).subtracting(shelves).isEmpty)
                #expect(books == shelves.count)
                #expect(orphans == 0)
                #expect(check == "ok")
                await database.close()
            }
        }
    }

    @Test(.enabled(if: Engine.available.contains(.postgres)))
    func `connections that the server dropped are replaced`() async throws {
        try await withPostgresURL { url in
            let database = try PostgresDatabase.open(url: url, poolSize: 2)
            try await database.migrate(shelfMigrations)
            try PostgresDatabase.administer(
                url: url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
            try await database.write { db in try db.run("INSERT INTO book (title) VALUES ('Emma')") }
            let books = try await count("book", in: database)
            #expect(books == 1)
            await database.close()
        }
    }

    @Test(.enabled(if: Engine.available.contains(.postgres)))
    func `a write whose connection breaks in the middle starts again on another`() async throws {
        try await withPostgresURL { url in
            let database = try PostgresDatabase.open(url: url, poolSize: 1)
            try await database.migrate(shelfMigrations)
            let attempts = Attempts()
            try await database.write { db in
                try db.run("INSERT INTO book (title) VALUES ('Emma')")
                if attempts.next() == 1 {
                    let own = try db.one("SELECT pg_backend_pid()" as Query<Int>)
                    try PostgresDatabase.administer(url: url, "SELECT pg_terminate_backend(\(own))")
                }
                try db.run("INSERT INTO book (title) VALUES ('Kim')")
            }
            let books = try await count("book", in: database)
            #expect(books == 2)
            #expect(attempts.next() == 3)
            await database.close()
        }
    }

    @Test(.enabled(if: Engine.available.contains(.postgres)))
    func `a table that another node changed is read anew`() async throws {
        try await withPostgresURL { url in
            let database = try PostgresDatabase.open(url: url, poolSize: 1)
            try await database.write { db in try db.script("CREATE TABLE a (id BIGINT); INSERT INTO a VALUES (1)") }
            let count: @Sendable (any Connection) throws -> Int = { db in
                var columns = 0
                _ = try db.perform("SELECT * FROM a") { row in
                    columns = row.columnCount
                    return true
                }
                return columns
            }
            let before = try await database.write(count)
            #expect(before == 1)
            try PostgresDatabase.administer(url: url, "ALTER TABLE a ADD COLUMN b BIGINT")
            let after = try await database.write(count)
            #expect(after == 2)
            await database.close()
        }
    }

    @Test func `a closed database is one file, which can be moved at once`() async throws {
        try await withTemporaryFolder { folder in
            for number in 0..<50 {
                let place = folder.appending(path: "\(number)", directoryHint: .isDirectory)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let database = try SQLiteDatabase.open(path: place.appending(path: "stoa.db").path)
                try await database.write { db in try db.script("CREATE TABLE a (id BIGINT); INSERT INTO a VALUES (1)") }
                await database.close()
                let files = try FileManager.default.contentsOfDirectory(atPath: place.path)
                #expect(files == ["stoa.db"])
            }
        }
    }

    @Test func `the log is folded back beside the writing, and begins anew`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "stoa.db").path
            let database = try SQLiteDatabase.open(path: path)
            try await database.write { db in try db.script("CREATE TABLE page (bytes TEXT)") }
            // 24,000 pages in commits of 200: without an end of the log it would be 100 MB long.
            let text = String(repeating: "x", count: 4000)
            for _ in 0..<120 {
                try await database.write { db in for _ in 0..<200 { try db.run("INSERT INTO page (bytes) VALUES (\(text))") } }
            }
            let (file, log) = (try size(path), try size(path + "-wal"))
            #expect(file > 16_000 * 4096)
            #expect(log < 12_000 * 4096)
            await database.close()
            #expect(try size(path) > 24_000 * 4096)
        }
    }

    @Test func `a file that is no database is refused`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "stoa.db").path
            try Data("This is a letter, not a database. It is long enough to be looked at.".utf8).write(to: URL(filePath: path))
            #expect(throws: DatabaseError.self) { try SQLiteDatabase.open(path: path) }
        }
    }

    @Test func `a copy made while others write is whole`() async throws {
        try await withShelf(on: .sqlite) { database in
            try await withTemporaryFolder { folder in
                let path = folder.appending(path: "copy.db").path
                async let writing: Void = withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<500 {
                        group.addTask {
                            try await database.write { db in
                                try db.run("INSERT INTO book (title) VALUES (\("\(number)"))")
                                return try db.run("INSERT INTO shelf (name) VALUES (\("\(number)"))")
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                try await database.copy(to: path) { _ in }
                try await writing
                let copy = try SQLiteDatabase.open(path: path)
                let (books, shelves) = (try await count("book", in: copy), try await count("shelf", in: copy))
                #expect(books == shelves)
                await copy.close()
            }
        }
    }

    @Test func `a tokenizer of ours makes words findable by their stems`() async throws {
        // Words of letters, each also without a final s.
        let tokenizer = FullTextTokenizer(name: "plural") { text, _, emit in
            var start: Int?
            for index in 0...text.count {
                let isLetter = index < text.count && (0x61...0x7A).contains(text[index] | 0x20)
                if isLetter, start == nil { start = index }
                guard !isLetter, let from = start else { continue }
                start = nil
                let word = UnsafeBufferPointer(rebasing: text[from..<index])
                guard emit(word, from, index, false) else { return }
                if word.last == 0x73 {
                    guard emit(UnsafeBufferPointer(rebasing: word.dropLast()), from, index, true) else { return }
                }
            }
        }
        try await withDatabase(on: .sqlite, tokenizers: [tokenizer]) { database in
            try await database.write { db in
                try db.script("CREATE VIRTUAL TABLE page USING fts5(text, tokenize = 'plural')")
                try db.run("INSERT INTO page (text) VALUES (\("two old books and a map"))")
            }
            let found = try await database.read { db in
                try db.all("SELECT highlight(page, 0, '[', ']') FROM page WHERE page MATCH \("book")" as Query<String>)
            }
            #expect(found == ["two old [books] and a map"])
        }
    }
}

private final class Attempts: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

/// One pair after the other, and a line to `answered` for each that the database has confirmed.
private func writePairs(of writer: Int, to database: Database, answered: Int32) async {
    for number in 0... {
        let name = "\(writer)-\(number)"
        do {
            try await database.write { db in
                try db.run("INSERT INTO book (title) VALUES (\(name))")
                try db.run("INSERT INTO shelf (name) VALUES (\(name))")
            }
        } catch {
            return
        }
        let line = Array("\(name)\n".utf8)
        write(answered, line, line.count)
    }
}

/// How many bytes a file has.
private func size(_ path: String) throws -> Int { try URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
