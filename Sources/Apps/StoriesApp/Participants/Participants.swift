import Audit
import Core
import Database
import Platform
import Web

/// Who takes part in a story of somebody's, as a co-author or a first reader: they are invited, and nothing is shared before they accept.
struct Participants: Sendable {
    let site: Site
    let stories: Stories
    let publishing: StoryPublishing
    let news: ParticipantNews

    /// Invites somebody whom the author can find. Who is invited or takes part already stays so; somebody who muted the author hears nothing of it,
    /// and the author isn't told that.
    /// - Throws: ``ParticipantRefusal``.
    func invite(_ person: PersonID, to id: StoryID, as role: ParticipantRole, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            try stories.requireOpen(author, in: write)
            let story = try stories.owns(id, author, in: write)
            guard person != author else { throw ParticipantRefusal.yourself }
            let isInvitable: Query<PersonID> =
                "SELECT id FROM account_person WHERE id = \(person) AND \(sql: role.isInvitable("\(person)", by: author))"
            guard try write.first(isInvitable) != nil else { throw Problem.notFound }
            if role == .reader, try Authors.isAuthor(person, of: story, in: write) { throw ParticipantRefusal.isAuthor }
            let all = try write.all(.participants(of: id, as: role))
            if let known = all.first(where: { $0.person == person }) {
                guard let declinedAt = known.declinedAt else { return }
                guard write.now - declinedAt >= Participant.pause else { throw ParticipantRefusal.declined }
            }
            try requireRoom(in: story, as: role, in: write)
            try write.run(
                """
                INSERT INTO stories_participant (story_id, person_id, role, invited_at, changed_at, changed_by)
                VALUES (\(id), \(person), \(role), \(write.now), \(write.now), \(author))
                ON CONFLICT (story_id, person_id, role) DO UPDATE SET invited_at = excluded.invited_at, declined_at = NULL,
                    changed_at = excluded.changed_at, changed_by = excluded.changed_by
                """)
            try note("invited", id, role, in: write)
            try news.invited(person, to: story, as: role, in: write)
        }
    }

    /// - Throws: ``ParticipantRefusal`` where a story has as many as it can have, or its author waits for too many; links count, too.
    func requireRoom(in story: Story, as role: ParticipantRole, in write: Write) throws {
        let taken = try write.all(.participants(of: story.id, as: role)).count { !$0.hasDeclined }
        guard try taken + write.one(.openInvitationLinks(to: story.id, as: role, at: write.now)) < role.most else {
            throw ParticipantRefusal.tooMany(role)
        }
        let links: Int = try write.one(.openInvitationLinks(by: story.author, as: role, at: write.now))
        guard try links + write.one(.openInvitations(by: story.author, as: role)) < role.mostOpen else {
            throw ParticipantRefusal.tooManyOpen(role)
        }
    }

    /// Accepts an invitation.
    func accept(_ id: StoryID, as role: ParticipantRole, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            try stories.requireOpen(person, in: write)
            let story = try invitation(to: id, as: role, of: person, in: write)
            try join(story, as: role, invitedAt: write.now, in: write)
        }
    }

    /// Lets whoever writes take part, by whatever they were invited. An author rates and follows no story of their own, and needs nobody to
    /// show them its drafts.
    func join(_ story: Story, as role: ParticipantRole, invitedAt: Instant, in write: Write) throws {
        guard let person = write.actor else { return }
        try write.run(
            """
            INSERT INTO stories_participant (story_id, person_id, role, invited_at, accepted_at, changed_at, changed_by)
            VALUES (\(story.id), \(person), \(role), \(invitedAt), \(write.now), \(write.now), \(person))
            ON CONFLICT (story_id, person_id, role) DO UPDATE SET accepted_at = excluded.accepted_at, declined_at = NULL,
                changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
        if role == .author {
            try write.run("DELETE FROM stories_rating WHERE story_id = \(story.id) AND person_id = \(person)")
            try Ratings.recount(story.id, in: write)
            try write.run("DELETE FROM stories_story_follow WHERE story_id = \(story.id) AND person_id = \(person)")
            try delete(person, from: story.id, as: .reader, in: write)
        }
        try note("accepted", story.id, role, in: write)
        try news.settle(story.id, as: role, for: person, in: write)
        try news.accepted(story, by: person, as: role, in: write)
        if role == .author { try publishing.refresh(story.id, in: write) }
    }

    func decline(_ id: StoryID, as role: ParticipantRole, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            _ = try invitation(to: id, as: role, of: person, in: write)
            try write.run(
                """
                UPDATE stories_participant SET declined_at = \(write.now), changed_at = \(write.now), changed_by = \(person)
                WHERE story_id = \(id) AND person_id = \(person) AND role = \(role)
                """)
            try note("declined", id, role, in: write)
            try news.settle(id, as: role, for: person, in: write)
        }
    }

    /// Takes part no longer. What the person wrote stays.
    func leave(_ id: StoryID, as role: ParticipantRole, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard let story = try write.first(.story(id)), try write.first(.participant(person, of: id, as: role))?.hasAccepted == true else {
                throw Problem.notFound
            }
            try end(person, of: id, as: role, in: write)
            try note("left", id, role, in: write)
            try news.left(story, by: person, as: role, in: write)
        }
    }

    /// Takes somebody out of a story, or cancels their invitation. Whoever declined stays, so that they aren't asked again at once.
    /// - Returns: whether they took part already.
    func remove(_ person: PersonID, from id: StoryID, as role: ParticipantRole, by author: PersonID) async throws -> Bool {
        try await site.write(by: author) { write in
            let story = try stories.owns(id, author, in: write)
            guard let found = try write.first(.participant(person, of: id, as: role)), !found.hasDeclined else { throw Problem.notFound }
            try end(person, of: id, as: role, in: write)
            try note(found.hasAccepted ? "removed" : "cancelled", id, role, in: write)
            try news.settle(id, as: role, for: person, in: write)
            if found.hasAccepted { try news.removed(person, from: story, as: role, in: write) }
            return found.hasAccepted
        }
    }

    /// The story that somebody is invited to.
    func invitation(to id: StoryID, as role: ParticipantRole, of person: PersonID, in db: any Connection) throws -> Story {
        guard let story = try db.first(.invitations(to: person, as: role, story: id, limit: 1)) else { throw Problem.notFound }
        return story
    }

    private func end(_ person: PersonID, of id: StoryID, as role: ParticipantRole, in write: Write) throws {
        try delete(person, from: id, as: role, in: write)
        guard role == .author else { return try news.settleDrafts(of: id, for: person, in: write) }
        try publishing.refresh(id, in: write)
        try publishing.enterAuthor(person, in: write)
    }

    private func delete(_ person: PersonID, from id: StoryID, as role: ParticipantRole, in write: Write) throws {
        try write.run("DELETE FROM stories_participant WHERE story_id = \(id) AND person_id = \(person) AND role = \(role)")
    }

    private func note(_ what: String, _ id: StoryID, _ role: ParticipantRole, in write: Write) throws {
        try write.audit(.update, AuditName(role.auditEntity, id), ["is": what])
    }
}

extension ParticipantRole {
    /// What the log calls one.
    var auditEntity: String {
        switch self {
        case .author: "stories.coauthor"
        case .reader: "stories.first-reader"
        }
    }
}
