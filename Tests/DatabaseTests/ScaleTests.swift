import Core
import Database
import TestSupport
import Testing

/// The sizes that CORE-046 names.
private let (itemCount, orderCount, peopleCount) = (10_000, 50_000, 5_000)

private let shopMigrations = [
    Migration("test-001-shop") { d in
        """
        CREATE TABLE person (id \(d.id), name TEXT NOT NULL);
        CREATE TABLE item (id \(d.id), title TEXT NOT NULL, shelf \(d.integer) NOT NULL, copies \(d.integer) NOT NULL);
        CREATE TABLE orders (
            id \(d.id), person_id \(d.integer) NOT NULL REFERENCES person(id), item_id \(d.integer) NOT NULL REFERENCES item(id),
            placed_at \(d.integer) NOT NULL
        );
        CREATE INDEX item_by_shelf ON item (shelf, title);
        CREATE INDEX orders_by_person ON orders (person_id, placed_at);
        CREATE INDEX orders_by_item ON orders (item_id);
        """
    }
]

@Suite(.serialized, .timeLimit(.minutes(10))) struct Scale {
    @Test(.covers("CORE-046"), arguments: Engine.available)
    func `each of a day's requests is answered within half a second from many thousands of rows`(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            try await database.migrate(shopMigrations)
            try await fill(database)
            let requests: [(String, @Sendable (any Connection) throws -> Int)] = [
                ("one item", { try $0.one("SELECT copies FROM item WHERE id = \(4321)") }),
                (
                    "a shelf, second page",
                    { db in
                        try db.all(
                            "SELECT title FROM item WHERE shelf = \(17) AND title > \("Title 5") ORDER BY title LIMIT 50" as Query<String>
                        ).count
                    }
                ),
                (
                    "a person's last orders with their titles",
                    { db in
                        try db.all(
                            """
                            SELECT o.id, i.title, o.placed_at FROM orders o JOIN item i ON i.id = o.item_id
                            WHERE o.person_id = \(1234) ORDER BY o.placed_at DESC LIMIT 20
                            """ as Query<Row3<Int, String, Instant>>
                        ).count
                    }
                ),
                (
                    "what is ordered most",
                    { db in
                        try db.all(
                            "SELECT item_id, count(*) FROM orders GROUP BY item_id ORDER BY 2 DESC, 1 LIMIT 10" as Query<Row2<Int, Int>>
                        ).count
                    }
                ),
                ("how many there are", { try $0.one("SELECT count(*) FROM orders") }),
            ]
            for (name, request) in requests {
                let (rows, time) = try await database.read { db in try timed(request, on: db) }
                #expect(rows > 0, "\(name)")
                #expect(time < .milliseconds(500), "\(name)")
            }
        }
    }

    /// The answer, and the best time of three: other tests run on the same machine at the same time. Taken on the thread
    /// that asks, so that it holds no wait for a turn in this process.
    private func timed(_ request: (any Connection) throws -> Int, on db: any Connection) throws -> (Int, Duration) {
        var rows = 0
        var best = Duration.seconds(3600)
        for _ in 0..<3 {
            let started = ContinuousClock.now
            rows = try request(db)
            best = min(best, ContinuousClock.now - started)
        }
        return (rows, best)
    }

    private func fill(_ database: Database) async throws {
        try await database.write { db in
            try db.run("\(numbers(to: peopleCount)) INSERT INTO person (name) SELECT 'Person ' || n FROM numbers")
            try db.run(
                "\(numbers(to: itemCount)) INSERT INTO item (title, shelf, copies) SELECT 'Title ' || n, n % 40, 1 + n % 5 FROM numbers")
            try db.run(
                """
                \(numbers(to: orderCount)) INSERT INTO orders (person_id, item_id, placed_at)
                SELECT 1 + n % \(raw: "\(peopleCount)"), 1 + (n * 7919) % \(raw: "\(itemCount)"), n * 1000 FROM numbers
                """)
        }
    }

    private func numbers(to last: Int) -> SQL {
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(raw: "\(last)"))"
    }
}
