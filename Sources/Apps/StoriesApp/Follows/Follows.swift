import Audit
import Core
import Database
import Platform
import Web

/// Why somebody doesn't follow an author. Every case is safe to show.
enum FollowRefusal: Error, Equatable {
    case yourself
    case tooMany(Int)
}

extension FollowRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .yourself: Problem(.conflict, "stories.follow-yourself", "You can’t follow yourself.")
        case .tooMany(let most):
            Problem(
                .conflict, "stories.too-many-follows", "You can follow \(most) authors and stories.",
                remedy: "Unfollow some of them first.")
        }
    }
}

/// Whom and what people read on with (STO-009).
struct Follows: Sendable {
    /// The most authors, and the most stories, that one person follows.
    static let most = 2000

    let site: Site

    /// Follows an author or stops; what is so already stays.
    func set(_ follows: Bool, author: PersonID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard follows else {
                let gone = try write.run("DELETE FROM stories_follow WHERE person_id = \(person) AND author_id = \(author)")
                if gone > 0 { try write.audit(.delete, AuditName("stories.follow", author)) }
                return
            }
            guard author != person else { throw FollowRefusal.yourself }
            guard try Authors.isShown(author, in: write) else { throw Problem.notFound }
            try requireRoom(in: "stories_follow", of: person, write)
            try Members.note(person, in: write)
            let new = try write.run(
                """
                INSERT INTO stories_follow (person_id, author_id, created_at, changed_at, changed_by)
                VALUES (\(person), \(author), \(write.now), \(write.now), \(person)) ON CONFLICT (person_id, author_id) DO NOTHING
                """)
            if new > 0 { try write.audit(.create, AuditName("stories.follow", author)) }
        }
    }

    /// Follows a story or stops; what is so already stays.
    func set(_ follows: Bool, story id: StoryID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard follows else {
                let gone = try write.run("DELETE FROM stories_story_follow WHERE person_id = \(person) AND story_id = \(id)")
                if gone > 0 { try write.audit(.delete, AuditName("stories.story-follow", id)) }
                return
            }
            guard let story = try write.first(.story(id)), story.isShown else { throw Problem.notFound }
            guard try !Authors.isAuthor(person, of: story, in: write) else { throw FollowRefusal.yourself }
            try requireRoom(in: "stories_story_follow", of: person, write)
            try Members.note(person, in: write)
            let new = try write.run(
                """
                INSERT INTO stories_story_follow (person_id, story_id, created_at, changed_at, changed_by)
                VALUES (\(person), \(id), \(write.now), \(write.now), \(person)) ON CONFLICT (person_id, story_id) DO NOTHING
                """)
            if new > 0 { try write.audit(.create, AuditName("stories.story-follow", id)) }
        }
    }

    private func requireRoom(in table: String, of person: PersonID, _ db: any Connection) throws {
        let count = try db.one("SELECT count(*) FROM \(raw: table) WHERE person_id = \(person)" as Query<Int>)
        guard count < Self.most else { throw FollowRefusal.tooMany(Self.most) }
    }
}
