import Core
import Database
import TestSupport

enum Book {}
typealias BookID = ID<Book>

/// A shelf of books, the tests' own small schema.
let shelfMigrations = [
    Migration("test-001-shelf") { d in
        """
        CREATE TABLE shelf (id \(d.id), name TEXT NOT NULL UNIQUE);
        CREATE TABLE book (
            id \(d.id), title TEXT NOT NULL, shelf_id \(d.integer) REFERENCES shelf(id),
            price \(d.real), scan \(d.bytes), lent \(d.integer) NOT NULL DEFAULT 0 CHECK (lent IN (0, 1))
        );
        """
    }
]

struct BookRow: SQLRow, Equatable {
    static let columns: SQL = "id, title, shelf_id, price, scan, lent"
    var id: BookID
    var title: String
    var shelf: Int64?
    var price: Double?
    var scan: [UInt8]?
    var lent: Bool

    init(id: BookID, title: String, shelf: Int64? = nil, price: Double? = nil, scan: [UInt8]? = nil, lent: Bool = false) {
        self.id = id
        self.title = title
        self.shelf = shelf
        self.price = price
        self.scan = scan
        self.lent = lent
    }

    init(row: inout RowReader) throws {
        id = try row.next()
        title = try row.next()
        shelf = try row.next()
        price = try row.next()
        scan = try row.next()
        lent = try row.next()
    }
}

/// A fresh database with the shelf in it.
func withShelf<T>(on engine: Engine, _ body: (Database) async throws -> T) async throws -> T {
    try await withDatabase(on: engine) { database in
        try await database.migrate(shelfMigrations)
        return try await body(database)
    }
}

/// How many rows a table has.
func count(_ table: String, in database: Database) async throws -> Int {
    try await database.read { db in try db.one("SELECT count(*) FROM \(raw: table)") }
}

/// Whatever `body` throws, as a database error.
func databaseError<T>(_ body: () async throws -> T) async -> DatabaseError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? DatabaseError
    }
}
