import Core
import Database
import DatabaseSQLite
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// The totals of lists are kept between pages, and are those of the moment all the same.
struct TotalsTests {
    /// What the second page of a list says; the first one is kept as a whole.
    private func total(_ app: TestApp, _ query: String = "") async throws -> Int? {
        let program = app.guest.asProgram
        let first = try await program.get(LibraryPaths.apiItems() + "?limit=1&sort=title\(query)").json
        guard let next = first["next"] as? String else { return first["total"] as? Int }
        return try await program.get(LibraryPaths.apiItems() + "?limit=1&sort=title\(query)&after=\(next)").json["total"] as? Int
    }

    @Test(.covers("LIB-018", "LIB-019"), arguments: Engine.available)
    func `the total of an inner page follows what is published, hidden, deleted and restored`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            for number in 1...3 { try await app.item("Item \(number)") }
            #expect(try await total(app) == 3)
            let id = try await app.item("Another")
            #expect(try await total(app) == 4)
            let staff = try await app.signedIn(.librarian)
            for (status, expected) in [("archived", 3), ("published", 4), ("draft", 3), ("published", 4)] {
                #expect(try await staff.post(LibraryPaths.adminItemStatus(id), ["status": status]).status == .seeOther)
                #expect(try await total(app) == expected, "\(status)")
            }
            _ = try await staff.post(LibraryPaths.adminItemDelete(id), ["confirmed": "true"])
            #expect(try await total(app) == 3)
            _ = try await staff.post(LibraryPaths.adminItemStatus(id), ["status": "draft"])
            _ = try await staff.post(LibraryPaths.adminItemStatus(id), ["status": "published"])
            #expect(try await total(app) == 4)
            #expect(try await total(app, "&language=sv") == 0)
            _ = try await staff.post(LibraryPaths.adminItem(id), ["language": "sv"])
            #expect(try await total(app, "&language=sv") == 1)
        }
    }

    @Test(.covers("LIB-021"), arguments: Engine.available)
    func `lists of different readers of one revision never share a total`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            for number in 1...3 { try await app.item("Item \(number)") }
            try await app.item("Draft") { $0.publishes = false }
            var everything = ItemFilter()
            everything.statuses = ItemStatus.allCases
            let catalogue = library.services.catalogue
            for (filter, expected) in [(everything, 4), (ItemFilter(), 3), (everything, 4)] {
                let first = try await catalogue.page(filter, by: .title, limit: 1)
                #expect(first.total == expected)
                #expect(try await catalogue.page(filter, by: .title, after: first.next, limit: 1).total == expected)
            }
        }
    }

    @Test(.covers("LIB-018"), arguments: Engine.available)
    func `a change that another connection makes is counted at once, and a list that nothing touched is not counted again`(
        on engine: Engine
    ) async throws {
        try await withLibrary(on: engine) { app, library in
            for number in 1...3 { try await app.item("Item \(number)") { $0.categories = ["Theology"] } }
            let theology = try #require(try await library.services.categories.tree().categories.first { $0.name == "Theology" })
            let category = "&category=\(theology.id)"
            #expect(try await total(app) == 3)
            #expect(try await total(app, category) == 3)
            let database = app.site.database
            let before = try await database.read { try $0.one(CatalogueRevision.current) }
            // As a program would that knows nothing of this server's memory.
            try await database.write { try $0.run("UPDATE library_item SET read_count = 7, words = 9") }
            #expect(try await database.read { try $0.one(CatalogueRevision.current) } == before)
            try await database.write { try $0.run("DELETE FROM library_item_category WHERE item_id = (SELECT min(id) FROM library_item)") }
            #expect(try await total(app) == 3)
            #expect(try await total(app, category) == 2)
            try await database.write { try $0.run("UPDATE library_item SET status = 'archived' WHERE id = (SELECT min(id) FROM library_item)") }
            #expect(try await total(app) == 2)
            // What is undone was never counted.
            await #expect(throws: Problem.self) {
                try await database.write { db in
                    try db.run("DELETE FROM library_item_category")
                    throw Problem.notFound
                }
            }
            #expect(try await total(app, category) == 2)
        }
    }

    @Test(.covers("LIB-020"), arguments: Engine.available)
    func `counts outlive the process, and hold only until something changes`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Only")
            let (database, lists) = (app.site.database, library.services.catalogue.lists)
            var books = ItemFilter()
            books.kinds = [.book]
            #expect(try await library.services.catalogue.facets(of: books).total == 1)
            let kept = try await database.read { [books] db in try KeptCounts.find(books, in: db) }
            #expect(kept?.total == 1 && kept?.languages.first?.count == 1)
            // Seen by a catalogue that has nothing in memory yet: what is kept, were it wrong, is what it says.
            try await database.write { try $0.run("UPDATE library_catalogue_count SET answer = replace(answer, '\"total\":1', '\"total\":7')") }
            #expect(try await Catalogue(database: database, writer: app.site.writer, lists: lists).facets(of: books).total == 7)
            try await database.write { try $0.run("UPDATE library_item SET status = 'archived' WHERE id = \(id)") }
            #expect(try await Catalogue(database: database, writer: app.site.writer, lists: lists).facets(of: books).total == 0)
            #expect(try await library.services.catalogue.facets(of: books).total == 0)
        }
    }

    @Test(.covers("LIB-020"), arguments: Engine.available)
    func `a long category has the items of a short one, in the same order`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            for number in 1...4 { try await app.item("Item \(number)") { $0.categories = [number == 2 ? "History" : "Theology > Prophecy"] } }
            var filter = ItemFilter()
            filter.category = try #require(try await library.services.categories.tree().categories.first { $0.name == "Theology" }).id
            let lists = try await app.site.database.read { [filter] db in
                try [false, true].map { isLong in
                    try db.all(.page(filter, by: .title, after: nil, limit: 20, isLong: isLong, db.dialect)).map(\.title)
                }
            }
            #expect(lists == [["Item 1", "Item 3", "Item 4"], ["Item 1", "Item 3", "Item 4"]])
        }
    }

    @Test func `an older snapshot gets its own count, and does not displace the newer one`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "totals.db").path
            let (one, other) = (try SQLiteDatabase.open(path: path), try SQLiteDatabase.open(path: path))
            try await one.write { db in
                try db.script("CREATE TABLE library_catalogue (id INTEGER PRIMARY KEY, revision INTEGER NOT NULL)")
                try db.run("INSERT INTO library_catalogue (id, revision) VALUES (1, 5)")
            }
            let answers = RevisedAnswers(mostAnswers: 2)
            let key = CatalogueList.total(ItemFilter())
            func ask(_ database: Database, _ fresh: Int) async throws -> Int {
                try await database.read { db in try answers.value(key, in: db) { fresh } }
            }
            #expect(try await ask(one, 10) == 10)
            #expect(try await ask(other, 99) == 10)
            try await other.write { try $0.run("UPDATE library_catalogue SET revision = 6") }
            #expect(try await ask(one, 11) == 11)
            #expect(try await ask(other, 99) == 11)
            try await one.write { try $0.run("UPDATE library_catalogue SET revision = 4") }
            #expect(try await ask(one, 12) == 12)
            try await one.write { try $0.run("UPDATE library_catalogue SET revision = 6") }
            #expect(try await ask(one, 99) == 11)
            await one.close()
            await other.close()
        }
    }
}
