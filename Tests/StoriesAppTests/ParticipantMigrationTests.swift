import Core
import Database
import TestSupport
import Testing

@testable import StoriesApp

@Suite("Participants after an update")
struct ParticipantMigrationTests {
    @Test("who wrote a story with others before there were first readers goes on writing it", arguments: Engine.available)
    func coauthors(on engine: Engine) async throws {
        try await withDatabase(on: engine) { database in
            let all = StoriesMigrations.all
            let last = try #require(all.firstIndex { $0.id == StoriesMigrations.firstReaders.id })
            try await database.migrate(Array(all[..<last]))
            try await database.write { db in
                try db.run(
                    """
                    INSERT INTO stories_story (author_id, title, description, language, rating, status, created_at, changed_at)
                    VALUES (1, 'The lamp', '', 'en', 'general', 'draft', 1, 1)
                    """)
                try db.run("INSERT INTO stories_coauthor (story_id, person_id, invited_at, accepted_at, changed_at) VALUES (1, 2, 1, 2, 2)")
                try db.run("INSERT INTO stories_coauthor (story_id, person_id, invited_at, declined_at, changed_at) VALUES (1, 3, 1, 2, 2)")
            }
            try await database.migrate(all)
            try await database.read { db in
                let story = try db.one(.story(StoryID(1)))
                #expect(try Authors.ids(of: story, in: db) == [PersonID(1), PersonID(2)])
                #expect(try db.all(.participants(of: story.id, as: .author)).map(\.hasDeclined) == [false, true])
                #expect(try db.all(.firstReaders(of: story.id)).isEmpty)
            }
        }
    }
}
