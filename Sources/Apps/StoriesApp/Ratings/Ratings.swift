import Audit
import Core
import Database
import Platform
import Reading
import Web

/// What readers give stories: one rating each, public as a number, and only of what they have opened (STO-034).
struct Ratings: Sendable {
    let site: Site
    let stories: Stories
    let positions: Positions

    /// What somebody may do with the rating of a story.
    enum Standing: Sendable, Equatable {
        /// Nobody is signed in.
        case guest
        case author
        /// They have opened no chapter.
        case unread
        /// They may rate, or have: with how many stars.
        case reader(stars: Int?)
    }

    /// The sums of a story.
    func summary(of story: StoryID, in db: any Connection) throws -> RatingSummary {
        RatingSummary(
            try db.all("SELECT stars, CAST(count(*) AS BIGINT) FROM stories_rating WHERE story_id = \(story) GROUP BY stars ORDER BY stars LIMIT 5"))
    }

    func standing(of person: PersonID?, to story: Story, in db: any Connection) throws -> Standing {
        guard let person else { return .guest }
        guard try !Authors.isAuthor(person, of: story, in: db) else { return .author }
        if let stars = try stars(of: person, to: story.id, in: db) { return .reader(stars: stars) }
        return try hasOpened(story, person, in: db) ? .reader(stars: nil) : .unread
    }

    /// The stars at the end of a story in the reader, for who may rate it.
    func atEnd(of id: StoryID, for person: PersonID?, in db: any Connection) throws -> SectionLinks.Rating? {
        guard let person, let story = try db.first(.story(id)), story.isShown, try !Authors.isAuthor(person, of: story, in: db) else {
            return nil
        }
        return SectionLinks.Rating("Rate this story", action: StoriesPaths.rate(id), stars: try stars(of: person, to: id, in: db))
    }

    /// Where the reader shows the stars of a story; nil where nobody can read it.
    func end(of id: StoryID) async throws -> String? {
        try await site.database.read { db in
            try db.first(.story(id))?.lastSection.map { $0 + "#rating" }
        }
    }

    /// The stars that somebody gave.
    func stars(of person: PersonID, to story: StoryID, in db: any Connection) throws -> Int? {
        try db.first("SELECT stars FROM stories_rating WHERE story_id = \(story) AND person_id = \(person)" as Query<Int>)
    }

    /// Rates a story, or changes one's rating of it. The sums on the story change in the same transaction.
    func rate(_ id: StoryID, _ stars: Int, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            try stories.requireOpen(person, in: write)
            guard let story = try write.first(.story(id)), story.isShown else { throw Problem.notFound }
            switch try standing(of: person, to: story, in: write) {
            case .guest, .unread: throw RatingRefusal.notRead
            case .author: throw RatingRefusal.ownStory
            case .reader(let earlier):
                guard earlier != stars else { return }
                try write.run(
                    """
                    INSERT INTO stories_rating (story_id, person_id, stars, created_at, changed_at, changed_by)
                    VALUES (\(id), \(person), \(stars), \(write.now), \(write.now), \(person))
                    ON CONFLICT (story_id, person_id) DO UPDATE SET stars = excluded.stars, changed_at = excluded.changed_at,
                        changed_by = excluded.changed_by
                    """)
                try write.audit(earlier == nil ? .create : .update, AuditName("stories.rating", id), ["stars": stars])
                try Self.recount(id, in: write)
            }
        }
    }

    /// Takes one's rating back.
    func remove(_ id: StoryID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let removed = try write.run("DELETE FROM stories_rating WHERE story_id = \(id) AND person_id = \(person)")
            guard removed > 0 else { return }
            try write.audit(.delete, AuditName("stories.rating", id))
            try Self.recount(id, in: write)
        }
    }

    /// Brings the sums on the story up to date, by which lists are put in order.
    static func recount(_ id: StoryID, in db: any Connection) throws {
        try db.run(
            """
            UPDATE stories_story SET
                rating_count = (SELECT count(*) FROM stories_rating WHERE story_id = \(id)),
                rating_average = (SELECT CAST(sum(stars) AS DOUBLE PRECISION) / count(*) FROM stories_rating WHERE story_id = \(id))
            WHERE id = \(id)
            """)
    }

    /// Reading keeps a place for whoever has opened a chapter.
    private func hasOpened(_ story: Story, _ person: PersonID, in db: any Connection) throws -> Bool {
        guard let publication = story.publication else { return false }
        return try positions.progress(of: person, in: [publication], db)[publication] != nil
    }
}
