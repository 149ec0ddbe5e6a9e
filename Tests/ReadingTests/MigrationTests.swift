import Core
import Database
import Media
import TestSupport
import Testing

@testable import Reading

@Suite("Migrations of what readers keep")
struct ReadingMigrationTests {
    @Test(.covers("LIB-047", "LIB-049"), arguments: Engine.available)
    func `highlights and bookmarks keep their numbers and words when their keys move to the platform`(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            try await database.migrate(Array(ReadingMigrations.all.prefix(2)))
            let id: PublicationID = try await database.write { db in
                try db.insert(
                    """
                    INSERT INTO reading_publication (owner_kind, owner_id, title, authors, direction, kind, audience, staff_permission, page_path,
                        edition, section_count, words, created_at, changed_at, contents)
                    VALUES ('test.book', 1, 'The mill on the river', 'A. Writer', 'ltr', 'text', 'public', 'test.books.edit', '/books/1', 1, 0, 0, 5, 5,
                        '[]')
                    """)
            }
            try await database.write { db in
                for (table, own) in [("reading_annotation", "colour, note, "), ("reading_bookmark", "")] as [(String, String)] {
                    for key in ["first", "second", "third"] {
                        let values: SQL = own.isEmpty ? "" : "'#F5C84B', \("on \(key)"), "
                        try db.run(
                            """
                            INSERT INTO \(raw: table) (person_id, publication_id, request_key, created_at, section, \(raw: own)quote_exact,
                                quote_prefix, quote_suffix, position_start, position_end, is_placed, changed_at, changed_by)
                            VALUES (7, \(id), \(key), 5, 1, \(sql: values)\("quote \(key)"), '', '', 3, 9, 1, 6, 7)
                            """)
                    }
                    try db.run("DELETE FROM \(raw: table) WHERE request_key = 'second'")
                }
                try db.run(
                    """
                    INSERT INTO reading_bookmark (person_id, publication_id, created_at, quote_exact, quote_prefix, quote_suffix,
                        position_start, position_end, is_placed, changed_at)
                    VALUES (7, \(id), 5, '', '', '', 0, 0, 1, 6)
                    """)
                try db.run("DELETE FROM reading_bookmark WHERE section IS NULL")
            }
            func marks() async throws -> ([Annotation], [Bookmark]) {
                try await database.read { db in
                    (
                        try db.all(.annotations(of: PersonID(7), in: id, after: 0, limit: 9)),
                        try db.all(.bookmarks(of: PersonID(7), in: id, after: 0, limit: 9))
                    )
                }
            }
            let before = try await marks()
            try await database.migrate(MediaMigrations.all + ReadingMigrations.all)
            let after = try await marks()
            #expect(after.0 == before.0 && after.0.map(\.id.number) == [1, 3])
            #expect(after.1 == before.1 && after.1.map(\.id.number) == [1, 3])
            for table in ["reading_annotation", "reading_bookmark"] {
                let error = await databaseError(in: database, "SELECT request_key FROM \(raw: table)")
                #expect(error != nil, "\(table) has no keys of its own")
            }
            for _ in 1...2 {
                try await database.write { db in try Bookmarks.save(id, by: PersonID(7), at: SiteClock.wall.now(), in: db) }
            }
            let saved = try await marks().1.map(\.id.number)
            #expect(saved.count == 3 && saved[2] > 4, "saving twice keeps one, and no number is given twice")
        }
    }
}

/// What a statement fails with, if it does.
private func databaseError(in database: Database, _ sql: SQL) async -> (any Error)? {
    do {
        try await database.write { db in _ = try db.run(sql) }
        return nil
    } catch { return error }
}
