import Core
import Database
import TestSupport
import Testing

@testable import VolunteersApp

struct MigrationTests {
    @Test(arguments: Engine.available)
    func `requests, their versions and bookmarks outlive the end of the column that recognised a form`(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            let ended = try #require(VolunteersMigrations.all.firstIndex { $0.id == "volunteers-006-without-submission" })
            try await database.migrate(Array(VolunteersMigrations.all[..<ended]))
            try await database.write { db in
                for (author, submission) in [(7, "first"), (8, "second"), (9, "third")] {
                    let id = try db.insert(
                        """
                        INSERT INTO volunteers_post (author_id, poster_key, status, category_id, title, body, area, language, version,
                            accepted_version, submission, published_at, created_at, changed_at, closed_at, is_closing_told)
                        VALUES (\(author), 'ada', 'accepted', 1, 'Dog', 'Walk it.', '', 'en', 1, 1, \(submission), 5, 4, 6, 8, 1)
                        """)
                    try db.run(
                        """
                        INSERT INTO volunteers_post_version (post_id, number, status, category_id, title, body, area, language, written_at, changed_at)
                        VALUES (\(id), 1, 'accepted', 1, 'Dog', 'Walk it.', '', 'en', 4, 6)
                        """)
                    try db.run("INSERT INTO volunteers_bookmark (person_id, post_id, created_at, changed_at) VALUES (11, \(id), 9, 9)")
                }
                try db.run("DELETE FROM volunteers_post WHERE id = 3")
            }
            try await database.migrate(VolunteersMigrations.all)
            let posts = try await database.read { db in try db.all("SELECT \(Post.columns) FROM volunteers_post ORDER BY id" as Query<Post>) }
            #expect(posts.map(\.id.number) == [1, 2] && posts.map(\.author.number) == [7, 8])
            #expect(posts.allSatisfy { $0.acceptedVersion == 1 && $0.publishedAt?.milliseconds == 5 && $0.closedAt?.milliseconds == 8 })
            #expect(try await rows(database) == [2, 2, 2])
            let told = try await database.read { db in try db.all("SELECT is_closing_told FROM volunteers_post" as Query<Bool>) }
            #expect(told == [true, true])
            // No number is given twice, and what belongs to a request still goes with it.
            let next = try await database.write { db in
                try db.run("DELETE FROM volunteers_post WHERE id = 1")
                return try db.insert(
                    """
                    INSERT INTO volunteers_post (author_id, poster_key, status, category_id, title, body, area, language, version, created_at, changed_at)
                    VALUES (7, 'ada', 'pending', 1, 'Cat', 'Feed it.', '', 'en', 1, 4, 6)
                    """)
            }
            #expect(next == 4)
            #expect(try await rows(database) == [2, 1, 1])
            await #expect(throws: DatabaseError.self) {
                try await database.write { db in
                    try db.run("INSERT INTO volunteers_bookmark (person_id, post_id, created_at, changed_at) VALUES (11, 99, 9, 9)")
                }
            }
        }
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `names that staff gave in Swedish outlive their column, and only first names get further languages`(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            let ended = try #require(VolunteersMigrations.all.firstIndex { $0.id == "volunteers-007-category-translations" })
            try await database.migrate(Array(VolunteersMigrations.all[..<ended]))
            try await database.write { db in
                try db.run("UPDATE volunteers_category SET name = 'Pets', name_sv = 'Husdjur' WHERE name = 'Animals'")
            }
            try await database.migrate(VolunteersMigrations.all)
            let list = try await database.read { db in try CategoryList.read(db) }
            let pets = try #require(list.all.first)
            #expect(pets.name(in: .swedish) == "Husdjur" && pets.name(in: .swahili) == "Pets")
            #expect(list.all.last?.name(in: .swahili) == "Msaada wa kila siku" && list.all.last?.name(in: .swedish) == "Hjälp i vardagen")
        }
    }

    private func rows(_ database: Database) async throws -> [Int] {
        try await database.read { db in
            try ["volunteers_post", "volunteers_post_version", "volunteers_bookmark"].map { try db.one("SELECT count(*) FROM \(raw: $0)") }
        }
    }
}
