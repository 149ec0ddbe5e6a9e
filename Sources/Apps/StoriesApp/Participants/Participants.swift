import Audit
import Core
import Database
import Platform
import Web

/// Who writes a story with whoever began it: they are invited, and nothing is shared before they accept.
struct Coauthors: Sendable {
    let site: Site
    let stories: Stories
    let publishing: StoryPublishing
    let news: CoauthorNews

    /// Invites somebody whom the app shows. Who is invited or writes already stays so; somebody who muted the author hears nothing of it,
    /// and the author isn't told that.
    /// - Throws: ``CoauthorRefusal``.
    func invite(_ person: PersonID, to id: StoryID, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            try stories.requireOpen(author, in: write)
            let story = try stories.owns(id, author, in: write)
            guard person != author else { throw CoauthorRefusal.yourself }
            guard try Authors.isShown(person, in: write) else { throw Problem.notFound }
            let all = try write.all(.coauthors(of: id))
            if let known = all.first(where: { $0.person == person }) {
                guard let declinedAt = known.declinedAt else { return }
                guard write.now - declinedAt >= Coauthor.pause else { throw CoauthorRefusal.declined }
            }
            guard all.count(where: { !$0.hasDeclined }) < Coauthor.most else { throw CoauthorRefusal.tooMany }
            guard try write.one(.openInvitations(by: author)) < Coauthor.mostOpen else { throw CoauthorRefusal.tooManyOpen }
            try write.run(
                """
                INSERT INTO stories_coauthor (story_id, person_id, invited_at, changed_at, changed_by)
                VALUES (\(id), \(person), \(write.now), \(write.now), \(author))
                ON CONFLICT (story_id, person_id) DO UPDATE SET invited_at = excluded.invited_at, declined_at = NULL,
                    changed_at = excluded.changed_at, changed_by = excluded.changed_by
                """)
            try note("invited", id, in: write)
            try news.invited(person, to: story, in: write)
        }
    }

    /// Accepts an invitation: from now on the person writes the story. An author rates and follows no story of their own.
    func accept(_ id: StoryID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            try stories.requireOpen(person, in: write)
            let story = try invitation(id, to: person, in: write)
            try write.run(
                """
                UPDATE stories_coauthor SET accepted_at = \(write.now), changed_at = \(write.now), changed_by = \(person)
                WHERE story_id = \(id) AND person_id = \(person)
                """)
            try write.run("DELETE FROM stories_rating WHERE story_id = \(id) AND person_id = \(person)")
            try Ratings.recount(id, in: write)
            try write.run("DELETE FROM stories_story_follow WHERE story_id = \(id) AND person_id = \(person)")
            try note("accepted", id, in: write)
            try news.settle(id, for: person, in: write)
            try news.accepted(story, by: person, in: write)
            try publishing.refresh(id, in: write)
        }
    }

    func decline(_ id: StoryID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            _ = try invitation(id, to: person, in: write)
            try write.run(
                """
                UPDATE stories_coauthor SET declined_at = \(write.now), changed_at = \(write.now), changed_by = \(person)
                WHERE story_id = \(id) AND person_id = \(person)
                """)
            try note("declined", id, in: write)
            try news.settle(id, for: person, in: write)
        }
    }

    /// Stops writing a story. What the person wrote stays in it.
    func leave(_ id: StoryID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let story = try stories.writes(id, person, in: write)
            guard story.author != person else { throw Problem.notFound }
            try end(person, of: id, in: write)
            try note("left", id, in: write)
            try news.left(story, by: person, in: write)
        }
    }

    /// Takes somebody out of a story, or cancels their invitation. Whoever declined stays, so that they aren't asked again at once.
    /// - Returns: whether they wrote it already.
    func remove(_ person: PersonID, from id: StoryID, by author: PersonID) async throws -> Bool {
        try await site.write(by: author) { write in
            let story = try stories.owns(id, author, in: write)
            guard let found = try write.first(.coauthor(person, of: id)), !found.hasDeclined else { throw Problem.notFound }
            try end(person, of: id, in: write)
            try note(found.hasAccepted ? "removed" : "cancelled", id, in: write)
            try news.settle(id, for: person, in: write)
            if found.hasAccepted { try news.removed(person, from: story, in: write) }
            return found.hasAccepted
        }
    }

    /// The story that somebody is invited to write.
    func invitation(_ id: StoryID, to person: PersonID, in db: any Connection) throws -> Story {
        guard let story = try db.first(.invitations(to: person, story: id, limit: 1)) else { throw Problem.notFound }
        return story
    }

    private func end(_ person: PersonID, of id: StoryID, in write: Write) throws {
        try write.run("DELETE FROM stories_coauthor WHERE story_id = \(id) AND person_id = \(person)")
        try publishing.refresh(id, in: write)
        try publishing.enterAuthor(person, in: write)
    }

    private func note(_ what: String, _ id: StoryID, in write: Write) throws {
        try write.audit(.update, AuditName(Self.entity, id), ["is": what])
    }

    static let entity = "stories.coauthor"
}
